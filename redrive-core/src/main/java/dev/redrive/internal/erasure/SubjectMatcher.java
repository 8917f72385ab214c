package dev.redrive.internal.erasure;

import dev.redrive.erasure.ErasureSubject;
import dev.redrive.erasure.ErasureSubject.Place;
import dev.redrive.internal.redaction.JsonDetector;
import dev.redrive.internal.redaction.ValueEraser;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.store.questions.Version;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says whether a message holds the value of a subject at one of its places. */
final class SubjectMatcher {
    private final String value;
    private final ValueBytes bytes;
    private final List<JsonPath> paths = new ArrayList<>();
    private final Set<String> headers = new HashSet<>();
    private boolean inKey;

    SubjectMatcher(ErasureSubject subject) {
        this.value = subject.value();
        this.bytes = new ValueBytes(value);
        for (Place place : subject.places()) {
            if (place instanceof Place.InPayload payload) paths.add(payload.path());
            else if (place instanceof Place.InHeader header)
                headers.add(header.name().toLowerCase(Locale.ROOT));
            else inKey = true;
        }
    }

    /** What is known about a value in a message; of two the later one counts. */
    enum Finding {
        NOT_THERE,
        /** The payload is compressed or encoded, and was not looked into. */
        PACKED,
        /** The payload is no JSON, so that it has no places, but the value is in it. */
        SOMEWHERE,
        THERE;

        Finding or(Finding other) {
            return compareTo(other) >= 0 ? this : other;
        }
    }

    /** With everything that is sealed opened. */
    Finding in(Message message) {
        if (inKey && isKey(message.origin().key())) return Finding.THERE;
        return in(message.payload(), message.headers());
    }

    Finding in(Version version) {
        return in(version.payload(), version.headers());
    }

    private boolean isKey(@Nullable Payload key) {
        return key != null && key.text().equals(value);
    }

    private Finding in(Payload payload, Headers all) {
        boolean inHeader = all.list().stream()
                .anyMatch(header -> headers.contains(header.name().toLowerCase(Locale.ROOT))
                        && header.value().text().equals(value));
        return inHeader ? Finding.THERE : in(payload);
    }

    private Finding in(Payload payload) {
        if (paths.isEmpty() || payload.size() == 0) return Finding.NOT_THERE;
        byte[] document = payload.bytes();
        if (!bytes.mayBeIn(document)) return unlessPacked(document);
        Optional<List<JsonPath.Place>> places = JsonPath.places(document, paths);
        if (places.isEmpty() || JsonDetector.isTextThatHoldsJson(document)) return withoutPlaces(document);
        boolean there = places.get().stream().anyMatch(place -> isIn(place.in(document)));
        return there ? Finding.THERE : Finding.NOT_THERE;
    }

    /** Also within an object or an array at the place. */
    private boolean isIn(byte[] json) {
        return JsonPath.leaves(json).orElse(List.of()).stream()
                .anyMatch(leaf -> JsonPath.text(leaf.in(json)).equals(value));
    }

    /** What may be JSON that is cut or written in another way holds it at the place, as far as anybody can tell. */
    private Finding withoutPlaces(byte[] document) {
        if (!bytes.areIn(document)) return unlessPacked(document);
        boolean isClear = JsonDetector.mayHoldJson(document) && !ValueEraser.isShort(value);
        return isClear ? Finding.THERE : Finding.SOMEWHERE;
    }

    private static Finding unlessPacked(byte[] document) {
        return JsonDetector.isPacked(document) ? Finding.PACKED : Finding.NOT_THERE;
    }
}

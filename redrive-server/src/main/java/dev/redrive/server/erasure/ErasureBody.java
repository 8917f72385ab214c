package dev.redrive.server.erasure;

import dev.redrive.erasure.ErasureMode;
import dev.redrive.erasure.ErasureSubject;
import dev.redrive.erasure.ErasureSubject.Place;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.json.JsonFields;
import dev.redrive.json.JsonPath;
import dev.redrive.redaction.Redaction;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.letters.FilterWords;
import dev.redrive.server.web.Body;
import dev.redrive.server.web.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whose letters are to be erased, and how. The value never stands in a message.
 *
 * @param confirmation from the report of the search; empty only to search
 */
record ErasureBody(ErasureSubject subject, ErasureMode mode, Optional<String> confirmation) {
    private static final int LIMIT = 64 * 1024;
    private static final int MOST_PLACES = 20;
    private static final int LONGEST_VALUE = 1000;
    private static final List<String> KNOWN = List.of("value", "places", "mode", "confirm");

    static ErasureBody of(HttpServletRequest request) {
        Body.requireJson(request);
        return JsonStreams.read(Body.whole(request, LIMIT), ErasureBody::read);
    }

    private static ErasureBody read(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("the body must be a JSON object");
        String value = null;
        List<Place> places = List.of();
        ErasureMode mode = ErasureMode.DELETE;
        String confirmation = null;
        while (in.nextField()) {
            switch (in.name()) {
                case "value" -> value = in.word("value", LONGEST_VALUE);
                case "places" -> places = places(in);
                case "mode" -> mode = mode(in.text("mode"));
                case "confirm" -> confirmation = in.text("confirm", LetterLimits.NAME);
                default -> throw FilterWords.unknown(in.name(), KNOWN);
            }
        }
        if (value == null || value.isBlank())
            throw Problem.badField("value", "value must be what identifies the person, as it stands in the letters");
        if (value.equals(Redaction.MASK))
            throw Problem.badField("value", "value must not be the mask, which stands where values are gone already");
        if (places.isEmpty())
            throw Problem.badField(
                    "places",
                    "places must say where it stands, as in [{\"payload\": \"$.customer.email\"}, {\"header\": \"x-user\"},"
                            + " {\"key\": true}]");
        return new ErasureBody(new ErasureSubject(value, places), mode, Optional.ofNullable(confirmation));
    }

    private static ErasureMode mode(@Nullable String word) {
        if (word == null) return ErasureMode.DELETE;
        return Arrays.stream(ErasureMode.values())
                .filter(mode -> mode.name().equalsIgnoreCase(word))
                .findFirst()
                .orElseThrow(() -> Problem.badField("mode", "mode must be delete or redact"));
    }

    private static List<Place> places(JsonFields in) {
        List<Place> places = new ArrayList<>();
        if (!in.enterArray("places")) return places;
        while (in.nextElement()) {
            if (places.size() == MOST_PLACES)
                throw Problem.badField("places", "at most " + MOST_PLACES + " places at once");
            places.add(place(in, "places[" + places.size() + "]"));
        }
        return places;
    }

    private static Place place(JsonFields in, String path) {
        if (!in.enter(path)) throw one(path);
        Place place = null;
        while (in.nextField()) {
            if (place != null) throw one(path);
            place = place(in.name(), in, path + "." + in.name());
        }
        if (place == null) throw one(path);
        return place;
    }

    private static Place place(String kind, JsonFields in, String path) {
        return switch (kind) {
            case "payload" -> new Place.InPayload(jsonPath(path, in.text(path, LetterLimits.NAME)));
            case "header" -> new Place.InHeader(name(path, in.text(path, LetterLimits.NAME)));
            case "key" -> key(path, in.bool(path));
            default -> throw FilterWords.unknown(path, List.of("payload", "header", "key"));
        };
    }

    private static JsonPath jsonPath(String path, @Nullable String text) {
        try {
            return JsonPath.of(Objects.requireNonNullElse(text, ""));
        } catch (IllegalArgumentException e) {
            throw Problem.badField(path, path + " must be a JSON path such as $.customer.email: " + e.getMessage());
        }
    }

    private static String name(String path, @Nullable String text) {
        if (text == null || text.isBlank()) throw Problem.badField(path, path + " must be the name of a header");
        return text;
    }

    private static Place key(String path, @Nullable Boolean meant) {
        if (!Boolean.TRUE.equals(meant)) throw Problem.badField(path, path + " must be true, or left out");
        return new Place.InKey();
    }

    private static Problem one(String path) {
        return Problem.badField(path, path + " must be an object with one of payload, header and key");
    }

    /** For the audit log: a hash instead of the value, which may also be a part of a path or the name of a header. */
    String audited(String hash) {
        List<String> places = subject.places().stream()
                .map(place -> text(place).replace(subject.value(), Redaction.MASK))
                .toList();
        return mode.name().toLowerCase(Locale.ROOT) + " sha256:" + hash + " at " + String.join(", ", places);
    }

    private static String text(Place place) {
        if (place instanceof Place.InPayload payload) return "payload " + payload.path();
        return place instanceof Place.InHeader header ? "header " + header.name() : "key";
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "ErasureBody[" + subject + ", " + mode + "]";
    }
}

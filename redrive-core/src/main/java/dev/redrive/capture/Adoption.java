package dev.redrive.capture;

import dev.redrive.cause.CauseId;
import dev.redrive.cause.Fingerprint;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.store.Adopted;
import dev.redrive.store.CaptureKey;
import dev.redrive.store.Captured;
import dev.redrive.store.DeadLetterStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes letters of another queue in as they are there; only what must never be stored here is hidden first. */
public final class Adoption {
    private final DeadLetterStore store;
    private final RedactionGate gate;

    public Adoption(DeadLetterStore store, CaptureRules rules) {
        this.store = store;
        this.gate = new RedactionGate(rules.redaction());
    }

    /** A letter that is here already, by its id, stays as it is and is not new. */
    public List<Captured> adopt(List<DeadLetter> letters) {
        if (letters.isEmpty()) return List.of();
        List<DeadLetter> hidden = letters.stream().map(this::hidden).toList();
        List<Captured> kept =
                new ArrayList<>(store.adopt(hidden.stream().map(Adoption::keyed).toList()));
        adoptDoubles(hidden, kept);
        return kept;
    }

    /**
     * A queue may have two letters of one place in a stream, when it failed there twice. The second has no key then, for
     * taken as the first it would be lost.
     */
    private void adoptDoubles(List<DeadLetter> letters, List<Captured> kept) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            if (!kept.get(i).id().equals(letters.get(i).id())) places.add(i);
        }
        if (places.isEmpty()) return;
        List<Captured> again =
                store.adopt(places.stream().map(i -> keyless(letters.get(i))).toList());
        for (int i = 0; i < places.size(); i++) kept.set(places.get(i), again.get(i));
    }

    private static Adopted keyed(DeadLetter letter) {
        CaptureKey key =
                CaptureKey.ofCoordinates(letter.channel(), letter.message()).orElse(null);
        return adopted(letter, key);
    }

    private static Adopted keyless(DeadLetter letter) {
        return adopted(letter, null);
    }

    /** Its causes stay those it had: a later failure may have other frames and still be of the same cause. */
    private static Adopted adopted(DeadLetter letter, @Nullable CaptureKey key) {
        return new Adopted(
                letter,
                fingerprint(letter.failure(), letter.cause()),
                fingerprint(letter.lastFailure(), letter.lastCause()),
                key);
    }

    private static Fingerprint fingerprint(Failure failure, CauseId cause) {
        Fingerprint f = Fingerprint.of(failure.type(), failure.code(), failure.message(), failure.stackTrace());
        return new Fingerprint(f.version(), cause, f.type(), f.frames(), f.message());
    }

    private DeadLetter hidden(DeadLetter letter) {
        return gate.hide(letter.with(LetterMaker.clean(letter.message())));
    }
}

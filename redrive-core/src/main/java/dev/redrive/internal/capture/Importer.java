package dev.redrive.internal.capture;

import dev.redrive.cause.Fingerprint;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.cause.Fingerprints;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.questions.WholeLetter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Imports letters of another queue unchanged, except that protected values are hidden first. */
public final class Importer {
    private final DeadLetterStore store;
    private final RedactionGate gate;
    private final Events events;

    public Importer(DeadLetterStore store, CaptureRules rules, Events events) {
        this.store = store;
        this.events = events;
        this.gate = new RedactionGate(rules.redaction());
    }

    /**
     * A letter that is here already, by its id, stays as it is and is not new.
     *
     * @throws dev.redrive.redaction.CannotOpen when one has sealed values that cannot be read here; nothing is stored then
     */
    public List<CaptureResult> importAll(List<WholeLetter> letters) {
        return importAll(letters, RedriveEvent.Imported::new);
    }

    /** The same for letters that were closed here once and now wait for a person again. */
    public List<CaptureResult> restore(List<WholeLetter> letters) {
        Instant now = store.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        List<WholeLetter> reopened = letters.stream()
                .map(letter -> letter.with(
                        letter.letter().with(reopened(letter.letter().state(), now))))
                .toList();
        return importAll(reopened, RedriveEvent.Restored::new);
    }

    /** Its retention begins anew. */
    private static LetterState reopened(LetterState closed, Instant now) {
        return new LetterState(
                LetterStatus.MANUAL,
                closed.retryCount(),
                closed.maxRetries(),
                closed.attempt(),
                null,
                null,
                null,
                null,
                closed.firstFailedAt(),
                closed.lastFailedAt(),
                now,
                null,
                null,
                null,
                closed.version());
    }

    private List<CaptureResult> importAll(List<WholeLetter> letters, IntFunction<RedriveEvent> event) {
        if (letters.isEmpty()) return List.of();
        List<WholeLetter> hidden = letters.stream().map(this::hidden).toList();
        List<CaptureResult> kept = new ArrayList<>(
                store.importAll(hidden.stream().map(Importer::keyed).toList()));
        importDuplicates(hidden, kept);
        int stored = (int) kept.stream().filter(CaptureResult::isNew).count();
        if (stored > 0) events.publish(() -> event.apply(stored));
        return kept;
    }

    /**
     * A queue may have two letters of one place in a stream, when it failed there twice. The second has no key then, for
     * taken as the first it would be lost.
     */
    private void importDuplicates(List<WholeLetter> letters, List<CaptureResult> kept) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            if (!kept.get(i).id().equals(letters.get(i).letter().id())) places.add(i);
        }
        if (places.isEmpty()) return;
        List<CaptureResult> again = store.importAll(
                places.stream().map(i -> keyless(letters.get(i))).toList());
        for (int i = 0; i < places.size(); i++) kept.set(places.get(i), again.get(i));
    }

    private static ImportedLetter keyed(WholeLetter whole) {
        DeadLetter letter = whole.letter();
        CaptureKey key =
                CaptureKey.ofCoordinates(letter.channel(), letter.message()).orElse(null);
        return imported(whole, key);
    }

    private static ImportedLetter keyless(WholeLetter letter) {
        return imported(letter, null);
    }

    /** Its causes stay those it had: a later failure may have other frames and still be of the same cause. */
    private static ImportedLetter imported(WholeLetter whole, @Nullable CaptureKey key) {
        DeadLetter letter = whole.letter();
        return new ImportedLetter(
                letter,
                fingerprint(letter.failure(), letter.cause()),
                fingerprint(letter.lastFailure(), letter.lastCause()),
                whole.versions(),
                key);
    }

    private static Fingerprint fingerprint(Failure failure, CauseId cause) {
        Fingerprint f = Fingerprints.of(failure.type(), failure.code(), failure.message(), failure.stackTrace());
        return new Fingerprint(f.version(), cause, f.type(), f.frames(), f.message());
    }

    private WholeLetter hidden(WholeLetter letter) {
        DeadLetter clean =
                letter.letter().with(LetterMaker.clean(letter.letter().message()));
        return gate.hide(letter.with(clean));
    }
}

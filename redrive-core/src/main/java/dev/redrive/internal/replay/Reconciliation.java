package dev.redrive.internal.replay;

import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.questions.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what is the matter with a letter that does not stand as planned: whether it was changed from outside, or this replay
 * did and the node died before it could say so in the ledger.
 */
final class Reconciliation {
    /** What to do with the line. */
    sealed interface Outcome {
        /**
         * The letter can still be sent; claim it as it stands now.
         *
         * @param maybeSent true when a node died while it was sending it
         */
        record GoOn(ExpectedLetter expected, boolean maybeSent) implements Outcome {}

        /** Another node of this replay may still be sending it; look again then. */
        record Wait(Instant until) implements Outcome {}

        /** This is what became of it. */
        record Over(LineState state, @Nullable String why) implements Outcome {}
    }

    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final DeadLetterStore store;
    private final ReplayId replay;
    private final String workers;

    Reconciliation(DeadLetterStore store, ReplayId replay) {
        this.store = store;
        this.replay = replay;
        this.workers = ReplaySignature.prefix(replay);
    }

    Outcome of(LedgerLine line) {
        Optional<DeadLetter> found = store.find(line.letter());
        return found.isEmpty() ? skipped("it was deleted") : of(line, found.get());
    }

    private Outcome of(LedgerLine line, DeadLetter letter) {
        List<Attempt> since = letter.attempts().stream()
                .filter(attempt -> attempt.token() > line.attempt())
                .toList();
        boolean ours = since.stream().anyMatch(this::isOurs);
        if (letter.status() == LetterStatus.RETRYING) return whoHas(letter, ours);
        if (!since.isEmpty() && !ours)
            return skipped("it was tried by " + last(since).worker() + " since the plan");
        if (ours && last(since).result() != Attempt.Result.LEASE_LOST) return over(letter, last(since));
        if (!ours && letter.status() != line.status())
            return skipped("it was " + line.status() + " in the plan and is " + letter.status() + " now");
        if (ours && letter.status().after(Move.CLAIM).isEmpty()) return skipped("it is " + letter.status() + " now");
        if (wasEditedByOthers(line, letter)) return skipped("it was edited since the plan");
        return new Outcome.GoOn(
                new ExpectedLetter.AsSeen(
                        letter.id(),
                        letter.status(),
                        letter.attempt(),
                        letter.state().version()),
                ours);
    }

    /** After a node of this replay has died, another worker may try the letter first; its result counts. */
    private Outcome whoHas(DeadLetter letter, boolean wasOurs) {
        String worker = String.valueOf(letter.state().lockedBy());
        Instant until = letter.state().lockedUntil();
        if (until != null && worker.startsWith(workers)) return new Outcome.Wait(until);
        if (wasOurs) return new Outcome.Wait(store.clock().instant().plus(LOOK_AGAIN));
        return skipped("it is being tried by " + worker);
    }

    private boolean isOurs(Attempt attempt) {
        return attempt.worker().startsWith(workers);
    }

    private static Attempt last(List<Attempt> attempts) {
        return attempts.get(attempts.size() - 1);
    }

    private static Outcome over(DeadLetter letter, Attempt last) {
        if (letter.status() == LetterStatus.RESOLVED) return new Outcome.Over(LineState.RESOLVED, null);
        return switch (last.result()) {
            case SUCCEEDED -> new Outcome.Over(LineState.RESOLVED, null);
            case SENT -> new Outcome.Over(LineState.SENT, null);
            case CAME_BACK -> new Outcome.Over(LineState.CAME_BACK, Reason.of(letter.lastFailure()));
            case FAILED, LEASE_LOST -> new Outcome.Over(LineState.FAILED, Reason.of(letter.lastFailure()));
        };
    }

    private boolean wasEditedByOthers(LedgerLine line, DeadLetter letter) {
        if (letter.state().version() == line.version()) return false;
        Predicate<Version> isOurs = version -> ReplaySignature.note(replay).equals(version.notes());
        return store.versions(letter.id()).stream()
                .filter(version -> version.number() > line.version())
                .anyMatch(isOurs.negate());
    }

    private static Outcome skipped(String why) {
        return new Outcome.Over(LineState.SKIPPED, why);
    }
}

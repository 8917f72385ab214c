package dev.redrive.event;

import dev.redrive.cause.CauseState;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that happened to letters, causes or targets in this process. */
public sealed interface RedriveEvent {
    /** A letter was stored, or was known already. */
    record Captured(
            LetterId id,
            String channel,
            String errorType,
            Category category,
            CauseId cause,
            LetterStatus status,
            boolean isNew)
            implements RedriveEvent {
        public static Captured of(NewLetter letter, dev.redrive.store.captures.CaptureResult kept) {
            return new Captured(
                    kept.id(),
                    letter.channel(),
                    letter.failure().type(),
                    letter.failure().category(),
                    letter.fingerprint().id(),
                    letter.start().status(),
                    kept.isNew());
        }
    }

    /** Letters of another queue were stored. */
    record Imported(int count) implements RedriveEvent {}

    /** Letters came back from the archive into the store. */
    record Restored(int count) implements RedriveEvent {}

    /** A failed message could not be stored; its caller got an exception. */
    record NotCaptured(String channel, String errorType) implements RedriveEvent {}

    /** A try at a letter ended. */
    record Attempted(
            LetterId id,
            String channel,
            Attempt.Result result,
            LetterStatus status,
            int retryCount,
            Duration took,
            @Nullable String errorType,
            String eventId)
            implements RedriveEvent {}

    /** Letters of one channel were moved by hand or by retention. */
    record Moved(
            String channel,
            List<LetterId> ids,
            Move move,
            @Nullable String by) implements RedriveEvent {}

    /** A channel was held. */
    record ChannelHeld(ChannelHold hold) implements RedriveEvent {}

    record ChannelReleased(String channel, String by) implements RedriveEvent {}

    record Edited(LetterId id, int version, @Nullable String by) implements RedriveEvent {}

    record Deleted(LetterId id, @Nullable String by) implements RedriveEvent {}

    /** Letters went when their retention was over. */
    record Expired(int count) implements RedriveEvent {}

    /** Letters of one person were erased or redacted. */
    record Erased(long count, @Nullable String by) implements RedriveEvent {}

    /** A run of retention ended in this process. */
    record RetentionEnded(RetentionRun run) implements RedriveEvent {}

    record CauseChanged(
            CauseId id, CauseState state, @Nullable String by) implements RedriveEvent {}

    /** A worker ended an attempt for which it did not hold the lease any more. */
    record LeaseLost(LetterId id) implements RedriveEvent {}

    /** Letters were given back untried. */
    record Released(LetterId id, String channel, String why) implements RedriveEvent {}

    /** The circuit to a target opened, half-opened or closed. */
    record CircuitChanged(String target, Circuit to) implements RedriveEvent {}

    /** The store failed when letters were to be captured, ingested, claimed, settled or replayed, or leases renewed. */
    record StoreFailed(String operation) implements RedriveEvent {}

    /** Letters went to the local journal because the store was away. */
    record Spilled(int count) implements RedriveEvent {}

    /** Letters went to the archive because both the store and the local journal could not take them. */
    record CapturedToArchive(int count) implements RedriveEvent {}

    /** Letters went from the local journal or the archive into the store. */
    record Recovered(int count) implements RedriveEvent {}

    /** A replay was planned, moved to another state, or made progress; published at most a few times a second. */
    record ReplayChanged(Replay replay) implements RedriveEvent {}

    /** So many lines of a replay's ledger came from one state into these. */
    record ReplayMarked(ReplayId id, LineState from, Map<LineState, Long> lines) implements RedriveEvent {}

    /** What a circuit lets through. */
    enum Circuit {
        CLOSED,
        HALF_OPEN,
        OPEN
    }
}

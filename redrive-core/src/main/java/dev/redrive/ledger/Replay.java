package dev.redrive.ledger;

import dev.redrive.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A planned bulk operation over a fixed set of letters.
 *
 * @param reason why it is in this state, for a person
 * @param by who made it
 * @param asked the request as it was received, without values that are redacted
 * @param wakeAt when a node should look after it; null when nothing is to be done
 */
public record Replay(
        ReplayId id,
        ReplayState state,
        @Nullable String reason,
        @Nullable String by,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        Json asked,
        ReplayPlan plan,
        Brakes brakes,
        ReplayTask task,
        ReplayProgress progress,
        @Nullable Instant wakeAt) {
    /** One whose letters are still to be written down. */
    public static Replay fresh(
            ReplayId id, @Nullable String by, Instant now, Json asked, Brakes brakes, ReplayTask task) {
        return new Replay(
                id,
                ReplayState.PLANNING,
                null,
                by,
                now,
                null,
                null,
                asked,
                ReplayPlan.EMPTY,
                brakes,
                task,
                ReplayProgress.none(),
                null);
    }

    /** Whether this command would change anything now. Between two steps it can be paused: it would go on by itself. */
    public boolean allows(ReplayState.Command command) {
        boolean goesOnByItself = state == ReplayState.PAUSED && wakeAt != null;
        return ReplayState.before(command).contains(state) || (command == ReplayState.Command.PAUSE && goesOnByItself);
    }

    /** Whether it holds letters and does nothing with them until a person says so. */
    public boolean canBeTakenFrom() {
        return state == ReplayState.STOPPED || (state == ReplayState.PAUSED && wakeAt == null);
    }

    /** The same replay, with other words for what was found. */
    public Replay with(ReplayPlan found) {
        return new Replay(
                id, state, reason, by, createdAt, startedAt, endedAt, asked, found, brakes, task, progress, wakeAt);
    }

    /** The same replay, with other words for what was asked for. */
    public Replay with(Json request, ReplayTask words) {
        return new Replay(
                id, state, reason, by, createdAt, startedAt, endedAt, request, plan, brakes, words, progress, wakeAt);
    }

    /** With its letters written down. */
    public Replay planned(ReplayPlan found) {
        return new Replay(
                id,
                ReplayState.PLANNED,
                reason,
                by,
                createdAt,
                startedAt,
                endedAt,
                asked,
                found,
                brakes,
                task,
                ReplayProgress.planned(found.count()),
                wakeAt);
    }
}

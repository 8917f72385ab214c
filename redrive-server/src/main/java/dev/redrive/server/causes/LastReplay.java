package dev.redrive.server.causes;

import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.server.replays.CauseReplay;
import java.time.Instant;

/**
 * The newest replay of a cause's letters and what it came to.
 *
 * @param matched how many letters it is about
 * @param replayed how many of them were sent
 * @param at when it came to this state, as far as that is known
 */
record LastReplay(
        String id,
        ReplayState state,
        long matched,
        long replayed,
        long resolved,
        long failed,
        long skipped,
        Instant at) {
    static LastReplay of(CauseReplay newest) {
        ReplayProgress progress = newest.replay().progress();
        return new LastReplay(
                newest.replay().id().toString(),
                newest.replay().state(),
                progress.matched(),
                progress.replayed(),
                progress.count(LineState.RESOLVED),
                progress.count(LineState.FAILED) + progress.count(LineState.CAME_BACK),
                progress.count(LineState.SKIPPED),
                newest.at());
    }
}

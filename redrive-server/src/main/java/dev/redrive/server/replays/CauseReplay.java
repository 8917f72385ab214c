package dev.redrive.server.replays;

import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.server.pages.NameText;
import java.time.Instant;

/** A replay of the letters of one cause, and how it went. */
public record CauseReplay(Replay replay) {
    public String address() {
        return "/replays/" + replay.id();
    }

    /** When it came to the state that it is in, as far as that is known. */
    public Instant at() {
        Instant ended = replay.endedAt();
        Instant started = replay.startedAt();
        if (ended != null) return ended;
        return started != null ? started : replay.createdAt();
    }

    /** {@code Replay stopped, 44 of 526 failed}. */
    public String outcome() {
        ReplayProgress progress = replay.progress();
        long failed = progress.count(LineState.FAILED) + progress.count(LineState.CAME_BACK);
        String of = " of " + NameText.count(progress.matched(), "letter", "letters");
        return "Replay " + NameText.lower(replay.state()) + ", "
                + switch (replay.state()) {
                    case PLANNING, PLANNED -> NameText.count(progress.matched(), "letter", "letters");
                    case RUNNING, PAUSED, CANCELLING ->
                        NameText.number(progress.matched() - progress.count(LineState.PLANNED)) + of + " through"
                                + (failed == 0 ? "" : ", " + NameText.number(failed) + " failed");
                    case STOPPED, CANCELLED, FAILED, DONE ->
                        ended(progress, failed) + of + " " + endedWord(progress, failed);
                };
    }

    private static String ended(ReplayProgress progress, long failed) {
        return NameText.number(failed > 0 ? failed : progress.replayed() == 0 ? 0 : progress.count(LineState.RESOLVED));
    }

    /** Nothing sent is never a success. */
    private static String endedWord(ReplayProgress progress, long failed) {
        if (failed > 0) return "failed";
        return progress.replayed() == 0 ? "sent" : "resolved";
    }

    /** True when a person has to look at it. */
    public boolean isBad() {
        ReplayProgress progress = replay.progress();
        return replay.state() == ReplayState.STOPPED
                || replay.state() == ReplayState.FAILED
                || progress.count(LineState.FAILED) + progress.count(LineState.CAME_BACK) > 0
                || (replay.state() == ReplayState.DONE && progress.replayed() == 0);
    }
}

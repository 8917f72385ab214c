package dev.redrive.replay;

import java.time.Duration;
import java.time.Instant;

/**
 * Says whether letters of a replay have a target in this process. When it goes on with a replay after its start, targets may
 * still be missing that are set a moment later, or as soon as a broker has told which topics it has.
 */
final class Ways {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Whether letters can go. */
    enum Way {
        OPEN,
        NOT_YET,
        NONE
    }

    private final Tools tools;
    private final Replay replay;
    private final Instant began;

    /**
     * @param began when this process began to look after replays
     */
    Ways(Tools tools, Replay replay, Instant began) {
        this.tools = tools;
        this.replay = replay;
        this.began = began;
    }

    Way of(String channel) {
        if (isHere(channel)) return Way.OPEN;
        Instant started = replay.startedAt();
        boolean goesOn = started != null && started.isBefore(began);
        return goesOn && tools.now().isBefore(began.plus(PATIENCE)) ? Way.NOT_YET : Way.NONE;
    }

    private boolean isHere(String channel) {
        String other = replay.errand().target();
        return other != null ? tools.engine().hasTarget(other) : tools.engine().serves(channel);
    }
}

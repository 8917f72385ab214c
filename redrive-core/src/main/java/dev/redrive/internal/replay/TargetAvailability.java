package dev.redrive.internal.replay;

import dev.redrive.ledger.Replay;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Says whether letters of a replay have a target in this process. When a replay was started or resumed here, letters
 * without a target are skipped, because the plan showed them. A process that continues a replay of another process, or
 * its own after a restart, waits for the target: it may be set a moment later, or as soon as a broker has reported which
 * topics it has.
 */
final class TargetAvailability {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Whether letters of a channel can be sent from this process. */
    enum Availability {
        AVAILABLE,
        NOT_YET,
        NONE
    }

    private final ReplayContext context;
    private final Replay replay;
    private final BooleanSupplier isStartedHere;
    private final Instant since;
    private @Nullable String missing;

    TargetAvailability(ReplayContext context, Replay replay, BooleanSupplier isStartedHere) {
        this.context = context;
        this.replay = replay;
        this.isStartedHere = isStartedHere;
        this.since = context.now();
    }

    Availability of(String channel) {
        if (isHere(channel)) return Availability.AVAILABLE;
        if (isStartedHere.getAsBoolean()) return Availability.NONE;
        missing = channel;
        return Availability.NOT_YET;
    }

    private boolean isHere(String channel) {
        String other = replay.task().target();
        return other != null
                ? context.engine().hasTarget(other)
                : context.engine().serves(channel);
    }

    static String noTarget(String channel) {
        return "nothing here takes letters of " + channel;
    }

    /** Stops the replay when a target did not come. */
    Optional<StopCause> verdict() {
        if (missing == null || isHere(missing) || context.now().isBefore(since.plus(PATIENCE))) return Optional.empty();
        return Optional.of(new StopCause.Stopped(noTarget(missing) + "; resume it when something does"));
    }
}

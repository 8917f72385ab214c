package dev.redrive.server.overview;

import dev.redrive.server.stats.HealthVerdict;
import java.util.List;

/** How the queue is, in the words of the API, and which alerts are firing. */
public record HealthView(HealthVerdict verdict, List<FiringAlert> alarms) {
    public HealthView {
        alarms = List.copyOf(alarms);
    }

    public HealthVerdict.Level level() {
        return verdict.level();
    }

    /** True when there are no reasons to show. */
    public boolean isQuiet() {
        return verdict.reasons().isEmpty() && alarms.isEmpty();
    }
}

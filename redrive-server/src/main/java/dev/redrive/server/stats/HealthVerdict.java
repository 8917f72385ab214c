package dev.redrive.server.stats;

import java.util.List;
import java.util.Locale;

/** Whether the letters are well, and if not, why. */
public record HealthVerdict(Level level, List<Reason> found) {
    public HealthVerdict {
        found = List.copyOf(found);
    }

    /** Why they are not well. */
    public record Reason(String rule, String text) {}

    public List<String> reasons() {
        return found.stream().map(Reason::text).toList();
    }

    /** How well they are, best first. */
    public enum Level {
        HEALTHY,
        /** Needs attention soon. */
        DEGRADED,
        /** Needs attention now. */
        UNHEALTHY;

        /** As it is written in answers. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}

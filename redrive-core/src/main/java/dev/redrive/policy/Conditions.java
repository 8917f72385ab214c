package dev.redrive.policy;

import org.jspecify.annotations.Nullable;

/**
 * The conditions that must hold before a letter is tried: the target's circuit is closed, processor and memory use are below a share
 * of what there is (from 0 to 1, null when it does not matter), and the database has connections to give.
 */
public record Conditions(
        boolean circuitClosed,
        @Nullable Double cpuBelow,
        @Nullable Double memoryBelow,
        boolean databaseConnections) {
    public Conditions {
        checkShare("cpu-below", cpuBelow);
        checkShare("memory-below", memoryBelow);
    }

    public static Conditions defaults() {
        return new Conditions(true, 0.80, 0.85, true);
    }

    public boolean met(HostLoad load, boolean isCircuitClosed) {
        return (!circuitClosed || isCircuitClosed)
                && (cpuBelow == null || load.cpuLoad() < cpuBelow)
                && (memoryBelow == null || load.memoryUse() < memoryBelow)
                && (!databaseConnections || load.databaseConnectionsAvailable());
    }

    private static void checkShare(String name, @Nullable Double share) {
        if (share != null && !(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(name + " must be more than 0 and at most 1, was " + share);
        }
    }
}

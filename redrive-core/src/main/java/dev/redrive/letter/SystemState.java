package dev.redrive.letter;

/**
 * The processor and memory usage of the machine at the time a message failed.
 *
 * @param cpuUsage from 0, idle, to 1
 * @param memoryUsage from 0 to 1
 */
public record SystemState(double cpuUsage, double memoryUsage) {
    public SystemState {
        cpuUsage = inHundredths(cpuUsage);
        memoryUsage = inHundredths(memoryUsage);
    }

    /** Stores keep no finer values. */
    private static double inHundredths(double share) {
        return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100.0;
    }
}

package dev.redrive.policy;

/** How the machine is doing at this moment. */
public interface HostLoad {
    /** From 0, idle, to 1, all processors busy. */
    double cpuLoad();

    /** From 0 to 1, all memory in use. */
    double memoryUse();

    boolean databaseConnectionsAvailable();
}

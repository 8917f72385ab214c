package dev.redrive.policy;

/** The current load of this machine: processor, memory and database connections. */
public interface HostLoad {
    /** From 0, idle, to 1, all processors busy. */
    double cpuLoad();

    /** From 0 to 1, all memory in use. */
    double memoryUse();

    boolean databaseConnectionsAvailable();
}

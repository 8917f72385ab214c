package dev.redrive.internal.policy;

import com.sun.management.OperatingSystemMXBean;
import dev.redrive.policy.HostLoad;
import java.lang.management.ManagementFactory;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/** The load as this Java process sees it: the machine's (or container's) processors, and its own heap. */
public final class JvmHostLoad implements HostLoad {
    private final DoubleSupplier cpuLoad;
    private final BooleanSupplier databaseConnections;

    public JvmHostLoad(BooleanSupplier databaseConnections) {
        this(machineLoad(), databaseConnections);
    }

    JvmHostLoad(DoubleSupplier cpuLoad, BooleanSupplier databaseConnections) {
        this.cpuLoad = cpuLoad;
        this.databaseConnections = databaseConnections;
    }

    private static DoubleSupplier machineLoad() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            return system::getCpuLoad;
        }
        return () -> -1;
    }

    /** An unknown load, which the JVM reports as negative, counts as idle: not knowing must not stop all retries. */
    @Override
    public double cpuLoad() {
        double load = cpuLoad.getAsDouble();
        return load > 0 ? load : 0;
    }

    @Override
    public double memoryUse() {
        Runtime runtime = Runtime.getRuntime();
        return (double) (runtime.totalMemory() - runtime.freeMemory()) / runtime.maxMemory();
    }

    @Override
    public boolean databaseConnectionsAvailable() {
        return databaseConnections.getAsBoolean();
    }
}

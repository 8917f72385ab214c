package dev.redrive.benchmarks.measure;

import dev.redrive.benchmarks.machine.ProcessorTime;
import java.io.IOException;
import java.util.Optional;

/** Time by the clock and processor time of the machine, of this process and of the database server, in microseconds. */
record Spent(long clock, long machine, long jvm, long server) {
    static Spent untilNow(Optional<ProcessHandle> server) throws IOException {
        return new Spent(
                System.nanoTime() / 1000,
                ProcessorTime.ofMachine(),
                ProcessorTime.ofThisProcess(),
                server.map(ProcessorTime::ofServer).orElse(0L));
    }

    Spent since(Spent before) {
        return new Spent(clock - before.clock, machine - before.machine, jvm - before.jvm, server - before.server);
    }

    Spent plus(Spent other) {
        return new Spent(clock + other.clock, machine + other.machine, jvm + other.jvm, server + other.server);
    }

    /** The share of the machine that went to others: a rate with a high one says little. */
    double othersShare() {
        double available = (double) clock * Runtime.getRuntime().availableProcessors();
        return Math.max(0, (machine - jvm - server) / available);
    }
}

package dev.redrive.benchmarks.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Processor time so far in microseconds, as {@code /proc} tells it. */
public final class ProcessorTime {
    private static final long MICROS_PER_TICK = 10_000; // Linux shows times in hundredths of a second on every machine

    /** Where user and system time stand behind the name of the program; those of ended children follow them. */
    private static final int USER = 11;

    private ProcessorTime() {}

    public static long ofThisProcess() {
        return MICROS_PER_TICK * ticks(ProcessHandle.current().pid(), 2);
    }

    /** Of a server that works in child processes, the ended ones included. */
    public static long ofServer(ProcessHandle server) {
        long children =
                server.children().mapToLong(child -> ticks(child.pid(), 2)).sum();
        return MICROS_PER_TICK * (children + ticks(server.pid(), 4));
    }

    /** Of everything that runs on the machine. */
    public static long ofMachine() {
        List<String> fields =
                fields(read(Path.of("/proc/stat")).lines().findFirst().orElseThrow());
        long ticks = 0;
        for (int i = 1; i <= 8; i++) {
            boolean idle = i == 4 || i == 5;
            if (!idle) ticks += Long.parseLong(fields.get(i));
        }
        return MICROS_PER_TICK * ticks;
    }

    private static long ticks(long pid, int fieldCount) {
        Path file = Path.of("/proc", Long.toString(pid), "stat");
        try {
            String stat = Files.readString(file);
            return fields(stat.substring(stat.lastIndexOf(')') + 1)).subList(USER, USER + fieldCount).stream()
                    .mapToLong(Long::parseLong)
                    .sum();
        } catch (IOException ended) {
            return 0; // the parent counts it from now on
        }
    }

    private static List<String> fields(String line) {
        return List.of(line.strip().split(" +", -1));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

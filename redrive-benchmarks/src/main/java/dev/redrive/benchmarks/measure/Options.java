package dev.redrive.benchmarks.measure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Set;

/**
 * What the command line asks for.
 *
 * @param cap how long a measure may take
 * @param load how long the clients of the server send, and how long a snapshot is held
 */
public record Options(Set<Part> parts, boolean quick, int entries, Duration cap, int rounds, Duration load, Path out) {
    public static final String USAGE =
            "[--quick] [--only capture,drain,peers,query,heap,sqlite,mongo,attributes,pages,server,kafka,replay,snapshot,retention,kills]"
                    + " [--n 100000] [--cap SECONDS] [--rounds 3] [--seconds 60] [--out FILE]";

    public Options {
        if (entries < 1) throw new IllegalArgumentException("--n must be at least 1, was " + entries);
        if (rounds < 1) throw new IllegalArgumentException("--rounds must be at least 1, was " + rounds);
        if (cap.isNegative() || cap.isZero()) throw new IllegalArgumentException("--cap must be more than 0 seconds");
        if (load.isNegative() || load.isZero()) throw new IllegalArgumentException("--seconds must be more than 0");
    }

    public boolean has(Part part) {
        return parts.contains(part);
    }

    static Options full() {
        return new Options(
                Part.usual(),
                false,
                100_000,
                Duration.ofSeconds(4),
                3,
                Duration.ofMinutes(1),
                Path.of("target", "results.tsv"));
    }

    /** An option given twice counts the last time, so that a script can put its own defaults first. */
    public static Options parse(String... args) {
        Options options = Arrays.asList(args).contains("--quick") ? full().quickly() : full();
        for (Iterator<String> rest = Arrays.asList(args).iterator(); rest.hasNext(); ) {
            String name = rest.next();
            if (!name.equals("--quick")) options = options.with(name, valueOf(name, rest));
        }
        return options;
    }

    private static String valueOf(String name, Iterator<String> rest) {
        if (!rest.hasNext()) throw new IllegalArgumentException(name + " needs a value");
        return rest.next();
    }

    private Options quickly() {
        return new Options(parts, true, 2_000, Duration.ofMillis(400), 1, Duration.ofSeconds(2), out);
    }

    private Options with(String name, String value) {
        return switch (name) {
            case "--only" -> new Options(Part.parse(value), quick, entries, cap, rounds, load, out);
            case "--n" -> new Options(parts, quick, Integer.parseInt(value), cap, rounds, load, out);
            case "--cap" -> new Options(parts, quick, entries, seconds(value), rounds, load, out);
            case "--rounds" -> new Options(parts, quick, entries, cap, Integer.parseInt(value), load, out);
            case "--seconds" -> new Options(parts, quick, entries, cap, rounds, seconds(value), out);
            case "--out" -> new Options(parts, quick, entries, cap, rounds, load, Path.of(value));
            default -> throw new IllegalArgumentException("there is no option " + name);
        };
    }

    private static Duration seconds(String value) {
        return Duration.ofMillis(Math.round(Double.parseDouble(value) * 1000));
    }
}

package dev.redrive.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;

/** What the command line asks for. */
record Options(Set<Part> parts, boolean quick, int entries, Duration cap, int rounds, Path out) {
    static final String USAGE = "[--quick] [--only capture,drain,peers,query,heap,sqlite]"
            + " [--n 100000] [--cap SECONDS] [--rounds 3] [--out FILE]";

    Options {
        if (entries < 1) throw new IllegalArgumentException("--n must be at least 1, was " + entries);
        if (rounds < 1) throw new IllegalArgumentException("--rounds must be at least 1, was " + rounds);
        if (cap.isNegative() || cap.isZero()) throw new IllegalArgumentException("--cap must be more than 0 seconds");
    }

    boolean has(Part part) {
        return parts.contains(part);
    }

    static Options full() {
        return new Options(
                EnumSet.allOf(Part.class), false, 100_000, Duration.ofSeconds(4), 3, Path.of("target", "results.tsv"));
    }

    /** An option given twice counts the last time, so that a script can put its own defaults first. */
    static Options parse(String... args) {
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
        return new Options(parts, true, 2_000, Duration.ofMillis(400), 1, out);
    }

    private Options with(String name, String value) {
        return switch (name) {
            case "--only" -> new Options(Part.parse(value), quick, entries, cap, rounds, out);
            case "--n" -> new Options(parts, quick, Integer.parseInt(value), cap, rounds, out);
            case "--cap" -> new Options(parts, quick, entries, seconds(value), rounds, out);
            case "--rounds" -> new Options(parts, quick, entries, cap, Integer.parseInt(value), out);
            case "--out" -> new Options(parts, quick, entries, cap, rounds, Path.of(value));
            default -> throw new IllegalArgumentException("there is no option " + name);
        };
    }

    private static Duration seconds(String value) {
        return Duration.ofMillis(Math.round(Double.parseDouble(value) * 1000));
    }
}

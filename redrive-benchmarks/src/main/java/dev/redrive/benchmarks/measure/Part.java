package dev.redrive.benchmarks.measure;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a run can be made of; {@code --only} picks some. */
public enum Part {
    CAPTURE,
    DRAIN,
    PEERS,
    QUERY,
    HEAP,
    SQLITE,
    /** Capture and drain on MongoDB. It runs only when named, because its figures depend on which server it is. */
    MONGO,
    /** Capture with attributes beside capture without, and look-ups by them. It fills stores, so it runs only when named. */
    ATTRIBUTES,
    /** The packaged server under many clients. It takes minutes, so it runs only when named. */
    SERVER,
    /** Publishing to and reading from a Kafka broker. It takes minutes, too. */
    KAFKA,
    /** Every page of the packaged server on a store of many letters, and what open tabs cost. It takes many minutes. */
    PAGES,
    /** Replays by the packaged server. It takes minutes as well. */
    REPLAY,
    /** Capture and drain on PostgreSQL while a transaction holds an old snapshot. It takes minutes, too. */
    SNAPSHOT,
    /** Retention of a million letters with an archive. It takes many minutes. */
    RETENTION,
    /** Runs of retention that are killed. It takes minutes, too. */
    KILLS;

    /** What runs when nothing is named. */
    static Set<Part> usual() {
        return EnumSet.complementOf(
                EnumSet.of(MONGO, ATTRIBUTES, PAGES, SERVER, KAFKA, REPLAY, SNAPSHOT, RETENTION, KILLS));
    }

    public static Set<Part> parse(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(Part::named)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Part.class)));
    }

    private static Part named(String name) {
        return Arrays.stream(values())
                .filter(part -> part.toString().equals(name.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "there is no part '%s'; --only takes %s".formatted(name, EnumSet.allOf(Part.class))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

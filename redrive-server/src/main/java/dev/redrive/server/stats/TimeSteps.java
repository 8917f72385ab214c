package dev.redrive.server.stats;

import dev.redrive.server.web.Problem;
import dev.redrive.server.web.TimeParser;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A period of time cut into equal steps of whole minutes. It begins at a multiple of its step, so that two periods that
 * overlap share their steps.
 */
record TimeSteps(Instant from, Instant to, Duration step) {
    static final int MOST = 1000;

    private static final Duration USUAL_LENGTH = Duration.ofDays(1);
    private static final int USUAL_STEPS = 300;
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(366);
    private static final List<Duration> USUAL = List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(15),
            Duration.ofHours(1),
            Duration.ofHours(6),
            Duration.ofDays(1),
            Duration.ofDays(7));

    /** Reads what was asked for; without a step it takes a usual one that makes a readable chart. */
    static TimeSteps of(@Nullable String from, @Nullable String to, @Nullable String step, Instant now) {
        Instant end = given(to).map(text -> TimeParser.instant("to", text)).orElse(now);
        Instant start =
                given(from).map(text -> TimeParser.instant("from", text)).orElse(end.minus(USUAL_LENGTH));
        if (!start.isBefore(end)) throw Problem.badField("from", "from must be before to");
        Duration length = given(step)
                .map(text -> whole(TimeParser.duration("step", text)))
                .orElseGet(() -> usual(Duration.between(start, end)));
        TimeSteps steps = new TimeSteps(floor(start, length), end, length);
        if (steps.count() > MOST)
            throw Problem.badField(
                    "step",
                    "that would be " + steps.count() + " steps, and at most " + MOST
                            + " are answered; take a longer step or a shorter time");
        return steps;
    }

    private static Optional<String> given(@Nullable String text) {
        return Optional.ofNullable(text).map(String::strip).filter(some -> !some.isEmpty());
    }

    private static Duration whole(Duration step) {
        boolean whole = step.equals(Duration.ofMinutes(step.toMinutes()));
        if (!whole || step.compareTo(SHORTEST) < 0 || step.compareTo(LONGEST) > 0)
            throw Problem.badField(
                    "step", "step must be a number of whole minutes, at least one and at most a year, such as 5m");
        return step;
    }

    private static Duration usual(Duration length) {
        return USUAL.stream()
                .filter(step -> length.dividedBy(step) <= USUAL_STEPS)
                .findFirst()
                .orElse(Duration.ofDays(7));
    }

    private static Instant floor(Instant time, Duration step) {
        long seconds = time.getEpochSecond();
        return Instant.ofEpochSecond(seconds - Math.floorMod(seconds, step.toSeconds()));
    }

    long count() {
        Duration length = Duration.between(from, to);
        long whole = length.dividedBy(step);
        return step.multipliedBy(whole).equals(length) ? whole : whole + 1;
    }

    List<Instant> starts() {
        return Stream.iterate(from, start -> start.plus(step)).limit(count()).toList();
    }
}

package dev.redrive.kafka.sendback;

import java.time.Duration;

/**
 * How letters are watched after they were sent back.
 *
 * @param grace how long a letter has time to come back before it can count as processed
 * @param every the time between two looks
 * @param atOnce the most letters that are looked at in one look; the next one goes on behind them
 */
public record ConfirmerOptions(Duration grace, Duration every, int atOnce) {
    public ConfirmerOptions {
        if (grace.isNegative()) throw new IllegalArgumentException("grace must not be negative, was " + grace);
        if (every.toMillis() < 1) throw new IllegalArgumentException("every must be at least 1 ms, was " + every);
        if (atOnce < 1) throw new IllegalArgumentException("at once must be at least 1, was " + atOnce);
    }

    public static ConfirmerOptions defaults() {
        return new ConfirmerOptions(Duration.ofSeconds(30), Duration.ofSeconds(5), 10_000);
    }

    public ConfirmerOptions grace(Duration value) {
        return new ConfirmerOptions(value, every, atOnce);
    }

    public ConfirmerOptions every(Duration value) {
        return new ConfirmerOptions(grace, value, atOnce);
    }

    public ConfirmerOptions atOnce(int value) {
        return new ConfirmerOptions(grace, every, value);
    }
}

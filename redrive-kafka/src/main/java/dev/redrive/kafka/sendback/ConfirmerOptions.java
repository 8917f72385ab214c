package dev.redrive.kafka.sendback;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * The settings of the confirmer.
 *
 * @param grace how long a letter has time to come back before it can count as processed
 * @param inOrder channels in which the next letter waits until this one is done: they have no time of grace, and a letter that
 *     comes back later is still known
 * @param every the time between two checks
 * @param atOnce the most letters in one check; the next one continues behind them
 */
public record ConfirmerOptions(Duration grace, Predicate<String> inOrder, Duration every, int atOnce) {
    public ConfirmerOptions {
        if (grace.isNegative()) throw new IllegalArgumentException("grace must not be negative, was " + grace);
        if (every.toMillis() < 1) throw new IllegalArgumentException("every must be at least 1 ms, was " + every);
        if (atOnce < 1) throw new IllegalArgumentException("at once must be at least 1, was " + atOnce);
    }

    public static ConfirmerOptions defaults() {
        return new ConfirmerOptions(Duration.ofSeconds(30), channel -> false, Duration.ofSeconds(5), 10_000);
    }

    public ConfirmerOptions grace(Duration value) {
        return new ConfirmerOptions(value, inOrder, every, atOnce);
    }

    public ConfirmerOptions inOrder(Predicate<String> channels) {
        return new ConfirmerOptions(grace, channels, every, atOnce);
    }

    Duration graceOf(String channel) {
        return inOrder.test(channel) ? Duration.ZERO : grace;
    }

    public ConfirmerOptions every(Duration value) {
        return new ConfirmerOptions(grace, inOrder, value, atOnce);
    }

    public ConfirmerOptions atOnce(int value) {
        return new ConfirmerOptions(grace, inOrder, every, value);
    }
}

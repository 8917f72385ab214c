package dev.redrive.guard;

import dev.redrive.policy.Exponential;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a guard: inline retries, and failures that are rethrown or ignored.
 *
 * @param inlineRetries how often a transient failure is tried again at once
 * @param pause how long to wait before each of these tries
 * @param rethrown failures of these types come out again and are not captured; unchecked ones, so that callers need no catch
 * @param ignored failures of these types are dropped: a filtered queue
 */
public record GuardOptions(
        int inlineRetries,
        Exponential pause,
        List<Class<? extends RuntimeException>> rethrown,
        List<Class<? extends Throwable>> ignored) {
    public GuardOptions {
        if (inlineRetries < 0)
            throw new IllegalArgumentException("inline retries must not be negative, was " + inlineRetries);
        rethrown = List.copyOf(rethrown);
        ignored = List.copyOf(ignored);
    }

    public static GuardOptions defaults() {
        return new GuardOptions(
                0, new Exponential(Duration.ofMillis(100), Duration.ofSeconds(5), 0.3), List.of(), List.of());
    }
}

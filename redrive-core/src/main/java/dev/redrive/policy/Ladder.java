package dev.redrive.policy;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Waits as long as the list says, one step per retry; the last step repeats. */
public record Ladder(List<Duration> steps) implements Strategy {
    public Ladder {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) throw new IllegalArgumentException("steps must not be empty");
        steps.forEach(step -> Limits.notNegative("each of steps", step));
    }

    public static Ladder defaults() {
        return new Ladder(Stream.of(1, 5, 15, 30, 60).map(Duration::ofMinutes).toList());
    }

    @Override
    public Decision next(RetryContext context) {
        int step = Math.min(context.retryCount(), steps.size() - 1);
        return context.retryAfter(steps.get(step));
    }

    @Override
    public String word() {
        return "ladder";
    }
}

package dev.redrive.ledger;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * The progress of a replay.
 *
 * @param lines how many lines of its ledger are in each state; those without any are left out
 * @param step how many of its steps are complete
 * @param active how long it has been sending, pauses not counted
 */
public record ReplayProgress(Map<LineState, Long> lines, int step, Duration active) {
    public ReplayProgress {
        Map<LineState, Long> some = new EnumMap<>(LineState.class);
        lines.forEach((state, count) -> {
            if (count != 0) some.put(state, count);
        });
        lines = Map.copyOf(some);
    }

    public static ReplayProgress none() {
        return new ReplayProgress(Map.of(), 0, Duration.ZERO);
    }

    public static ReplayProgress planned(long letters) {
        return new ReplayProgress(Map.of(LineState.PLANNED, letters), 0, Duration.ZERO);
    }

    public long count(LineState state) {
        return lines.getOrDefault(state, 0L);
    }

    public long matched() {
        return lines.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Letters that went out, whatever came of it. */
    public long replayed() {
        return count(LineState.SENT) + count(LineState.RESOLVED) + count(LineState.CAME_BACK) + count(LineState.FAILED);
    }

    /** Letters that went out in a second of activity; 0 before the first. */
    public double rate() {
        double seconds = active.toNanos() / 1e9;
        return seconds <= 0 ? 0 : replayed() / seconds;
    }

    /** With lines moved from one state to others. */
    public ReplayProgress moved(LineState from, Map<LineState, Long> to) {
        Map<LineState, Long> changed = new EnumMap<>(LineState.class);
        changed.putAll(lines);
        to.forEach((state, count) -> {
            changed.merge(from, -count, Long::sum);
            changed.merge(state, count, Long::sum);
        });
        return new ReplayProgress(changed, step, active);
    }

    public ReplayProgress afterStep(int steps) {
        return new ReplayProgress(lines, steps, active);
    }

    public ReplayProgress active(Duration time) {
        return new ReplayProgress(lines, step, time);
    }
}

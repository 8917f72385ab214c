package dev.redrive.replay;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/**
 * How far a replay has come.
 *
 * @param lines how many lines of its ledger are in each state; those without any are left out
 * @param step how many of its steps are complete
 * @param active how long it has been sending, pauses not counted
 */
public record Progress(Map<LineState, Long> lines, int step, Duration active) {
    public Progress {
        Map<LineState, Long> some = new EnumMap<>(LineState.class);
        lines.forEach((state, count) -> {
            if (count != 0) some.put(state, count);
        });
        lines = Map.copyOf(some);
    }

    public static Progress none() {
        return new Progress(Map.of(), 0, Duration.ZERO);
    }

    public static Progress planned(long letters) {
        return new Progress(Map.of(LineState.PLANNED, letters), 0, Duration.ZERO);
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
    public Progress moved(LineState from, Map<LineState, Long> to) {
        Map<LineState, Long> changed = new EnumMap<>(LineState.class);
        changed.putAll(lines);
        to.forEach((state, count) -> {
            changed.merge(from, -count, Long::sum);
            changed.merge(state, count, Long::sum);
        });
        return new Progress(changed, step, active);
    }

    public Progress afterStep(int steps) {
        return new Progress(lines, steps, active);
    }

    public Progress active(Duration time) {
        return new Progress(lines, step, time);
    }
}

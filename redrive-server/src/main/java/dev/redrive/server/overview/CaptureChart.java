package dev.redrive.server.overview;

import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.StepSum;
import dev.redrive.server.pages.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What came in and what was resolved: one goes up from the axis, the other down, at the same scale.
 *
 * @param axis how far from the top the axis is
 */
public record CaptureChart(
        ChartRange range, List<Column> columns, int axis, long captured, long resolved, long highest) {
    public static final int HEIGHT = 160;
    public static final int STEP = 12;

    private static final int SMALLEST = 2;

    /** One step of time. */
    public record Column(int x, int up, int down, long captured, long resolved, TimeText start) {
        public String label() {
            return start.exact() + ": " + captured + " captured, " + resolved + " resolved";
        }
    }

    static CaptureChart of(ChartRange range, List<StepSum> sums, Instant now) {
        Instant first = range.stepOf(now).minus(range.step().multipliedBy(range.steps() - 1L));
        long[] captured = counts(range, sums, first, Measure.CAPTURED);
        long[] resolved = counts(range, sums, first, Measure.RESOLVED);
        long up = Arrays.stream(captured).max().orElse(0);
        long down = Arrays.stream(resolved).max().orElse(0);
        double scale = HEIGHT / (double) Math.max(1, up + down);
        List<Column> columns = new ArrayList<>(range.steps());
        for (int i = 0; i < range.steps(); i++) {
            TimeText start = new TimeText(first.plus(range.step().multipliedBy(i)), now);
            columns.add(new Column(
                    i * STEP, height(captured[i], scale), height(resolved[i], scale), captured[i], resolved[i], start));
        }
        int axis = up + down == 0 ? HEIGHT / 2 : (int) Math.round(up * scale);
        return new CaptureChart(
                range,
                List.copyOf(columns),
                axis,
                Arrays.stream(captured).sum(),
                Arrays.stream(resolved).sum(),
                Math.max(up, down));
    }

    private static long[] counts(ChartRange range, List<StepSum> sums, Instant first, Measure measure) {
        long[] counts = new long[range.steps()];
        for (StepSum sum : sums) {
            if (sum.measure() != measure || sum.start().isBefore(first)) continue;
            long step = (sum.start().toEpochMilli() - first.toEpochMilli())
                    / range.step().toMillis();
            if (step < counts.length) counts[(int) step] += sum.count();
        }
        return counts;
    }

    private static int height(long count, double scale) {
        return count == 0 ? 0 : Math.max(SMALLEST, (int) Math.round(count * scale));
    }

    public int width() {
        return range.steps() * STEP;
    }

    public boolean isEmpty() {
        return captured == 0 && resolved == 0;
    }
}

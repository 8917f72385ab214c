package dev.redrive.server.channels;

import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.StepSum;
import java.util.List;

/** What happened in a channel in the last hour. */
public record HourCounts(List<StepSum> sums) {
    public HourCounts {
        sums = List.copyOf(sums);
    }

    public long of(Measure measure) {
        return sums.stream()
                .filter(sum -> sum.measure() == measure)
                .mapToLong(StepSum::count)
                .sum();
    }
}

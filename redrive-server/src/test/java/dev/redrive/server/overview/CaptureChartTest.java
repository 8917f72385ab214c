package dev.redrive.server.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.StepSum;
import dev.redrive.server.pages.Sparkline;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CaptureChartTest {
    private static final Instant NOW = Instant.parse("2026-03-02T10:10:00Z");
    private static final Instant STEP = Instant.parse("2026-03-02T10:00:00Z");

    @Test
    void bars_go_up_and_down_from_one_axis_at_one_scale() {
        CaptureChart chart = CaptureChart.of(
                ChartRange.DAY,
                List.of(new StepSum(STEP, Measure.CAPTURED, 30), new StepSum(STEP, Measure.RESOLVED, 10)),
                NOW);

        CaptureChart.Column newest = chart.columns().get(chart.columns().size() - 1);
        assertThat(chart.axis()).isEqualTo(120);
        assertThat(newest.up()).isEqualTo(120);
        assertThat(newest.down()).isEqualTo(40);
        assertThat(newest.label()).isEqualTo("2026-03-02 10:00:00 UTC: 30 captured, 10 resolved");
    }

    @Test
    void what_is_older_than_the_range_is_left_out() {
        CaptureChart chart = CaptureChart.of(
                ChartRange.DAY, List.of(new StepSum(Instant.parse("2026-02-01T00:00:00Z"), Measure.CAPTURED, 5)), NOW);

        assertThat(chart.isEmpty()).isTrue();
    }

    @Test
    void a_small_number_beside_a_large_one_can_still_be_seen() {
        CaptureChart chart = CaptureChart.of(
                ChartRange.WEEK,
                List.of(
                        new StepSum(Instant.parse("2026-03-02T09:00:00Z"), Measure.CAPTURED, 1_000_000),
                        new StepSum(Instant.parse("2026-03-02T06:00:00Z"), Measure.CAPTURED, 1)),
                NOW);

        assertThat(chart.columns().get(chart.columns().size() - 2).up()).isEqualTo(2);
    }

    @Test
    void a_sparkline_shows_a_hair_where_nothing_happened() {
        Sparkline line = Sparkline.of(List.of(0L, 1L, 100L), "24 h");

        assertThat(line.bars()).extracting(Sparkline.Bar::height).containsExactly(1, 3, 24);
        assertThat(line.label()).isEqualTo("101 letters in the last 24 h");
    }
}

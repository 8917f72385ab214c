package dev.redrive.server.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.pages.Sparkline;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChartsTest {
    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final Redrive redrive = Redrive.on(store).open();
    private final Letters letters = redrive.letters();
    private final LetterIds ids = new LetterIds(clock);
    private final Charts charts = new Charts(letters, store.series(), clock);

    @AfterEach
    void close() {
        redrive.close();
    }

    private void counted(Measure measure, Duration ago, long count) {
        store.series().add(List.of(new MinuteCount(clock.instant().minus(ago), "orders", measure, count)));
    }

    private void open(int count, String channel) {
        for (int i = 0; i < count; i++)
            store.capture(List.of(new LetterBuilder(ids)
                    .from(channel)
                    .status(LetterStatus.FAILED)
                    .build()));
    }

    private Chart chart(int place, ChartRange range) {
        return charts.of(Scope.all(), range, ZoneOffset.UTC).get(place);
    }

    @Test
    void a_line_of_each_status_has_a_number_for_each_step() {
        counted(Measure.CAPTURED, Duration.ZERO, 30);
        counted(Measure.RESOLVED, Duration.ZERO, 10);
        counted(Measure.CAPTURED, Duration.ofDays(20), 500);

        Chart chart = chart(0, ChartRange.DAY);

        assertThat(chart.labels()).hasSize(48);
        assertThat(chart.series())
                .extracting(Chart.Series::name)
                .containsExactly("captured", "resolved", "left to a person", "archived");
        assertThat(chart.series().get(0).values().get(47)).isEqualTo(30);
        assertThat(chart.series().get(0).sum()).as("without what is older").isEqualTo(30);
        assertThat(chart.points(chart.series().get(0))).endsWith("200,3");
        assertThat(chart.points(chart.series().get(1))).endsWith("200,67");
        assertThat(chart(0, ChartRange.MONTH).series().get(0).sum()).isEqualTo(530);
    }

    @Test
    void steps_are_named_in_the_zone_of_the_reader() {
        String utc = chart(0, ChartRange.DAY).labels().get(47);
        String tokyo = charts.of(Scope.all(), ChartRange.DAY, ZoneId.of("Asia/Tokyo"))
                .get(0)
                .labels()
                .get(47);

        assertThat(utc).matches("\\d\\d:\\d\\d").isNotEqualTo(tokyo);
    }

    @Test
    void a_ring_shows_the_share_of_tries_that_succeeded() {
        counted(Measure.ATTEMPTED, Duration.ZERO, 8);
        counted(Measure.RESOLVED, Duration.ZERO, 6);

        Chart chart = chart(1, ChartRange.HOUR);

        assertThat(chart.share()).isEqualTo("75 %");
        assertThat(chart.series()).extracting(Chart.Series::sum).containsExactly(6L, 2L);
        assertThat(chart.parts()).extracting(Chart.Part::dash).containsExactly("169.6 56.5", "56.5 169.6");
        assertThat(chart.parts()).extracting(Chart.Part::offset).containsExactly("0.0", "-169.6");
    }

    @Test
    void without_tries_there_is_no_share() {
        assertThat(chart(1, ChartRange.HOUR).share()).isEqualTo("–");
        assertThat(chart(1, ChartRange.HOUR).summary()).isEqualTo("No retries in 1 h.");
    }

    @Test
    void the_channels_with_the_most_open_letters_have_bars_and_the_others_share_one() {
        open(3, "most");
        for (int i = 0; i < 9; i++) open(1, "small-" + i);

        Chart chart = chart(2, ChartRange.DAY);

        assertThat(chart.labels()).hasSize(9).startsWith("most").endsWith("2 others");
        assertThat(chart.series().get(0).values()).startsWith(3L).endsWith(2L);
        assertThat(chart.bars().get(0).height()).isEqualTo(96);
    }

    @Test
    void open_letters_stand_in_the_bar_of_their_time_in_the_queue() {
        open(2, "orders");
        clock.forward(Duration.ofHours(2));
        open(1, "orders");

        Chart chart = chart(3, ChartRange.DAY);

        assertThat(chart.labels()).containsExactly("≤ 5 min", "≤ 1 h", "≤ 6 h", "≤ 1 d", "≤ 7 d", "≤ 30 d", "> 30 d");
        assertThat(chart.series().get(0).values()).containsExactly(1L, 0L, 2L, 0L, 0L, 0L, 0L);
    }

    @Test
    void a_small_number_beside_a_large_one_can_still_be_seen() {
        open(1, "small");
        counted(Measure.CAPTURED, Duration.ZERO, 1_000_000);
        counted(Measure.FAILED, Duration.ZERO, 1);

        assertThat(chart(0, ChartRange.DAY)
                        .points(chart(0, ChartRange.DAY).series().get(2)))
                .endsWith("200,97");
    }

    @Test
    void a_sparkline_shows_a_hair_where_nothing_happened_and_says_what_its_peak_is() {
        Sparkline line = Sparkline.of(List.of(0L, 1L, 100L), false, "24 h");

        assertThat(line.bars()).extracting(Sparkline.Bar::height).containsExactly(1, 3, 24);
        assertThat(line.peak()).isEqualTo(100);
        assertThat(line.label()).isEqualTo("101 letters in the last 24 h");
    }
}

package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.store.DeadLetterStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the counts per minute of every store must hold. */
public abstract class MinuteCountsContract extends BookContract<MinuteCounts> {
    @Override
    protected MinuteCounts bookOf(DeadLetterStore store) {
        return store.series();
    }

    private static MinuteCount captured(long minute, String channel, long count) {
        return new MinuteCount(minutes(minute), channel, Measure.CAPTURED, count);
    }

    @Test
    void counts_add_up_over_steps_of_any_length() {
        book.add(List.of(captured(0, "orders", 1), captured(1, "orders", 2), captured(61, "orders", 4)));
        other.add(List.of(captured(0, "orders", 8), captured(0, "payments", 16)));

        assertThat(series(minutes(0), minutes(62), Duration.ofMinutes(1)))
                .containsExactly(
                        new StepSum(minutes(0), Measure.CAPTURED, 25),
                        new StepSum(minutes(1), Measure.CAPTURED, 2),
                        new StepSum(minutes(61), Measure.CAPTURED, 4));
        assertThat(series(minutes(0), minutes(62), Duration.ofHours(1)))
                .containsExactly(
                        new StepSum(minutes(0), Measure.CAPTURED, 27), new StepSum(minutes(60), Measure.CAPTURED, 4));
        assertThat(series(minutes(0), minutes(62), Duration.ofDays(1)))
                .containsExactly(new StepSum(Instant.parse("2026-03-02T00:00:00Z"), Measure.CAPTURED, 31));
    }

    private List<StepSum> series(Instant from, Instant to, Duration step) {
        return book.sums(from, to, step, Optional.empty());
    }

    @Test
    void a_series_holds_what_began_from_a_time_until_before_another() {
        book.add(List.of(captured(0, "orders", 1), captured(1, "orders", 2), captured(2, "orders", 4)));

        assertThat(series(minutes(1), minutes(2), Duration.ofHours(1)))
                .extracting(StepSum::count)
                .containsExactly(2L);
        assertThat(series(minutes(0).plusNanos(1), minutes(1).plusNanos(1), Duration.ofHours(1)))
                .extracting(StepSum::count)
                .containsExactly(2L);
        assertThat(series(minutes(1), minutes(1), Duration.ofHours(1))).isEmpty();
        assertThat(series(minutes(2), minutes(0), Duration.ofHours(1))).isEmpty();
    }

    @Test
    void steps_begin_at_multiples_of_their_length() {
        book.add(List.of(captured(2, "orders", 1), captured(3, "orders", 2), captured(9, "orders", 4)));

        List<StepSum> series = series(minutes(2), minutes(10), Duration.ofMinutes(7));

        assertThat(minutes(3).toEpochMilli() % Duration.ofMinutes(7).toMillis()).isZero();
        assertThat(series)
                .containsExactly(
                        new StepSum(minutes(-4), Measure.CAPTURED, 1), new StepSum(minutes(3), Measure.CAPTURED, 6));
    }

    @Test
    void a_series_is_of_one_channel_or_of_all_and_keeps_what_is_counted_apart() {
        book.add(List.of(
                captured(0, "orders 🦊", 1),
                new MinuteCount(minutes(0), "orders 🦊", Measure.ARCHIVED, 2),
                new MinuteCount(minutes(0), "orders 🦊", Measure.RESOLVED, 4),
                captured(0, "payments", 8),
                captured(0, "payments", 16)));

        assertThat(book.sums(T, minutes(1), Duration.ofMinutes(1), Optional.of("orders 🦊")))
                .containsExactly(
                        new StepSum(T, Measure.CAPTURED, 1),
                        new StepSum(T, Measure.RESOLVED, 4),
                        new StepSum(T, Measure.ARCHIVED, 2));
        assertThat(book.sums(T, minutes(1), Duration.ofMinutes(1), Optional.of("payments")))
                .containsExactly(new StepSum(T, Measure.CAPTURED, 24));
        assertThat(series(T, minutes(1), Duration.ofMinutes(1)).get(0).count()).isEqualTo(25);
        assertThat(book.sums(T, minutes(1), Duration.ofMinutes(1), Optional.of("no such \0")))
                .isEmpty();
    }

    @Test
    void many_that_count_the_same_minutes_at_once_lose_nothing() throws Exception {
        List<MinuteCount> up = IntStream.range(0, 20)
                .mapToObj(i -> captured(i, "channel " + i % 3, 1))
                .toList();
        List<MinuteCount> down = new ArrayList<>(up);
        Collections.reverse(down);

        allAtOnce(mine -> {
            for (int i = 0; i < 10; i++) mine.add(i % 2 == 0 ? up : down);
            return true;
        });

        assertThat(series(T, minutes(20), Duration.ofMinutes(1)))
                .hasSize(20)
                .allSatisfy(sum -> assertThat(sum.count()).isEqualTo(THREADS * 10L));
    }

    @Test
    void old_counts_are_forgotten() {
        book.add(List.of(captured(0, "orders", 1), captured(1, "orders", 2)));

        book.deleteBefore(minutes(1));
        assertThat(series(T, minutes(2), Duration.ofMinutes(1)))
                .containsExactly(new StepSum(minutes(1), Measure.CAPTURED, 2));

        other.deleteBefore(minutes(1).plusNanos(1));
        assertThat(series(T, minutes(2), Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    void nothing_to_count_is_fine() {
        book.add(List.of());

        assertThat(series(T, minutes(2), Duration.ofMinutes(1))).isEmpty();
    }

    @Test
    void a_series_with_too_many_or_too_short_steps_is_refused() {
        assertThatThrownBy(() -> series(T, T.plus(Duration.ofDays(400)), Duration.ofMinutes(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("576000 steps of PT1M")
                .hasMessageContaining("longer steps");
        assertThatThrownBy(() -> series(Instant.MIN, Instant.MAX, Duration.ofDays(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> series(T, minutes(1), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a minute or longer");
    }
}

package dev.redrive.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.server.caller.Scope;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverviewsTest {
    private static final Scope ORDERS = new Scope(List.of(new Glob("orders.*")));

    private final TestQueue queue = new TestQueue();
    private final Overviews overviews = queue.overviews();

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void an_empty_queue_has_no_rates_and_no_age() {
        Overview overview = overviews.of(Scope.all());

        assertThat(overview.queueSize()).isZero();
        assertThat(overview.backlog()).isZero();
        assertThat(overview.ingestionPerMinute()).isZero();
        assertThat(overview.resolutionRate()).isEmpty();
        assertThat(overview.retrySuccessRate()).isEmpty();
        assertThat(overview.oldestAge()).isEmpty();
    }

    @Test
    void the_backlog_is_what_is_tried_by_itself_and_the_queue_is_all_that_is_open() {
        queue.has(3, "orders.new", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.has(2, "orders.new", LetterStatus.FAILED, LetterBuilder.invalid());

        Overview overview = overviews.of(Scope.all());

        assertThat(overview.backlog()).isEqualTo(3);
        assertThat(overview.queueSize()).isEqualTo(5);
    }

    @Test
    void the_oldest_open_letter_counts_whatever_its_status() {
        queue.has(1, "orders.new", LetterStatus.FAILED, LetterBuilder.invalid());
        queue.clock.forward(Duration.ofMinutes(10));
        queue.has(1, "orders.new", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.clock.forward(Duration.ofMinutes(5));

        Overview overview = overviews.of(Scope.all());

        assertThat(overview.oldestAge()).contains(Duration.ofMinutes(15));
    }

    @Test
    void ingestion_is_this_minute_and_what_is_missing_of_the_one_before() {
        queue.counted("orders.new", Measure.CAPTURED, 8);
        queue.clock.forward(Duration.ofSeconds(60));
        assertThat(overviews.of(Scope.all()).ingestionPerMinute()).isEqualTo(8);

        queue.counted("orders.new", Measure.CAPTURED, 30);
        queue.clock.forward(Duration.ofSeconds(45));

        assertThat(overviews.of(Scope.all()).ingestionPerMinute()).isEqualTo(32);
    }

    @Test
    void rates_look_at_the_last_hour_only() {
        queue.counted("orders.new", Measure.FAILED, 1000);
        queue.clock.forward(Duration.ofHours(1));
        queue.counted("orders.new", Measure.RESOLVED, 30);
        queue.counted("orders.new", Measure.FAILED, 10);
        queue.counted("orders.new", Measure.ATTEMPTED, 60);

        Overview overview = overviews.of(Scope.all());

        assertThat(overview.resolutionRate()).hasValue(0.75);
        assertThat(overview.retrySuccessRate()).hasValue(0.5);
    }

    @Test
    void a_scope_sees_its_own_channels_only() {
        queue.has(1, "payments", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.counted("payments", Measure.CAPTURED, 50);
        queue.clock.forward(Duration.ofMinutes(1));
        queue.has(2, "orders.new", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.counted("orders.new", Measure.CAPTURED, 2);
        queue.clock.forward(Duration.ofSeconds(30));

        Overview overview = overviews.of(ORDERS);

        assertThat(overview.queueSize()).isEqualTo(2);
        assertThat(overview.ingestionPerMinute()).isEqualTo(2);
        assertThat(overview.oldestAge()).contains(Duration.ofSeconds(30));
    }

    @Test
    void a_captured_letter_is_counted_at_once() {
        SeriesRecorder recorder = new SeriesRecorder(queue.events, queue.minuteCounts, queue.clock);
        Overviews fresh = new Overviews(queue.letters(), queue.minuteCounts, queue.clock, recorder);
        assertThat(fresh.of(Scope.all()).queueSize()).isZero();

        queue.captures("orders.new");

        assertThat(fresh.of(Scope.all()).queueSize()).isEqualTo(1);
        assertThat(fresh.of(Scope.all()).ingestionPerMinute()).isEqualTo(1);
        assertThat(fresh.of(ORDERS).counts().total()).isEqualTo(1);
    }
}

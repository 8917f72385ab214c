package dev.redrive.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.server.stats.TestQueue;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.questions.Tallies;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LetterMetricsTest {
    private final TestQueue queue = new TestQueue();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final LetterMetrics metrics = new LetterMetrics(registry, queue.events, queue.overviews(), queue.clock);

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void captures_are_counted_with_the_labels_of_the_contract() {
        captured("orders", "java.net.SocketTimeoutException", true);
        captured("orders", "java.net.SocketTimeoutException", true);
        captured("orders", "java.net.SocketTimeoutException", false);
        queue.events.tell(() -> new RedriveEvent.NotCaptured("orders", "dev.redrive.capture.CaptureFailed"));

        assertThat(scraped())
                .contains("dlq_publish_success_total{failure_category=\"TIMEOUT\",topic=\"orders\"} 2.0")
                .contains(
                        "dlq_messages_total{error_type=\"java.net.SocketTimeoutException\",pipeline_stage=\"orders\"} 2.0")
                .contains(
                        "dlq_publish_failure_total{error_type=\"dev.redrive.capture.CaptureFailed\",topic=\"orders\"} 1.0");
    }

    @Test
    void attempts_count_as_success_or_failure() {
        attempted(queue.nextId(), Attempt.Result.SUCCEEDED, LetterStatus.RESOLVED);
        attempted(queue.nextId(), Attempt.Result.SENT, LetterStatus.REPLAYED);
        attempted(queue.nextId(), Attempt.Result.FAILED, LetterStatus.PENDING);
        attempted(queue.nextId(), Attempt.Result.CAME_BACK, LetterStatus.PENDING);
        queue.events.tell(() -> new RedriveEvent.Moved("orders", List.of(queue.nextId()), Move.CONFIRM, null));
        queue.events.tell(() -> new RedriveEvent.LeaseLost(queue.nextId()));
        queue.events.tell(() -> new RedriveEvent.Spilled(3));
        queue.events.tell(() -> new RedriveEvent.StoreFailed("claim"));

        assertThat(scraped())
                .contains("dlq_retry_success_total{topic=\"orders\"} 2.0")
                .contains("dlq_retry_failure_total{topic=\"orders\"} 2.0")
                .contains("dlq_replay_success_total 1.0")
                .contains("dlq_replay_failure_total 1.0")
                .contains("dlq_capture_spilled_total 3.0")
                .contains("dlq_store_failure_total{operation=\"claim\"} 1.0")
                .contains("dlq_lease_lost_total 1.0");
    }

    @Test
    void what_a_replay_resolves_and_what_fails_in_it_is_counted_once() {
        marked(LineState.PLANNED, Map.of(LineState.RESOLVED, 3L, LineState.FAILED, 2L, LineState.SENT, 4L));
        marked(LineState.SENT, Map.of(LineState.RESOLVED, 1L, LineState.CAME_BACK, 1L));

        assertThat(scraped()).contains("dlq_replay_success_total 3.0").contains("dlq_replay_failure_total 2.0");
    }

    private void marked(LineState from, Map<LineState, Long> lines) {
        queue.events.tell(() -> new RedriveEvent.ReplayMarked(new ReplayId(new UUID(1, 2)), from, lines));
    }

    @Test
    void time_in_the_queue_is_measured_from_capture_to_resolution() {
        LetterId letter = queue.nextId();
        queue.clock.forward(Duration.ofMinutes(2));

        attempted(letter, Attempt.Result.FAILED, LetterStatus.PENDING);
        attempted(letter, Attempt.Result.SUCCEEDED, LetterStatus.RESOLVED);

        assertThat(scraped())
                .contains("dlq_time_in_queue_seconds_bucket{le=\"60.0\"} 0")
                .contains("dlq_time_in_queue_seconds_bucket{le=\"300.0\"} 1")
                .contains("dlq_time_in_queue_seconds_sum 120.0");
    }

    @Test
    void gauges_show_what_is_in_the_store() {
        queue.has(3, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.has(2, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
        queue.counted("orders", Measure.RESOLVED, 3);
        queue.counted("orders", Measure.FAILED, 1);
        queue.clock.forward(Duration.ofSeconds(45));

        assertThat(scraped())
                .contains("dlq_queue_size 5.0")
                .contains("dlq_backlog 3.0")
                .contains("dlq_resolution_rate 0.75")
                .contains("dlq_oldest_age 45.0")
                .contains("dlq_letters{status=\"failed\"} 2.0");
    }

    @Test
    void circuits_and_alerts_are_shown() {
        queue.events.tell(() -> new RedriveEvent.CircuitChanged("orders", RedriveEvent.Circuit.OPEN));
        assertThat(scraped()).contains("dlq_circuit_state{target=\"orders\"} 2.0");
        queue.events.tell(() -> new RedriveEvent.CircuitChanged("orders", RedriveEvent.Circuit.HALF_OPEN));
        assertThat(scraped()).contains("dlq_circuit_state{target=\"orders\"} 1.0");

        metrics.alertSent("email", "CRITICAL");

        assertThat(scraped()).contains("dlq_alerts_sent_total{channel=\"email\",severity=\"critical\"} 1.0");
    }

    @Test
    void label_values_are_bounded() {
        for (int i = 0; i < 1000; i++) captured("channel-" + i, "Error" + i, true);

        assertThat(scraped().lines().filter(line -> line.startsWith("dlq_publish_success_total")))
                .hasSize(101)
                .contains("dlq_publish_success_total{failure_category=\"TIMEOUT\",topic=\"other\"} 900.0");
        assertThat(scraped()).contains("dlq_messages_total{error_type=\"other\",pipeline_stage=\"other\"} 900.0");
    }

    @Test
    void a_store_that_is_away_is_asked_once_and_leaves_the_gauges_empty() {
        AtomicInteger asked = new AtomicInteger();
        TestQueue away = new TestQueue(behind -> new ForwardingStore(behind) {
            @Override
            public Tallies tallies() {
                asked.incrementAndGet();
                throw new StoreUnavailable("the store is away", new Exception("connection refused"));
            }
        });
        PrometheusMeterRegistry other = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        LetterMetrics unused = new LetterMetrics(other, away.events, away.overviews(), away.clock);

        assertThat(other.scrape()).contains("dlq_queue_size NaN").contains("dlq_backlog NaN");
        assertThat(unused).isNotNull();
        assertThat(asked).hasValue(1);
        away.close();
    }

    private String scraped() {
        return registry.scrape();
    }

    private void captured(String channel, String errorType, boolean isNew) {
        queue.events.tell(() -> new RedriveEvent.Captured(
                queue.nextId(),
                channel,
                errorType,
                Category.TIMEOUT,
                new CauseId(new UUID(1, 2)),
                LetterStatus.PENDING,
                isNew));
    }

    private void attempted(LetterId letter, Attempt.Result result, LetterStatus status) {
        queue.events.tell(() ->
                new RedriveEvent.Attempted(letter, "orders", result, status, 1, Duration.ofMillis(5), null, "e-1"));
    }
}

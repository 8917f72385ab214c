package dev.redrive.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.LetterStatus;
import dev.redrive.metrics.LetterGauges;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.server.stats.Overview;
import dev.redrive.server.stats.TestQueue;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.questions.Tallies;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LetterMetersTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void gauges_show_what_is_in_the_store_and_the_rates_of_the_last_hour() {
        try (TestQueue queue = new TestQueue()) {
            LetterGauges<Overview> gauges = LetterMeters.letterGauges(queue.overviews(), queue.clock);
            gauges.bindTo(registry);
            queue.has(3, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
            queue.has(2, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
            queue.counted("orders", Measure.CAPTURED, 5);
            queue.counted("orders", Measure.RESOLVED, 3);
            queue.counted("orders", Measure.FAILED, 1);
            queue.clock.forward(Duration.ofSeconds(45));

            assertThat(registry.scrape())
                    .contains("dlq_queue_size 5.0")
                    .contains("dlq_backlog 3.0")
                    .contains("dlq_ingestion_rate 5.0")
                    .contains("dlq_resolution_rate 0.75")
                    .contains("dlq_oldest_age 45.0")
                    .contains("dlq_letters{status=\"failed\"} 2.0");
        }
    }

    @Test
    void a_store_that_is_unavailable_is_read_once_and_leaves_the_gauges_empty() {
        AtomicInteger reads = new AtomicInteger();
        try (TestQueue queue = new TestQueue(behind -> new ForwardingStore(behind) {
            @Override
            public Tallies tallies() {
                reads.incrementAndGet();
                throw new StoreUnavailable("the store is away", new Exception("connection refused"));
            }
        })) {
            LetterGauges<Overview> gauges = LetterMeters.letterGauges(queue.overviews(), queue.clock);
            gauges.bindTo(registry);

            assertThat(registry.scrape())
                    .contains("dlq_queue_size NaN")
                    .contains("dlq_backlog NaN")
                    .contains("dlq_resolution_rate NaN");
            assertThat(reads).hasValue(1);
        }
    }

    @Test
    void counters_listen_to_the_events_of_the_queue() {
        try (TestQueue queue = new TestQueue()) {
            var counters = LetterMeters.letterCounters(registry, queue.events, queue.clock);

            queue.events.publish(() -> new RedriveEvent.LeaseLost(queue.nextId()));

            assertThat(counters).isNotNull();
            assertThat(registry.scrape()).contains("dlq_lease_lost_total 1.0");
        }
    }

    @Test
    void delivered_alerts_are_counted_by_channel_and_severity() {
        new AlertMetrics(registry).sent("email", "CRITICAL");

        assertThat(registry.scrape()).contains("dlq_alerts_sent_total{channel=\"email\",severity=\"critical\"} 1.0");
    }
}

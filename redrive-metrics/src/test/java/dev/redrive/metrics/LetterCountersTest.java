package dev.redrive.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.SettableClock;
import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.store.retention.RetentionRun;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LetterCountersTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final LetterCounters counters = new LetterCounters(registry, clock);

    @Test
    void captures_are_counted_with_the_labels_of_the_contract() {
        captured("orders", "java.net.SocketTimeoutException", true);
        captured("orders", "java.net.SocketTimeoutException", true);
        captured("orders", "java.net.SocketTimeoutException", false);
        counters.accept(new RedriveEvent.NotCaptured("orders", "dev.redrive.capture.CaptureFailed"));

        assertThat(count("dlq.publish.success", "failure_category", "TIMEOUT", "topic", "orders"))
                .isEqualTo(2);
        assertThat(count("dlq.messages", "error_type", "java.net.SocketTimeoutException", "pipeline_stage", "orders"))
                .isEqualTo(2);
        assertThat(count("dlq.publish.failure", "error_type", "dev.redrive.capture.CaptureFailed", "topic", "orders"))
                .isEqualTo(1);
    }

    @Test
    void attempts_count_as_success_or_failure() {
        attempted(ids.next(), Attempt.Result.SUCCEEDED, LetterStatus.RESOLVED);
        attempted(ids.next(), Attempt.Result.SENT, LetterStatus.REPLAYED);
        attempted(ids.next(), Attempt.Result.FAILED, LetterStatus.PENDING);
        attempted(ids.next(), Attempt.Result.CAME_BACK, LetterStatus.PENDING);
        counters.accept(new RedriveEvent.Moved("orders", List.of(ids.next()), Move.CONFIRM, null));

        assertThat(count("dlq.retry.success", "topic", "orders")).isEqualTo(2);
        assertThat(count("dlq.retry.failure", "topic", "orders")).isEqualTo(2);
        assertThat(count("dlq.replay.success")).isEqualTo(1);
        assertThat(count("dlq.replay.failure")).isEqualTo(1);
    }

    @Test
    void runs_of_retention_and_captures_of_last_resort_are_counted() {
        counters.accept(new RedriveEvent.RetentionEnded(run(12, 10, null)));
        counters.accept(new RedriveEvent.RetentionEnded(run(3, 0, "the archive is away")));
        counters.accept(new RedriveEvent.CapturedToArchive(2));

        assertThat(count("dlq.retention.archived")).isEqualTo(15);
        assertThat(count("dlq.retention.removed")).isEqualTo(10);
        assertThat(count("dlq.retention.failures")).isEqualTo(1);
        assertThat(count("dlq.capture.last.resort")).isEqualTo(2);
    }

    private RetentionRun run(long archived, long removed, @Nullable String problem) {
        return new RetentionRun("node", clock.instant(), clock.instant(), archived, 0, removed, 0, 1, 100, problem);
    }

    @Test
    void lost_leases_spilled_letters_and_store_failures_are_counted() {
        counters.accept(new RedriveEvent.LeaseLost(ids.next()));
        counters.accept(new RedriveEvent.Spilled(3));
        counters.accept(new RedriveEvent.StoreFailed("claim"));

        assertThat(count("dlq.lease.lost")).isEqualTo(1);
        assertThat(count("dlq.capture.spilled")).isEqualTo(3);
        assertThat(count("dlq.store.failure", "operation", "claim")).isEqualTo(1);
    }

    @Test
    void what_a_replay_resolves_and_what_fails_in_it_is_counted_once() {
        marked(LineState.PLANNED, Map.of(LineState.RESOLVED, 3L, LineState.FAILED, 2L, LineState.SENT, 4L));
        marked(LineState.SENT, Map.of(LineState.RESOLVED, 1L, LineState.CAME_BACK, 1L));

        assertThat(count("dlq.replay.success")).isEqualTo(3);
        assertThat(count("dlq.replay.failure")).isEqualTo(2);
    }

    @Test
    void time_in_the_queue_is_measured_from_capture_to_resolution() {
        LetterId letter = ids.next();
        clock.forward(Duration.ofMinutes(2));

        attempted(letter, Attempt.Result.FAILED, LetterStatus.PENDING);
        attempted(letter, Attempt.Result.SUCCEEDED, LetterStatus.RESOLVED);

        Timer timer = registry.get("dlq.time.in.queue").timer();
        assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(120);
        assertThat(Arrays.stream(timer.takeSnapshot().histogramCounts())
                        .filter(bucket -> bucket.count() > 0)
                        .mapToDouble(CountAtBucket::bucket)
                        .min())
                .hasValue((double) Duration.ofMinutes(5).toNanos());
    }

    @Test
    void the_state_of_a_circuit_is_shown() {
        counters.accept(new RedriveEvent.CircuitChanged("orders", RedriveEvent.Circuit.OPEN));
        assertThat(circuit("orders")).isEqualTo(2);

        counters.accept(new RedriveEvent.CircuitChanged("orders", RedriveEvent.Circuit.HALF_OPEN));
        assertThat(circuit("orders")).isEqualTo(1);
    }

    @Test
    void label_values_are_bounded() {
        for (int i = 0; i < 1000; i++) captured("channel-" + i, "Error" + i, true);

        assertThat(registry.find("dlq.publish.success").counters()).hasSize(101);
        assertThat(count("dlq.publish.success", "failure_category", "TIMEOUT", "topic", "other"))
                .isEqualTo(900);
        assertThat(count("dlq.messages", "error_type", "other", "pipeline_stage", "other"))
                .isEqualTo(900);
    }

    private double count(String meter, String... tags) {
        return registry.get(meter).tags(tags).counter().count();
    }

    private double circuit(String target) {
        return registry.get("dlq.circuit.state").tag("target", target).gauge().value();
    }

    private void marked(LineState from, Map<LineState, Long> lines) {
        counters.accept(new RedriveEvent.ReplayMarked(new ReplayId(new UUID(1, 2)), from, lines));
    }

    private void captured(String channel, String errorType, boolean isNew) {
        counters.accept(new RedriveEvent.Captured(
                ids.next(),
                channel,
                errorType,
                Category.TIMEOUT,
                new CauseId(new UUID(1, 2)),
                LetterStatus.PENDING,
                isNew));
    }

    private void attempted(LetterId letter, Attempt.Result result, LetterStatus status) {
        counters.accept(
                new RedriveEvent.Attempted(letter, "orders", result, status, 1, Duration.ofMillis(5), null, "e-1"));
    }
}

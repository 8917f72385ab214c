package dev.redrive.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.retention.Retention;
import dev.redrive.store.retention.RetentionLog;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetentionGaugesTest {
    private final SettableClock clock = SettableClock.standing();
    private final DeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final Redrive redrive =
            Redrive.on(store).retention(Retention.defaults()).open();
    private final StoreProbe probe = new StoreProbe(store::find, clock);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        probe.close();
        redrive.close();
    }

    @Test
    void they_say_what_is_due_and_how_long_it_has_been() {
        new RetentionGauges(redrive, probe, clock).bindTo(registry);
        store.capture(List.of(new LetterBuilder(new LetterIds(clock))
                .from("orders")
                .status(LetterStatus.RESOLVED)
                .build()));
        clock.forward(Duration.ofDays(33));

        assertThat(value("dlq.retention.due")).isEqualTo(1);
        assertThat(value("dlq.retention.overdue.age"))
                .isBetween((double) Duration.ofDays(2).toSeconds(), (double)
                        Duration.ofDays(3).toSeconds());
        assertThat(value("dlq.archive.pending")).isZero();

        var unused = redrive.retention().run();
        clock.forward(Duration.ofMinutes(1));

        assertThat(value("dlq.retention.due")).isZero();
        assertThat(value("dlq.retention.overdue.age")).isZero();
    }

    @Test
    void while_the_store_is_away_they_have_no_value() {
        try (Redrive away = Redrive.on(new WithoutRetentionLog(store)).open()) {
            new RetentionGauges(away, probe, clock).bindTo(registry);

            assertThat(value("dlq.retention.due")).isNaN();
            assertThat(value("dlq.retention.overdue.age")).isNaN();
        }
    }

    @Test
    void a_store_that_the_probe_cannot_reach_is_not_read() {
        try (StoreProbe failing = new StoreProbe(
                id -> {
                    throw new StoreUnavailable("the store is away", new Exception("connection refused"));
                },
                clock)) {
            new RetentionGauges(redrive, failing, clock).bindTo(registry);

            assertThat(value("dlq.retention.due")).isNaN();
        }
    }

    /** A store that does not answer what retention asks. */
    private static final class WithoutRetentionLog extends ForwardingStore {
        WithoutRetentionLog(DeadLetterStore behind) {
            super(behind);
        }

        @Override
        public RetentionLog retentionLog() {
            throw new StoreUnavailable("the store is away", new Exception("connection refused"));
        }
    }

    private double value(String meter) {
        return registry.get(meter).gauge().value();
    }
}

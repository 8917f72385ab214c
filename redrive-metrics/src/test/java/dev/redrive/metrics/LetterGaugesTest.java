package dev.redrive.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LetterGaugesTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void they_show_what_is_in_the_store() {
        try (Redrive redrive = Redrive.on(store).keepForever().open()) {
            var gauges = new LetterGauges<>(() -> StoredLetterNumbers.read(redrive.letters(), clock.instant()), clock);
            gauges.with(
                            "dlq.pending",
                            "Pending letters",
                            numbers -> numbers.counts().of(LetterStatus.PENDING))
                    .bindTo(registry);
            letter(LetterStatus.PENDING, LetterBuilder.timeout());
            clock.forward(Duration.ofSeconds(15));
            letter(LetterStatus.PENDING, LetterBuilder.timeout());
            letter(LetterStatus.FAILED, LetterBuilder.invalid());
            clock.forward(Duration.ofSeconds(30));

            assertThat(value("dlq.queue.size")).isEqualTo(3);
            assertThat(value("dlq.backlog")).isEqualTo(2);
            assertThat(value("dlq.oldest.age")).isEqualTo(45);
            assertThat(value("dlq.letters", "status", "failed")).isEqualTo(1);
            assertThat(value("dlq.pending")).isEqualTo(2);
        }
    }

    @Test
    void the_store_is_read_every_five_seconds_at_most_also_when_it_is_unavailable() {
        LetterGauges<LetterNumbers> gauges = new LetterGauges<>(
                () -> {
                    reads.incrementAndGet();
                    throw new StoreUnavailable("the store is away", new Exception("connection refused"));
                },
                clock);
        gauges.bindTo(registry);

        assertThat(value("dlq.queue.size")).isNaN();
        clock.forward(Duration.ofSeconds(4));
        assertThat(value("dlq.backlog")).isNaN();
        assertThat(reads).hasValue(1);

        clock.forward(Duration.ofSeconds(1));
        assertThat(value("dlq.backlog")).isNaN();
        assertThat(reads).hasValue(2);
    }

    @Test
    void a_store_that_takes_long_to_fail_is_waited_for_once_and_not_by_each_gauge() {
        LetterGauges<LetterNumbers> gauges = new LetterGauges<>(
                () -> {
                    reads.incrementAndGet();
                    clock.forward(Duration.ofSeconds(5));
                    throw new StoreUnavailable("the store is away", new Exception("no connection within 5 s"));
                },
                clock);
        gauges.bindTo(registry);

        assertThat(value("dlq.queue.size")).isNaN();
        assertThat(value("dlq.backlog")).isNaN();
        assertThat(value("dlq.oldest.age")).isNaN();

        assertThat(reads).hasValue(1);
    }

    private void letter(LetterStatus status, Failure failure) {
        store.capture(List.of(new LetterBuilder(ids)
                .from("orders")
                .status(status)
                .failedWith(failure)
                .build()));
    }

    private double value(String meter, String... tags) {
        return registry.get(meter).tags(tags).gauge().value();
    }
}

package dev.redrive.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RunningAttemptTest {
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    @Test
    void an_attempt_that_starts_this_moment_has_not_been_running_for_long() throws Exception {
        LeasedLetter claimed = claimed();
        AtomicReference<RunningAttempt> latest =
                new AtomicReference<>(new RunningAttempt(claimed, Duration.ofMinutes(1)));
        AtomicBoolean starting = new AtomicBoolean(true);
        AtomicBoolean late = new AtomicBoolean();
        Thread keeper = new Thread(() -> {
            while (starting.get()) if (Objects.requireNonNull(latest.get()).runsLongerThan(MINUTE)) late.set(true);
        });
        keeper.start();

        for (int i = 0; i < 1_000_000; i++) {
            RunningAttempt attempt = new RunningAttempt(claimed, Duration.ofMinutes(1));
            latest.set(attempt);
            attempt.start();
        }
        starting.set(false);
        keeper.join();

        assertThat(late).isFalse();
    }

    private static LeasedLetter claimed() {
        InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(SettableClock.standing());
        store.capture(List.of(new LetterBuilder(new LetterIds(store.clock())).build()));
        return store.claim(ClaimRequest.of("node-1", 1, Duration.ofMinutes(1))).get(0);
    }
}

package dev.redrive.internal.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunPaceTest {
    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> rests = new ArrayList<>();
    private final RunPace pace = new RunPace(nanos::get, rests::add);

    private void batch(int millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    private static RedriveEvent attempt() {
        return new RedriveEvent.Attempted(
                new LetterId(new UUID(0, 0)),
                "orders",
                Attempt.Result.SUCCEEDED,
                LetterStatus.RESOLVED,
                1,
                Duration.ZERO,
                null,
                "e-1");
    }

    @Test
    void it_rests_as_long_as_the_batch_took_when_letters_were_tried_meanwhile() {
        pace.begin();
        batch(30);
        pace.listen(attempt());
        pace.betweenBatches();
        batch(50);
        pace.listen(attempt());
        pace.betweenBatches();

        assertThat(rests).containsExactly(Duration.ofMillis(30), Duration.ofMillis(50));
    }

    @Test
    void it_does_not_rest_when_nothing_else_happens() {
        pace.listen(attempt());
        pace.begin();
        batch(30);
        pace.listen(new RedriveEvent.Expired(500));
        pace.betweenBatches();
        batch(30);
        pace.betweenBatches();

        assertThat(rests).isEmpty();
    }

    @Test
    void time_before_a_batch_began_does_not_count() {
        pace.begin();
        batch(1_000);
        pace.begin();
        batch(20);
        pace.listen(attempt());
        pace.betweenBatches();

        assertThat(rests).containsExactly(Duration.ofMillis(20));
    }
}

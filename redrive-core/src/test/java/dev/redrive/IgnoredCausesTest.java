package dev.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.capture.FailedMessage;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.contract.SettableClock;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Message;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IgnoredCausesTest {
    private final SettableClock clock = SettableClock.standing();
    private final List<RedriveEvent> published = new CopyOnWriteArrayList<>();
    private final Redrive redrive = Redrive.on(new InMemoryDeadLetterStore(clock))
            .listen(published::add)
            .open();

    @AfterEach
    void close() {
        redrive.close();
    }

    private CauseId failed() {
        var kept = redrive.capture(
                FailedMessage.of("orders", Message.of("x"), new IllegalStateException("what is this?")));
        return redrive.letters().find(kept.id()).orElseThrow().cause();
    }

    private CauseState state(CauseId id) {
        return redrive.letters().cause(id).orElseThrow().state();
    }

    @Test
    void a_cause_that_was_ignored_for_a_time_is_open_again_after_it() {
        CauseId id = failed();
        redrive.letters().ignore(id, new IgnoreEnd(clock.instant().plusSeconds(60), null, false), "ann");

        clock.forward(Duration.ofSeconds(59));
        redrive.letters().endIgnoring();
        assertThat(state(id)).isEqualTo(CauseState.IGNORED);
        clock.forward(Duration.ofSeconds(1));
        redrive.letters().endIgnoring();

        assertThat(state(id)).isEqualTo(CauseState.OPEN);
        assertThat(published).last().isEqualTo(new RedriveEvent.CauseChanged(id, CauseState.OPEN, null));
    }

    @Test
    void a_cause_that_was_ignored_up_to_a_number_is_open_again_beyond_it() {
        CauseId id = failed();
        redrive.letters().ignore(id, new IgnoreEnd(null, 3L, false), "ann");

        failed();
        failed();
        redrive.letters().endIgnoring();
        assertThat(state(id)).isEqualTo(CauseState.IGNORED);
        failed();
        redrive.letters().endIgnoring();

        assertThat(state(id)).isEqualTo(CauseState.OPEN);
    }

    @Test
    void a_cause_that_is_ignored_for_good_or_until_a_release_stays_so() {
        CauseId id = failed();
        redrive.letters().ignore(id, new IgnoreEnd(null, null, true), "ann");

        clock.forward(Duration.ofDays(365));
        redrive.letters().endIgnoring();

        assertThat(state(id)).isEqualTo(CauseState.IGNORED);
    }
}

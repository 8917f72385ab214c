package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Replays;
import dev.redrive.contract.SettableClock;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.OffPeak;
import dev.redrive.replay.CommandResult;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplayBrakesTest {
    private final AtomicReference<Optional<String>> unwell = new AtomicReference<>(Optional.empty());
    private final ReplayFixture shop = new ReplayFixture(
            new InMemoryDeadLetterStore(InstantSource.system()), chosen -> chosen.health(target -> unwell.get()));

    @AfterEach
    void close() {
        shop.close();
    }

    private static PlanRequest with(Brakes brakes) {
        return ReplayFixture.all().with(brakes);
    }

    @Test
    void after_each_step_it_waits_until_it_is_resumed() {
        shop.letters(30);

        Replay first = shop.await(
                shop.start(with(Brakes.defaults().steps(List.of(1, 10), Optional.empty())))
                        .id(),
                ReplayState.PAUSED);
        int afterFirst = shop.arrived.size();
        shop.command(first.id(), ReplayState.Command.RESUME);
        Replay second = shop.await(first.id(), ReplayState.PAUSED);
        int afterSecond = shop.arrived.size();
        shop.command(first.id(), ReplayState.Command.RESUME);
        shop.await(first.id(), ReplayState.DONE);

        assertThat(afterFirst).isEqualTo(1);
        assertThat(first.reason()).isEqualTo("step 1 of 3 is done: 1 sent, 0 failed; resume it to send 10 more");
        assertThat(afterSecond).isEqualTo(11);
        assertThat(second.reason()).isEqualTo("step 2 of 3 is done: 10 sent, 0 failed; resume it to send the rest");
        assertThat(shop.arrived).hasSize(30);
    }

    @Test
    void steps_go_on_by_themselves_when_they_have_a_time() {
        shop.letters(5);

        shop.run(with(Brakes.defaults().steps(List.of(1, 1), Optional.of(Duration.ofMillis(5)))));

        assertThat(shop.arrived).hasSize(5);
    }

    @Test
    void a_step_that_fails_stops_it_although_others_would_go_on_by_time() {
        shop.letters(5);
        shop.when(payload -> {
            throw new IllegalStateException("still broken");
        });

        Replay stopped = shop.await(
                shop.start(with(Brakes.defaults().steps(List.of(1), Optional.of(Duration.ofMillis(5)))))
                        .id(),
                ReplayState.STOPPED);

        assertThat(stopped.reason()).contains("1 sent, 1 failed").contains("stops above 50 %");
        assertThat(stopped.progress().count(LineState.FAILED)).isEqualTo(1);
    }

    @Test
    void it_stops_when_too_many_of_the_last_letters_failed_and_goes_on_when_resumed() {
        List<LetterId> ids = shop.letters(200);
        shop.when(payload -> {
            if (Integer.parseInt(payload) % 2 == 0) throw new IllegalStateException("still broken");
        });

        Replay stopped = shop.await(
                shop.start(with(Brakes.defaults().concurrency(1).batchSize(1).stop(new Brakes.StopRule(0.2, 20, 10))))
                        .id(),
                ReplayState.STOPPED);
        int sent = (int) stopped.progress().replayed();
        shop.when(payload -> {});
        shop.command(stopped.id(), ReplayState.Command.RESUME);
        Replay done = shop.await(stopped.id(), ReplayState.DONE);

        assertThat(stopped.reason()).endsWith("letters failed, and it stops above 20 %");
        assertThat(sent).isBetween(10, 40);
        assertThat(done.progress().replayed()).isEqualTo(200);
        assertThat(done.progress().count(LineState.FAILED)).isBetween(5L, 20L);
        assertThat(ids)
                .filteredOn(id -> shop.status(id) == LetterStatus.RESOLVED)
                .hasSize((int) done.progress().count(LineState.RESOLVED));
    }

    @Test
    void when_every_letter_fails_no_more_go_out_than_the_window_and_those_on_the_way() {
        shop.letters(300);
        shop.when(payload -> {
            throw new IllegalStateException("still broken");
        });

        Replay stopped = shop.await(
                shop.start(with(Brakes.defaults().concurrency(4).stop(new Brakes.StopRule(0.5, 20, 20))))
                        .id(),
                ReplayState.STOPPED);

        assertThat(stopped.progress().replayed()).isBetween(20L, 23L);
        assertThat(stopped.reason()).isEqualTo("20 of the last 20 letters failed, and it stops above 50 %");
    }

    @Test
    void with_fewer_letters_than_the_window_the_share_of_all_counts() {
        shop.letters(10);
        shop.when(payload -> {
            throw new IllegalStateException("still broken");
        });

        Replay stopped =
                shop.await(shop.start(with(Brakes.defaults().concurrency(1))).id(), ReplayState.STOPPED);

        assertThat(stopped.progress().count(LineState.FAILED)).isEqualTo(6);
        assertThat(stopped.progress().count(LineState.PLANNED)).isEqualTo(4);
        assertThat(stopped.reason()).isEqualTo("6 of all 10 letters failed, and it stops above 50 %");
    }

    @Test
    void one_that_has_nothing_left_to_send_is_done_however_much_failed() {
        shop.letters(20);
        shop.when(payload -> {
            throw new IllegalStateException("still broken");
        });

        Replay done = shop.run(with(Brakes.defaults().concurrency(1).stop(new Brakes.StopRule(0.5, 20, 20))));

        assertThat(done.progress().count(LineState.FAILED)).isEqualTo(20);
    }

    @Test
    void an_open_circuit_stops_it_and_letters_that_were_not_tried_stand_as_before() {
        List<LetterId> ids = shop.letters(100);
        shop.when(payload -> {
            throw new SocketTimeoutException("Read timed out");
        });

        Replay stopped = shop.await(
                shop.start(with(Brakes.defaults().stop(Brakes.StopRule.at(1)))).id(), ReplayState.STOPPED);

        assertThat(stopped.reason()).contains("the circuit to payments* is open");
        long failed = stopped.progress().count(LineState.FAILED);
        assertThat(failed).isBetween(10L, 40L);
        assertThat(stopped.progress().count(LineState.PLANNED)).isEqualTo(100 - failed);
        assertThat(ids)
                .filteredOn(id -> shop.line(stopped.id(), id).state() == LineState.PLANNED)
                .allSatisfy(id -> {
                    assertThat(shop.status(id)).isEqualTo(LetterStatus.MANUAL);
                    assertThat(shop.letter(id).retryCount()).isZero();
                    assertThat(shop.letter(id).attempts()).isEmpty();
                });
    }

    @Test
    void a_target_that_is_not_well_gets_nothing() {
        shop.letters(5);
        unwell.set(Optional.of("it answered 503"));

        Replay stopped = shop.await(shop.start(ReplayFixture.all()).id(), ReplayState.STOPPED);
        unwell.set(Optional.empty());
        int before = shop.arrived.size();
        shop.command(stopped.id(), ReplayState.Command.RESUME);
        shop.await(stopped.id(), ReplayState.DONE);

        assertThat(stopped.reason()).isEqualTo("the target payments* is not well: it answered 503");
        assertThat(before).isZero();
        assertThat(shop.arrived).hasSize(5);
    }

    @Test
    void a_rate_is_kept() {
        shop.letters(200);
        long began = System.nanoTime();

        shop.run(with(Brakes.defaults().perSecond(400.0)));

        double seconds = (System.nanoTime() - began) / 1e9;
        // 200 letters at 400 a second are half a second; what was saved up at the start is a fortieth of a second.
        assertThat(seconds).isGreaterThan(0.45);
    }

    @Test
    void it_waits_for_its_hours() {
        SettableClock clock = new SettableClock(Instant.parse("2026-03-02T10:30:00Z"));
        try (ReplayFixture night = new ReplayFixture(new InMemoryDeadLetterStore(clock), chosen -> chosen)) {
            night.letters(3);
            Brakes brakes = Brakes.defaults().hours(new OffPeak(List.of(2), ZoneOffset.UTC));

            ReplayId id = night.start(with(brakes)).id();
            Replay waiting = night.await(id, replay -> replay.reason() != null);
            int before = night.arrived.size();
            clock.forward(Duration.ofHours(16));
            night.await(id, ReplayState.DONE);

            assertThat(waiting.state()).isEqualTo(ReplayState.RUNNING);
            assertThat(waiting.wakeAt()).isEqualTo(Instant.parse("2026-03-03T02:00:00Z"));
            assertThat(before).isZero();
            assertThat(night.arrived).hasSize(3);
        }
    }

    @Test
    void pausing_finishes_what_is_being_sent_and_puts_the_rest_back() throws Exception {
        Semaphore permits = new Semaphore(0);
        CountDownLatch first = new CountDownLatch(2);
        shop.when(payload -> {
            first.countDown();
            permits.acquire();
        });
        List<LetterId> ids = shop.letters(50);
        ReplayId id = shop.start(with(Brakes.defaults().concurrency(2))).id();
        first.await();

        shop.command(id, ReplayState.Command.PAUSE);
        shop.await(id, replay -> retrying(ids) == 2);
        permits.release(2);
        shop.await(id, replay -> replay.progress().replayed() == 2 && retrying(ids) == 0);
        Replay paused = shop.replay(id);
        permits.release(1000);
        shop.command(id, ReplayState.Command.RESUME);
        Replay done = shop.await(id, ReplayState.DONE);

        assertThat(paused.state()).isEqualTo(ReplayState.PAUSED);
        assertThat(paused.reason()).isEqualTo("paused by anna");
        assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(50);
        assertThat(shop.arrived).hasSize(50);
        assertThat(ids).allMatch(letter -> shop.letter(letter).retryCount() == 1);
    }

    @Test
    void commands_may_come_twice_and_are_refused_when_they_make_no_sense() {
        shop.letters(1);
        ReplayId id = shop.plan(ReplayFixture.all()).id();
        Replays replays = shop.redrive.replays();

        assertThat(replays.command(id, ReplayState.Command.PAUSE, null))
                .isEqualTo(new CommandResult.NotAllowed(ReplayState.PLANNED));
        shop.command(id, ReplayState.Command.CANCEL);
        shop.command(id, ReplayState.Command.CANCEL);
        shop.await(id, ReplayState.CANCELLED);
        shop.command(id, ReplayState.Command.CANCEL);

        assertThat(replays.command(id, ReplayState.Command.START, null))
                .isEqualTo(new CommandResult.NotAllowed(ReplayState.CANCELLED));
        assertThat(replays.command(
                        ReplayId.of("01890000-0000-7000-8000-000000000000"), ReplayState.Command.START, null))
                .isEqualTo(new CommandResult.NoSuchReplay());
        assertThat(shop.arrived).isEmpty();
    }

    private long retrying(List<LetterId> ids) {
        return ids.stream()
                .filter(id -> shop.status(id) == LetterStatus.RETRYING)
                .count();
    }
}

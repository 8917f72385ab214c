package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.Replays;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.ReturnedLetter;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Races of a replay: with decisions, an unavailable store and a starting process. */
class ReplayRacesTest {
    // Starts

    @Test
    void one_that_goes_on_after_a_restart_waits_for_its_targets() {
        InMemoryDeadLetterStore store = ReplayFixture.memoryStore();
        AtomicInteger looks = new AtomicInteger();
        HookedReplayBook watched = new HookedReplayBook(store).before("find", looks::incrementAndGet);
        try (ReplayFixture before = new ReplayFixture(store, chosen -> chosen)) {
            ReplayId id = leftInTheMiddle(before, store);
            try (Redrive after = Redrive.on(watched).open()) {
                List<String> arrived = new CopyOnWriteArrayList<>();
                after.handle("invoices", letter -> {});
                Await.until(() -> looks.get() > 3
                        || after.replays().find(id).orElseThrow().state() == ReplayState.DONE);
                after.handle("payments*", letter -> arrived.add(letter.payload().text()));
                Await.until(() -> after.replays().find(id).orElseThrow().state() == ReplayState.DONE);

                assertThat(store.replays().tally(id)).containsOnlyKeys(LineState.RESOLVED);
                assertThat(arrived).containsExactlyInAnyOrderElementsOf(ReplayFixture.numbers(3, 20));
            }
        }
    }

    @Test
    void a_target_that_does_not_come_after_a_restart_stops_it_until_it_is_resumed() {
        SettableClock clock = SettableClock.standing();
        InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
        try (ReplayFixture before = new ReplayFixture(store, chosen -> chosen)) {
            ReplayId id = leftInTheMiddle(before, store);
            AtomicInteger looks = new AtomicInteger();
            HookedReplayBook watched = new HookedReplayBook(store).before("find", looks::incrementAndGet);
            try (Redrive after = Redrive.on(watched).open()) {
                Replays replays = after.replays();
                after.handle("invoices", letter -> {});
                Await.until(() -> looks.get() > 0);
                clock.forward(Duration.ofMinutes(2));
                Await.until(() -> store.replays().find(id).orElseThrow().state() == ReplayState.STOPPED);
                Replay stopped = replays.find(id).orElseThrow();
                replays.command(id, ReplayState.Command.RESUME, "anna");
                Await.until(() -> store.replays().find(id).orElseThrow().state() == ReplayState.DONE);

                assertThat(stopped.reason())
                        .isEqualTo("nothing here takes letters of payments; resume it when something does");
                assertThat(stopped.progress().count(LineState.PLANNED)).isEqualTo(17);
                assertThat(store.replays().tally(id).get(LineState.SKIPPED)).isEqualTo(17);
            }
        }
    }

    @Test
    void one_that_is_taken_before_its_start_is_answered_counts_as_started_manually() {
        HookedReplayBook watched = new HookedReplayBook(ReplayFixture.memoryStore());
        try (Redrive office = Redrive.on(watched).open();
                ReplayFixture shop = new ReplayFixture(watched, chosen -> chosen)) {
            shop.letters(3);
            ReplayId id = office.replays().plan(ReplayFixture.all()).id();
            shop.redrive.stop();
            office.handle("invoices", letter -> {});
            AtomicInteger looks = new AtomicInteger();
            watched.before("next", looks::incrementAndGet).after("move", () -> Await.until(() -> looks.get() > 0));

            office.replays().command(id, ReplayState.Command.START, "anna");

            Await.until(() -> watched.replays().find(id).orElseThrow().state() == ReplayState.FAILED);
            assertThat(watched.replays().tally(id)).containsOnlyKeys(LineState.SKIPPED);
        }
    }

    @Test
    void letters_whose_leases_ran_out_while_the_process_stood_still_are_not_sent_twice() {
        SettableClock clock = SettableClock.standing();
        InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
        try (ReplayFixture shop = new ReplayFixture(store, chosen -> chosen)) {
            shop.letters(30);
            AtomicInteger calls = new AtomicInteger();
            shop.when(payload -> {
                if (calls.incrementAndGet() > 1) return;
                clock.forward(Duration.ofSeconds(40));
                List<LeasedLetter> others = store.claim(ClaimRequest.of("another node", 1, Duration.ofSeconds(30)));
                assertThat(others).isEmpty();
            });

            shop.run(ReplayFixture.all().with(Brakes.defaults().concurrency(1)));

            assertThat(shop.arrived.stream().filter(payload -> !payload.equals("0")))
                    .as("all but the one that was on its way")
                    .doesNotHaveDuplicates()
                    .hasSize(29);
        }
    }

    @Test
    void a_process_without_targets_leaves_what_it_starts_to_those_that_have_them() {
        InMemoryDeadLetterStore store = ReplayFixture.memoryStore();
        try (Redrive office = Redrive.on(store).open();
                ReplayFixture shop = new ReplayFixture(store, chosen -> chosen)) {
            shop.letters(5);
            ReplayId id = office.replays().plan(ReplayFixture.all()).id();

            office.replays().command(id, ReplayState.Command.START, "anna");
            Replay done = shop.await(id, ReplayState.DONE);

            assertThat(done.progress().count(LineState.RESOLVED)).isEqualTo(5);
        }
    }

    /** Three of twenty letters are out, and then its process is stopped as it should be. */
    private static ReplayId leftInTheMiddle(ReplayFixture shop, InMemoryDeadLetterStore store) {
        shop.letters(20);
        ReplayId id = shop.start(ReplayFixture.all().with(Brakes.defaults().steps(List.of(3), Optional.empty())))
                .id();
        shop.await(id, ReplayState.PAUSED);
        shop.redrive.stop();
        shop.command(id, ReplayState.Command.RESUME);
        assertThat(store.replays().tally(id).get(LineState.PLANNED)).isEqualTo(17);
        return id;
    }

    // Targets

    @Test
    void letters_that_wait_for_the_pace_of_their_target_are_all_sent() {
        List<String> arrived = new CopyOnWriteArrayList<>();
        try (Redrive redrive = Redrive.on(ReplayFixture.memoryStore())
                .engine(options -> options.attemptTimeout(Duration.ofMillis(50)).leaseTime(Duration.ofMillis(300)))
                .ordered("payments")
                .open()) {
            for (int i = 0; i < 12; i++)
                redrive.capture(FailedMessage.of(
                        "payments", Message.of("" + i).withKey("key" + i % 6), new IllegalStateException("what?")));
            redrive.send(
                    "payments",
                    Target.of(letter -> arrived.add(letter.payload().text())),
                    TargetOptions.defaults().perSecond(10));
            Replays replays = redrive.replays();
            ReplayId id = replays.plan(ReplayFixture.all()).id();

            replays.command(id, ReplayState.Command.START, null);
            Await.until(() -> replays.find(id).orElseThrow().state() == ReplayState.DONE);

            assertThat(arrived).containsExactlyInAnyOrderElementsOf(ReplayFixture.numbers(0, 12));
            assertThat(replays.find(id).orElseThrow().progress().count(LineState.RESOLVED))
                    .isEqualTo(12);
        }
    }

    @Test
    void behind_a_letter_that_came_back_nothing_of_its_sequence_waits_for_ever() {
        InMemoryDeadLetterStore store = ReplayFixture.memoryStore();
        try (Redrive redrive = Redrive.on(store).ordered("orders").open()) {
            List<LetterId> ids = new ArrayList<>();
            for (int i = 0; i < 2; i++)
                ids.add(redrive.capture(FailedMessage.of(
                                "orders", Message.of("" + i).withKey("a"), new IllegalStateException("what?")))
                        .id());
            redrive.send(
                    "orders", letter -> new Target.Delivery.Sent("orders-0@" + letter.id()), TargetOptions.defaults());
            Replays replays = redrive.replays();
            ReplayId id = replays.plan(ReplayFixture.all()).id();

            replays.command(id, ReplayState.Command.START, null);
            Await.until(() -> redrive.letters().find(ids.get(0)).orElseThrow().status() == LetterStatus.REPLAYED);
            comesBack(store, redrive.letters().find(ids.get(0)).orElseThrow());
            Await.until(() -> replays.find(id).orElseThrow().state() == ReplayState.DONE);

            assertThat(replays.ledger(id, Set.of(), 0, 10))
                    .extracting(LedgerLine::state)
                    .containsExactly(LineState.CAME_BACK, LineState.SKIPPED);
        }
    }

    private static void comesBack(InMemoryDeadLetterStore store, DeadLetter letter) {
        Settlement.SetAside setAside =
                new Settlement.SetAside(letter.failure(), LetterBuilder.fingerprint(letter.failure()));
        ReturnedLetter back =
                new ReturnedLetter(letter.id(), letter.attempt(), store.clock().instant(), setAside);
        store.ingest(new Intake(List.of(), List.of(back), List.of()));
    }
}

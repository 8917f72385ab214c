package dev.redrive.internal.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.SettableClock;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.OffPeak;
import dev.redrive.replay.CommandResult;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Commands to a replay at the moment in which its state changes. */
class ReplayCommandRacesTest {
    @Test
    void a_pause_takes_effect_although_letters_are_settled_as_fast_as_they_are_claimed() {
        try (ReplayFixture shop = ReplayFixture.on(new Patient())) {
            List<LetterId> ids = shop.letters(200);
            PlanRequest one =
                    ReplayFixture.all().with(Brakes.defaults().concurrency(1).batchSize(1));
            ReplayId id = shop.plan(one).id();
            shop.when(payload -> {
                if (payload.equals("4")) shop.command(id, ReplayState.Command.PAUSE);
            });

            shop.command(id, ReplayState.Command.START);
            shop.await(id, ReplayState.PAUSED);
            shop.await(id, replay -> replay.progress().replayed() == shop.resolved(ids));

            assertThat(shop.resolved(ids)).isBetween(5L, 30L);
        }
    }

    /** A claim takes as long as it takes to settle all that was claimed before. */
    private static final class Patient extends ForwardingStore {
        private final AtomicInteger open = new AtomicInteger();

        Patient() {
            super(ReplayFixture.memoryStore());
        }

        @Override
        public List<ClaimResult> claimExpected(
                List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
            Await.until(() -> open.get() == 0);
            List<ClaimResult> results = super.claimExpected(expected, worker, leaseTime, maxBytes);
            open.addAndGet((int) results.stream()
                    .filter(result -> result instanceof ClaimResult.Leased)
                    .count());
            return results;
        }

        @Override
        public List<SettleResult> settle(List<Settlement> settlements) {
            List<SettleResult> settled = super.settle(settlements);
            open.addAndGet(-settled.size());
            return settled;
        }
    }

    @Test
    void a_plan_that_was_started_meanwhile_is_not_cancelled_as_one_that_was_not() {
        try (ReplayFixture shop = ReplayFixture.on(ReplayFixture.memoryStore())) {
            shop.letters(2);
            Brakes brakes = Brakes.defaults().steps(List.of(1), Optional.empty());
            ReplayId planned = shop.plan(ReplayFixture.all()).id();
            ReplayId started = shop.start(ReplayFixture.all().with(brakes)).id();
            shop.await(started, ReplayState.PAUSED);

            CommandResult ofPlanned = shop.redrive.replays().cancelUnstarted(planned);
            CommandResult ofStarted = shop.redrive.replays().cancelUnstarted(started);

            assertThat(ofPlanned).isInstanceOf(CommandResult.Done.class);
            shop.await(planned, ReplayState.CANCELLED);
            assertThat(ofStarted).isInstanceOf(CommandResult.NotAllowed.class);
            assertThat(shop.replay(started).state()).isEqualTo(ReplayState.PAUSED);
        }
    }

    @Test
    void a_pause_at_the_end_of_its_hours_stays_a_pause() {
        SettableClock clock = new SettableClock(Instant.parse("2026-03-02T02:30:00Z"));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicBoolean left = new AtomicBoolean();
        HookedReplayBook book =
                new HookedReplayBook(new InMemoryDeadLetterStore(clock)).before("leave", () -> left.set(true));
        try (ReplayFixture night =
                new ReplayFixture(book, chosen -> chosen.engine(o -> o.leaseTime(Duration.ofDays(1))))) {
            List<LetterId> ids = night.letters(10);
            night.when(payload -> {
                begun.countDown();
                release.await();
            });
            Brakes brakes = Brakes.defaults().concurrency(1).hours(new OffPeak(List.of(2), ZoneOffset.UTC));
            ReplayId id = night.start(ReplayFixture.all().with(brakes)).id();
            Await.countedDown(begun);
            clock.forward(Duration.ofHours(2));
            Await.until(() -> night.count(ids, LetterStatus.RETRYING) == 1);
            night.command(id, ReplayState.Command.PAUSE);
            release.countDown();
            Await.until(left::get);

            assertThat(night.replay(id).state()).isEqualTo(ReplayState.PAUSED);
            assertThat(night.replay(id).wakeAt()).isNull();
            assertThat(night.replay(id).reason()).isEqualTo("paused by anna");
        }
    }

    @Test
    void a_pause_between_two_steps_holds_although_the_next_one_would_come_by_itself() {
        SettableClock clock = SettableClock.standing();
        try (ReplayFixture shop = new ReplayFixture(new InMemoryDeadLetterStore(clock), chosen -> chosen)) {
            shop.letters(5);
            Brakes brakes = Brakes.defaults().steps(List.of(1), Optional.of(Duration.ofMinutes(1)));
            ReplayId id = shop.start(ReplayFixture.all().with(brakes)).id();
            shop.await(id, ReplayState.PAUSED);

            shop.command(id, ReplayState.Command.PAUSE);

            assertThat(shop.replay(id).wakeAt()).isNull();
            assertThat(shop.replay(id).reason()).isEqualTo("paused by anna");
        }
    }

    @Test
    void a_pause_after_it_was_taken_for_its_next_step_holds() {
        AtomicBoolean commanded = new AtomicBoolean();
        CountDownLatch left = new CountDownLatch(2);
        HookedReplayBook book = new HookedReplayBook(ReplayFixture.memoryStore()).before("leave", left::countDown);
        try (ReplayFixture shop = ReplayFixture.on(book)) {
            shop.letters(5);
            Brakes brakes = Brakes.defaults().steps(List.of(1), Optional.of(Duration.ofMillis(1)));
            ReplayId id = shop.plan(ReplayFixture.all().with(brakes)).id();
            book.before("tally", () -> {
                if (shop.replay(id).state() == ReplayState.PAUSED && commanded.compareAndSet(false, true))
                    shop.command(id, ReplayState.Command.PAUSE);
            });

            shop.command(id, ReplayState.Command.START);
            Await.countedDown(left);

            assertThat(shop.replay(id).state()).isEqualTo(ReplayState.PAUSED);
            assertThat(shop.arrived).hasSize(1);
        }
    }

    @Test
    void a_pause_takes_effect_although_no_letter_can_be_sent() {
        AtomicInteger seen = new AtomicInteger();
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch commanded = new CountDownLatch(1);
        LetterTransformer strict = task -> letter -> {
            if (seen.incrementAndGet() == 200) {
                reached.countDown();
                Await.countedDown(commanded);
            }
            return new LetterTransformer.Prepared.Unfit("it is not a price");
        };
        CountDownLatch left = new CountDownLatch(1);
        HookedReplayBook book = new HookedReplayBook(ReplayFixture.memoryStore()).before("leave", left::countDown);
        try (ReplayFixture shop = new ReplayFixture(book, chosen -> chosen.transformer(strict))) {
            shop.letters(5000);
            ReplayId id = shop.plan(ReplayFixture.all()
                            .with(new ReplayTask(null, "check", false))
                            .with(Brakes.defaults().batchSize(10)))
                    .id();

            shop.command(id, ReplayState.Command.START);
            Await.countedDown(reached);
            shop.command(id, ReplayState.Command.PAUSE);
            commanded.countDown();
            Await.countedDown(left);

            assertThat(shop.replay(id).state()).isEqualTo(ReplayState.PAUSED);
            assertThat(shop.replay(id).progress().count(LineState.SKIPPED)).isBetween(200L, 400L);
        }
    }

    @Test
    void one_cancelled_in_the_moment_in_which_its_step_is_over_is_cancelled() {
        AtomicBoolean armed = new AtomicBoolean();
        HookedReplayBook book = new HookedReplayBook(ReplayFixture.memoryStore());
        try (ReplayFixture shop = ReplayFixture.on(book)) {
            shop.letters(5);
            Brakes brakes = Brakes.defaults().steps(List.of(1), Optional.of(Duration.ofMillis(1)));
            ReplayId id = shop.plan(ReplayFixture.all().with(brakes)).id();
            book.before("tally", () -> {
                if (shop.replay(id).state() == ReplayState.PAUSED && armed.compareAndSet(false, true))
                    shop.command(id, ReplayState.Command.CANCEL);
            });

            shop.command(id, ReplayState.Command.START);
            Replay over = shop.await(id, ReplayState.CANCELLED);

            assertThat(over.progress().count(LineState.CANCELLED)).isEqualTo(4);
        }
    }

    @Test
    void it_stays_with_its_node_until_its_last_letter_is_back() {
        SettableClock clock = SettableClock.standing();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger kept = new AtomicInteger();
        HookedReplayBook book =
                new HookedReplayBook(new InMemoryDeadLetterStore(clock)).before("keep", kept::incrementAndGet);
        try (ReplayFixture shop = ReplayFixture.on(book)) {
            shop.letters(3);
            shop.when(payload -> {
                begun.countDown();
                release.await();
            });
            ReplayId id = shop.start(ReplayFixture.all().with(Brakes.defaults().concurrency(1)))
                    .id();
            Await.countedDown(begun);
            shop.command(id, ReplayState.Command.PAUSE);
            Await.until(() -> kept.get() > 0);
            release.countDown();
            shop.await(id, replay -> replay.progress().replayed() == 1);

            assertThat(shop.replay(id).state()).isEqualTo(ReplayState.PAUSED);
        }
    }
}

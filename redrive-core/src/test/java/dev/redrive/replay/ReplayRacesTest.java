package dev.redrive.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.policy.OffPeak;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.streams.Intake;
import dev.redrive.store.streams.ReturnedLetter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What happens when somebody decides something, a store is away or a process starts at the worst moment. */
class ReplayRacesTest {
    private static InMemoryDeadLetterStore store() {
        return new InMemoryDeadLetterStore(InstantSource.system());
    }

    private static ReplayFixture shop(ForwardingStore store) {
        return new ReplayFixture(store, chosen -> chosen);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(BooleanSupplier condition) {
        long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - until > 0) throw new AssertionError("waited for too long");
            LockSupport.parkNanos(1_000_000);
        }
    }

    // Starts

    @Test
    void one_that_goes_on_after_a_restart_waits_for_its_targets() {
        InMemoryDeadLetterStore store = store();
        AtomicInteger looks = new AtomicInteger();
        HookedReplayBook watched = new HookedReplayBook(store).before("find", looks::incrementAndGet);
        try (ReplayFixture before = new ReplayFixture(store, chosen -> chosen)) {
            ReplayId id = leftInTheMiddle(before, store);
            try (Redrive after = Redrive.on(watched).open()) {
                List<String> arrived = new CopyOnWriteArrayList<>();
                after.handle("invoices", letter -> {});
                await(() -> looks.get() > 3
                        || after.replays().find(id).orElseThrow().state() == ReplayState.DONE);
                after.handle("payments*", letter -> arrived.add(letter.payload().text()));
                await(() -> after.replays().find(id).orElseThrow().state() == ReplayState.DONE);

                assertThat(store.replays().tally(id)).containsOnlyKeys(LineState.RESOLVED);
                assertThat(arrived).containsExactlyInAnyOrderElementsOf(ReplayFixture.numbers(3, 20));
            }
        }
    }

    @Test
    void a_target_that_does_not_come_after_a_restart_stops_it_and_a_person_decides() {
        SettableClock clock = SettableClock.standing();
        InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
        try (ReplayFixture before = new ReplayFixture(store, chosen -> chosen)) {
            ReplayId id = leftInTheMiddle(before, store);
            AtomicInteger looks = new AtomicInteger();
            HookedReplayBook watched = new HookedReplayBook(store).before("find", looks::incrementAndGet);
            try (Redrive after = Redrive.on(watched).open()) {
                Replays replays = after.replays();
                after.handle("invoices", letter -> {});
                await(() -> looks.get() > 0);
                clock.forward(Duration.ofMinutes(2));
                await(() -> store.replays().find(id).orElseThrow().state() == ReplayState.STOPPED);
                Replay stopped = replays.find(id).orElseThrow();
                replays.tell(id, ReplayState.Command.RESUME, "anna");
                await(() -> store.replays().find(id).orElseThrow().state() == ReplayState.DONE);

                assertThat(stopped.reason())
                        .isEqualTo("nothing here takes letters of payments; resume it when something does");
                assertThat(stopped.progress().count(LineState.PLANNED)).isEqualTo(17);
                assertThat(store.replays().tally(id).get(LineState.SKIPPED)).isEqualTo(17);
            }
        }
    }

    @Test
    void one_that_is_taken_before_its_start_is_answered_counts_as_started_by_a_person() {
        HookedReplayBook watched = new HookedReplayBook(store());
        try (Redrive office = Redrive.on(watched).open();
                ReplayFixture shop = new ReplayFixture(watched, chosen -> chosen)) {
            shop.letters(3);
            ReplayId id = office.replays().plan(ReplayFixture.all()).id();
            shop.redrive.stop();
            office.handle("invoices", letter -> {});
            AtomicInteger looks = new AtomicInteger();
            watched.before("next", looks::incrementAndGet).after("move", () -> await(() -> looks.get() > 0));

            office.replays().tell(id, ReplayState.Command.START, "anna");

            await(() -> watched.replays().find(id).orElseThrow().state() == ReplayState.DONE);
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
        InMemoryDeadLetterStore store = store();
        try (Redrive office = Redrive.on(store).open();
                ReplayFixture shop = new ReplayFixture(store, chosen -> chosen)) {
            shop.letters(5);
            ReplayId id = office.replays().plan(ReplayFixture.all()).id();

            office.replays().tell(id, ReplayState.Command.START, "anna");
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
        shop.tell(id, ReplayState.Command.RESUME);
        assertThat(store.replays().tally(id).get(LineState.PLANNED)).isEqualTo(17);
        return id;
    }

    // Commands

    @Test
    void a_pause_is_heard_although_letters_are_settled_as_fast_as_they_are_claimed() {
        try (ReplayFixture shop = shop(new Patient())) {
            List<LetterId> ids = shop.letters(200);
            PlanRequest one =
                    ReplayFixture.all().with(Brakes.defaults().concurrency(1).batchSize(1));
            ReplayId id = shop.plan(one).id();
            shop.when(payload -> {
                if (payload.equals("4")) shop.tell(id, ReplayState.Command.PAUSE);
            });

            shop.tell(id, ReplayState.Command.START);
            shop.await(id, ReplayState.PAUSED);
            shop.await(id, replay -> replay.progress().replayed() == resolved(shop, ids));

            assertThat(resolved(shop, ids)).isBetween(5L, 30L);
        }
    }

    private static long resolved(ReplayFixture shop, List<LetterId> ids) {
        return count(shop, ids, LetterStatus.RESOLVED);
    }

    private static long count(ReplayFixture shop, List<LetterId> ids, LetterStatus status) {
        return ids.stream().filter(id -> shop.status(id) == status).count();
    }

    /** A claim takes as long as it takes to settle all that was claimed before. */
    private static final class Patient extends ForwardingStore {
        private final AtomicInteger open = new AtomicInteger();

        Patient() {
            super(store());
        }

        @Override
        public List<ClaimResult> claimExpected(
                List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
            ReplayRacesTest.await(() -> open.get() == 0);
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
            await(begun);
            clock.forward(Duration.ofHours(2));
            await(() -> count(night, ids, LetterStatus.RETRYING) == 1);
            night.tell(id, ReplayState.Command.PAUSE);
            release.countDown();
            await(left::get);

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

            shop.tell(id, ReplayState.Command.PAUSE);

            assertThat(shop.replay(id).wakeAt()).isNull();
            assertThat(shop.replay(id).reason()).isEqualTo("paused by anna");
        }
    }

    @Test
    void a_pause_after_it_was_taken_for_its_next_step_holds() {
        AtomicBoolean told = new AtomicBoolean();
        CountDownLatch left = new CountDownLatch(2);
        HookedReplayBook book = new HookedReplayBook(store()).before("leave", left::countDown);
        try (ReplayFixture shop = shop(book)) {
            shop.letters(5);
            Brakes brakes = Brakes.defaults().steps(List.of(1), Optional.of(Duration.ofMillis(1)));
            ReplayId id = shop.plan(ReplayFixture.all().with(brakes)).id();
            book.before("tally", () -> {
                if (shop.replay(id).state() == ReplayState.PAUSED && told.compareAndSet(false, true))
                    shop.tell(id, ReplayState.Command.PAUSE);
            });

            shop.tell(id, ReplayState.Command.START);
            await(left);

            assertThat(shop.replay(id).state()).isEqualTo(ReplayState.PAUSED);
            assertThat(shop.arrived).hasSize(1);
        }
    }

    @Test
    void a_pause_is_heard_although_no_letter_can_be_sent() {
        AtomicInteger seen = new AtomicInteger();
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        LetterTransformer strict = task -> letter -> {
            if (seen.incrementAndGet() == 200) {
                reached.countDown();
                await(told);
            }
            return new LetterTransformer.Prepared.Unfit("it is not a price");
        };
        CountDownLatch left = new CountDownLatch(1);
        HookedReplayBook book = new HookedReplayBook(store()).before("leave", left::countDown);
        try (ReplayFixture shop = new ReplayFixture(book, chosen -> chosen.transformer(strict))) {
            shop.letters(5000);
            ReplayId id = shop.plan(ReplayFixture.all()
                            .with(new ReplayTask(null, "check", false))
                            .with(Brakes.defaults().batchSize(10)))
                    .id();

            shop.tell(id, ReplayState.Command.START);
            await(reached);
            shop.tell(id, ReplayState.Command.PAUSE);
            told.countDown();
            await(left);

            assertThat(shop.replay(id).state()).isEqualTo(ReplayState.PAUSED);
            assertThat(shop.replay(id).progress().count(LineState.SKIPPED)).isBetween(200L, 400L);
        }
    }

    @Test
    void one_cancelled_in_the_moment_in_which_its_step_is_over_is_cancelled() {
        AtomicBoolean armed = new AtomicBoolean();
        HookedReplayBook book = new HookedReplayBook(store());
        try (ReplayFixture shop = shop(book)) {
            shop.letters(5);
            Brakes brakes = Brakes.defaults().steps(List.of(1), Optional.of(Duration.ofMillis(1)));
            ReplayId id = shop.plan(ReplayFixture.all().with(brakes)).id();
            book.before("tally", () -> {
                if (shop.replay(id).state() == ReplayState.PAUSED && armed.compareAndSet(false, true))
                    shop.tell(id, ReplayState.Command.CANCEL);
            });

            shop.tell(id, ReplayState.Command.START);
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
        try (ReplayFixture shop = shop(book)) {
            shop.letters(3);
            shop.when(payload -> {
                begun.countDown();
                release.await();
            });
            ReplayId id = shop.start(ReplayFixture.all().with(Brakes.defaults().concurrency(1)))
                    .id();
            await(begun);
            shop.tell(id, ReplayState.Command.PAUSE);
            await(() -> kept.get() > 0);
            release.countDown();
            shop.await(id, replay -> replay.progress().replayed() == 1);

            assertThat(shop.replay(id).state()).isEqualTo(ReplayState.PAUSED);
        }
    }

    // Targets

    @Test
    void letters_that_wait_for_the_pace_of_their_target_are_all_sent() {
        List<String> arrived = new CopyOnWriteArrayList<>();
        try (Redrive redrive = Redrive.on(store())
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

            replays.tell(id, ReplayState.Command.START, null);
            await(() -> replays.find(id).orElseThrow().state() == ReplayState.DONE);

            assertThat(arrived).containsExactlyInAnyOrderElementsOf(ReplayFixture.numbers(0, 12));
            assertThat(replays.find(id).orElseThrow().progress().count(LineState.RESOLVED))
                    .isEqualTo(12);
        }
    }

    @Test
    void behind_a_letter_that_came_back_nothing_of_its_sequence_waits_for_ever() {
        InMemoryDeadLetterStore store = store();
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

            replays.tell(id, ReplayState.Command.START, null);
            await(() -> redrive.letters().find(ids.get(0)).orElseThrow().status() == LetterStatus.REPLAYED);
            comesBack(store, redrive.letters().find(ids.get(0)).orElseThrow());
            await(() -> replays.find(id).orElseThrow().state() == ReplayState.DONE);

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

    // Stores

    @Test
    void a_store_that_is_away_for_a_moment_lets_no_letter_go_out_twice() {
        AtomicInteger failures = new AtomicInteger(1);
        ForwardingStore blinking = new ForwardingStore(store()) {
            @Override
            public List<SettleResult> settle(List<Settlement> settlements) {
                if (failures.getAndDecrement() > 0)
                    throw new StoreUnavailable("away for a moment", new IllegalStateException("no connection"));
                return super.settle(settlements);
            }
        };
        try (ReplayFixture shop = shop(blinking)) {
            shop.letters(10);

            shop.run(ReplayFixture.all());

            assertThat(shop.arrived).containsExactlyInAnyOrderElementsOf(ReplayFixture.numbers(0, 10));
        }
    }

    @Test
    void what_is_being_sent_when_the_store_goes_away_is_settled_when_it_is_back() {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch failed = new CountDownLatch(1);
        AtomicBoolean away = new AtomicBoolean();
        HookedReplayBook book = new HookedReplayBook(store()) {
            @Override
            public List<SettleResult> settle(List<Settlement> settlements) {
                boolean putsBack = settlements.get(0).outcome() instanceof Settlement.PutBack;
                if (!putsBack) return super.settle(settlements);
                failed.countDown();
                throw new StoreUnavailable("away", new IllegalStateException("no connection"));
            }
        };
        book.before("find", () -> {
            if (Thread.currentThread().getName().startsWith("redrive-replay-") && away.get())
                throw new StoreUnavailable("away", new IllegalStateException("no connection"));
        });
        try (ReplayFixture shop = shop(book)) {
            List<LetterId> ids = shop.letters(10);
            shop.when(payload -> {
                begun.countDown();
                failed.await();
            });
            shop.start(ReplayFixture.all().with(Brakes.defaults().concurrency(2)));
            await(begun);
            away.set(true);

            await(() -> resolved(shop, ids) == 2);

            assertThat(shop.arrived).containsExactlyInAnyOrder("0", "1");
            assertThat(shop.letter(ids.get(0)).attempts()).hasSize(1);
        }
    }

    @Test
    void a_store_that_is_away_is_two_lines_of_the_log_for_all_replays_and_a_counter() {
        AtomicBoolean away = new AtomicBoolean();
        AtomicInteger counted = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(3);
        CountDownLatch gone = new CountDownLatch(1);
        HookedReplayBook book = new HookedReplayBook(store());
        Set<String> refused = ConcurrentHashMap.newKeySet();
        Runnable check = () -> {
            String thread = Thread.currentThread().getName();
            if (!thread.startsWith("redrive-replay") || !away.get()) return;
            refused.add(thread);
            throw new StoreUnavailable("away", new IllegalStateException("no connection"));
        };
        book.before("find", check).before("take", check);
        PrintStream before = System.err;
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try (ReplayFixture shop = new ReplayFixture(
                book,
                choices -> choices.listen(event -> {
                    if (event.equals(new RedriveEvent.StoreFailed("replay"))) counted.incrementAndGet();
                }))) {
            shop.when(payload -> {
                begun.countDown();
                gone.await();
            });
            for (String channel : List.of("payments-a", "payments-b", "payments-c")) {
                shop.letters(channel, 2);
                Filter filter = Filter.builder().channel(channel).build();
                shop.start(PlanRequest.of(Selection.ByFilter.oldestFirst(filter))
                        .with(Brakes.defaults().concurrency(1)));
            }
            await(begun);

            away.set(true);
            await(() -> refused.size() == 4);
            gone.countDown();
            await(() -> counted.get() == 3);
            away.set(false);

            await(() -> logged.toString(StandardCharsets.UTF_8).contains("can go on with replays"));
        } finally {
            System.setErr(before);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.contains("Replayer"))
                .satisfiesExactly(
                        line -> assertThat(line).contains("WARN", "cannot go on with replays", "away"),
                        line -> assertThat(line).contains("INFO", "can go on with replays"));
    }

    @Test
    void letters_are_given_back_before_it_is_done() {
        AtomicInteger failures = new AtomicInteger(1);
        HookedReplayBook book = new HookedReplayBook(store());
        try (ReplayFixture shop = shop(book)) {
            shop.letters(1);
            shop.when(payload -> {
                throw new IllegalStateException("still broken");
            });
            ReplayId first = shop.plan(ReplayFixture.all()).id();
            CountDownLatch tried = new CountDownLatch(1);
            book.before("release", () -> {
                tried.countDown();
                if (failures.getAndDecrement() > 0)
                    throw new StoreUnavailable("away for a moment", new IllegalStateException("no connection"));
            });

            shop.tell(first, ReplayState.Command.START);
            await(tried);

            assertThat(shop.replay(first).state()).isEqualTo(ReplayState.RUNNING);
        }
    }
}

package dev.redrive.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayBook.Held;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.OffPeak;
import dev.redrive.store.DeadLetterStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the replays of every store must hold. A store passes all of it, without overrides and without skipped tests. */
public abstract class ReplayBookContract {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int THREADS = 8;

    protected final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private List<DeadLetterStore> stores = List.of();
    protected ReplayBook book;
    /** The same replays, as another process sees them. */
    protected ReplayBook other;

    /** Two stores in one empty place, as two processes have them. */
    protected abstract List<DeadLetterStore> twoStores(InstantSource time);

    @BeforeEach
    void open() {
        stores = twoStores(clock);
        book = stores.get(0).replays();
        other = stores.get(1).replays();
    }

    @AfterEach
    void close() {
        stores.forEach(DeadLetterStore::close);
    }

    private Replay fresh() {
        return Replay.fresh(
                ReplayId.next(ids),
                "ann",
                clock.instant(),
                Json.of("{\"batchSize\": 7}"),
                Brakes.defaults(),
                ReplayTask.plain());
    }

    private static ReplayPlan plan(long count) {
        return ReplayPlan.of(Json.of("{\"count\":" + count + "}"));
    }

    /** One in which every field has a value of its own. */
    private static ReplayPlan fullPlan(LetterId letter) {
        CauseId cause = CauseId.of("f1af112f-abac-855f-a49e-d72219304c5e");
        return new ReplayPlan(
                3,
                1,
                2,
                4,
                5,
                6,
                Instant.parse("2026-03-01T10:00:00Z"),
                Instant.parse("2026-03-02T10:00:00.123Z"),
                List.of(
                        new ReplayPlan.CauseCount(cause, "IOException: \"no\" \u00e9", 2),
                        new ReplayPlan.CauseCount(cause, null, 1)),
                7,
                List.of(new ReplayPlan.CauseCount(cause, "null", 3)),
                List.of(
                        new ReplayPlan.ChannelCount("orders", 2, "shop"),
                        new ReplayPlan.ChannelCount("bills", 1, null)),
                8,
                9,
                List.of(new ReplayPlan.TargetCount("shop", 2)),
                10,
                List.of(new ReplayPlan.HolderCount(
                        ReplayId.of("019a8731-6a10-7c44-8f0e-2d4b6a8c0e12"), ReplayState.STOPPED, 10)),
                List.of(new ReplayPlan.Sample(
                        letter,
                        "orders",
                        LetterStatus.MANUAL,
                        "IOException",
                        "",
                        Instant.parse("2026-03-01T10:00:00Z"))));
    }

    private ReplayId planned(LetterId... letters) {
        return planned(List.of(letters));
    }

    private ReplayId planned(List<LetterId> letters) {
        Replay replay = fresh();
        book.add(replay);
        List<LedgerLine> lines = new ArrayList<>();
        for (LetterId letter : letters) lines.add(line(lines.size() + 1, letter));
        book.append(replay.id(), lines);
        book.planned(replay.id(), plan(lines.size()));
        return replay.id();
    }

    private static LedgerLine line(long position, LetterId letter) {
        return LedgerLine.planned(position, letter, "orders", LetterStatus.FAILED, 3, 1);
    }

    private List<LetterId> letters(int count) {
        List<LetterId> letters = new ArrayList<>();
        for (int i = 0; i < count; i++) letters.add(ids.next());
        return letters;
    }

    private ReplayId running() {
        ReplayId id = planned(ids.next());
        start(id);
        return id;
    }

    private Replay start(ReplayId id) {
        return book.move(id, Set.of(ReplayState.PLANNED), ReplayState.RUNNING, null, clock.instant())
                .orElseThrow();
    }

    private Replay found(ReplayId id) {
        return other.find(id).orElseThrow();
    }

    private static LedgerLine.Mark mark(long position, LineState state) {
        return new LedgerLine.Mark(position, state, null);
    }

    /** Runs the same on many threads, half of them in the other process, all let go at once. */
    private <R> List<R> allAtOnce(Function<ReplayBook, R> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch go = new CountDownLatch(1);
            List<Future<R>> running = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                ReplayBook mine = i % 2 == 0 ? book : other;
                running.add(threads.submit(() -> {
                    go.await();
                    return work.apply(mine);
                }));
            }
            go.countDown();
            List<R> results = new ArrayList<>();
            for (Future<R> one : running) results.add(one.get());
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    // Planning

    @Test
    void a_new_replay_is_found_as_it_was() {
        Brakes brakes = Brakes.defaults()
                .batchSize(500)
                .concurrency(3)
                .perSecond(12.5)
                .steps(List.of(1, 10, 100), Optional.of(Duration.ofSeconds(30)))
                .stop(new Brakes.StopRule(0.25, 40, 7))
                .hours(new OffPeak(List.of(2, 3), ZoneId.of("Europe/Berlin")))
                .onlyWhile(new Conditions(true, 0.8, null, false));
        ReplayTask task = new ReplayTask("debug", "{\"patch\":[]}", true, true);
        Json asked = Json.of("{\"ids\": [1,  2], \"rate\": 0.1000}");
        Replay replay = Replay.fresh(ReplayId.next(ids), "ann", clock.instant(), asked, brakes, task);
        Replay plain = Replay.fresh(
                ReplayId.next(ids), null, clock.instant(), Json.EMPTY_OBJECT, Brakes.defaults(), ReplayTask.plain());

        book.add(replay);
        book.add(plain);

        assertThat(other.find(replay.id())).contains(replay);
        assertThat(other.find(plain.id())).contains(plain);
        assertThat(other.find(ReplayId.next(ids))).isEmpty();
    }

    @Test
    void a_planned_replay_has_its_lines_and_its_plan() {
        Replay replay = fresh();
        List<LetterId> letters = letters(3);
        List<LedgerLine> lines = List.of(line(1, letters.get(0)), line(2, letters.get(1)), line(3, letters.get(2)));

        book.add(replay);
        book.append(replay.id(), lines.subList(0, 2));
        book.append(replay.id(), lines.subList(2, 3));
        ReplayPlan plan = fullPlan(letters.get(0));
        book.planned(replay.id(), plan);

        Replay found = found(replay.id());
        assertThat(found.state()).isEqualTo(ReplayState.PLANNED);
        assertThat(found.plan()).isEqualTo(plan);
        assertThat(found.progress()).isEqualTo(ReplayProgress.planned(3));
        assertThat(other.next(replay.id(), 0, 10)).isEqualTo(lines);
        assertThat(other.next(replay.id(), 1, 1)).isEqualTo(lines.subList(1, 2));
        assertThat(other.line(replay.id(), letters.get(1))).contains(lines.get(1));
        assertThat(other.line(replay.id(), ids.next())).isEmpty();
    }

    @Test
    void a_removed_replay_leaves_nothing() {
        LetterId letter = ids.next();
        ReplayId gone = planned(letter);
        book.hold(gone, 1, 10);

        book.remove(gone);

        assertThat(other.find(gone)).isEmpty();
        assertThat(other.ledger(gone, Set.of(), 0, 10)).isEmpty();
        ReplayId next = planned(letter);
        assertThat(other.hold(next, 1, 10).held()).isEqualTo(1);
    }

    @Test
    void replays_are_listed_newest_first() {
        List<ReplayId> made = new ArrayList<>();
        for (int i = 0; i < 4; i++) made.add(planned(ids.next()));
        start(made.get(1));
        start(made.get(3));

        Set<ReplayState> running = Set.of(ReplayState.RUNNING);
        assertThat(other.list(Set.of(), 3, null))
                .extracting(Replay::id)
                .containsExactly(made.get(3), made.get(2), made.get(1));
        assertThat(other.list(Set.of(), 3, made.get(1))).extracting(Replay::id).containsExactly(made.get(0));
        assertThat(other.list(running, 9, null)).extracting(Replay::id).containsExactly(made.get(3), made.get(1));
        assertThat(other.list(Set.of(ReplayState.DONE, ReplayState.PAUSED), 9, null))
                .isEmpty();
    }

    // Moving

    @Test
    void a_replay_moves_only_from_the_states_that_were_named() {
        ReplayId id = planned(ids.next());

        Optional<Replay> refused = book.move(id, Set.of(ReplayState.RUNNING), ReplayState.PAUSED, null, null);
        Optional<Replay> unknown =
                book.move(ReplayId.next(ids), Set.of(ReplayState.RUNNING), ReplayState.PAUSED, null, null);

        assertThat(refused).isEmpty();
        assertThat(unknown).isEmpty();
        assertThat(found(id).state()).isEqualTo(ReplayState.PLANNED);
    }

    @Test
    void a_replay_starts_once_and_ends_for_as_long_as_it_is_over() {
        Instant begin = clock.instant();
        ReplayId id = running();
        clock.forward(MINUTE);

        Replay stopped = book.move(id, Set.of(ReplayState.RUNNING), ReplayState.STOPPED, "too many failed", null)
                .orElseThrow();
        clock.forward(MINUTE);
        Replay again = book.move(id, Set.of(ReplayState.STOPPED), ReplayState.RUNNING, null, clock.instant())
                .orElseThrow();
        clock.forward(MINUTE);
        Replay done = book.move(id, Set.of(ReplayState.RUNNING), ReplayState.DONE, null, null)
                .orElseThrow();

        assertThat(stopped.reason()).isEqualTo("too many failed");
        assertThat(stopped.endedAt()).isEqualTo(begin.plus(MINUTE));
        assertThat(stopped.wakeAt()).isNull();
        assertThat(again.endedAt()).isNull();
        assertThat(again.reason()).isNull();
        assertThat(done.startedAt()).isEqualTo(begin);
        assertThat(done.endedAt()).isEqualTo(clock.instant());
        assertThat(found(id)).isEqualTo(done);
    }

    @Test
    void only_one_of_many_moves_from_a_state() throws Exception {
        ReplayId id = running();

        List<Optional<Replay>> moved =
                allAtOnce(b -> b.move(id, Set.of(ReplayState.RUNNING), ReplayState.PAUSED, null, null));

        assertThat(moved.stream().filter(Optional::isPresent)).hasSize(1);
    }

    @Test
    void progress_and_state_are_written_beside_each_other() {
        ReplayId id = running();
        ReplayProgress progress = new ReplayProgress(
                Map.of(LineState.RESOLVED, 5L, LineState.FAILED, 2L, LineState.PLANNED, 1L),
                2,
                Duration.ofMillis(4321));

        book.wake(id, clock.instant().plus(MINUTE), "waits for its hours");
        other.progress(id, progress);
        Replay found = found(id);
        other.wake(id, null, null);

        assertThat(found.progress()).isEqualTo(progress);
        assertThat(found.reason()).isEqualTo("waits for its hours");
        assertThat(found.wakeAt()).isEqualTo(clock.instant().plus(MINUTE));
        assertThat(found.state()).isEqualTo(ReplayState.RUNNING);
        assertThat(found(id).progress()).isEqualTo(progress);
        assertThat(found(id).wakeAt()).isNull();
    }

    // Owners

    @Test
    void a_replay_is_taken_when_its_time_has_come() {
        ReplayId later = running();
        book.wake(later, clock.instant().plus(MINUTE), null);
        planned(ids.next());

        assertThat(book.take("a", MINUTE)).isEmpty();
        clock.forward(MINUTE);

        assertThat(book.take("a", MINUTE)).map(Replay::id).contains(later);
    }

    @Test
    void an_ended_replay_that_has_something_left_to_do_is_taken_too() {
        ReplayId id = running();
        book.move(id, Set.of(ReplayState.RUNNING), ReplayState.DONE, null, clock.instant());

        assertThat(other.take("a", MINUTE)).map(Replay::state).contains(ReplayState.DONE);
    }

    @Test
    void one_node_has_a_replay_at_a_time() {
        ReplayId id = running();

        assertThat(book.take("a", MINUTE)).map(Replay::id).contains(id);
        assertThat(other.take("b", MINUTE)).isEmpty();
        assertThat(other.keep(id, "b", MINUTE)).isFalse();
        other.leave(id, "b");
        assertThat(other.take("b", MINUTE)).isEmpty();
        book.leave(id, "a");

        assertThat(other.take("b", MINUTE)).map(Replay::id).contains(id);
        assertThat(book.keep(id, "a", MINUTE)).isFalse();
    }

    @Test
    void a_replay_whose_owner_died_is_taken_by_another() {
        ReplayId id = running();
        book.take("a", MINUTE);
        clock.forward(Duration.ofSeconds(50));
        assertThat(book.keep(id, "a", MINUTE)).isTrue();
        clock.forward(Duration.ofSeconds(50));
        assertThat(other.take("b", MINUTE)).isEmpty();

        clock.forward(Duration.ofSeconds(10));

        assertThat(other.take("b", MINUTE)).map(Replay::id).contains(id);
        assertThat(book.keep(id, "a", MINUTE)).isFalse();
    }

    @Test
    void nodes_that_race_never_take_the_same_replay() throws Exception {
        List<ReplayId> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) all.add(running());

        List<Optional<Replay>> taken = allAtOnce(b -> b.take("node", MINUTE));

        List<ReplayId> got = new ArrayList<>(
                taken.stream().flatMap(Optional::stream).map(Replay::id).toList());
        book.take("node", MINUTE).ifPresent(late -> got.add(late.id()));
        assertThat(got).doesNotHaveDuplicates().isSubsetOf(all).isNotEmpty();
    }

    // Holding letters

    @Test
    void a_letter_is_in_one_replay_at_most() {
        List<LetterId> letters = letters(3);
        ReplayId first = planned(letters.get(0), letters.get(1));
        ReplayId second = planned(letters.get(1), letters.get(2));

        assertThat(book.hold(first, 1, 10)).isEqualTo(new Held(2, 0, Optional.empty()));
        assertThat(other.hold(second, 1, 10)).isEqualTo(new Held(1, 1, Optional.empty()));

        LedgerLine skipped = other.line(second, letters.get(1)).orElseThrow();
        assertThat(skipped.state()).isEqualTo(LineState.SKIPPED);
        assertThat(skipped.why()).contains(first.toString());
        assertThat(skipped.at()).isEqualTo(clock.instant());
    }

    @Test
    void letters_are_held_part_by_part() {
        ReplayId id = planned(letters(5));
        book.mark(id, List.of(mark(2, LineState.SKIPPED)));

        Held first = book.hold(id, 1, 3);
        Held rest = book.hold(id, first.next().orElseThrow(), 3);

        assertThat(first).isEqualTo(new Held(2, 0, Optional.of(4L)));
        assertThat(rest).isEqualTo(new Held(2, 0, Optional.empty()));
        assertThat(book.hold(id, 1, 5)).isEqualTo(new Held(4, 0, Optional.of(6L)));
        assertThat(book.hold(id, 6, 5)).isEqualTo(new Held(0, 0, Optional.empty()));
    }

    @Test
    void released_letters_can_be_held_again() {
        LetterId letter = ids.next();
        ReplayId first = planned(letter);
        ReplayId second = planned(letter);
        book.hold(first, 1, 10);

        book.release(first);

        assertThat(other.hold(second, 1, 10).held()).isEqualTo(1);
    }

    @Test
    void the_replay_that_holds_a_letter_is_named() {
        List<LetterId> letters = letters(3);
        ReplayId first = planned(letters.get(0));
        ReplayId second = planned(letters.get(1));
        book.hold(first, 1, 10);
        book.hold(second, 1, 10);

        assertThat(other.holders(letters)).isEqualTo(java.util.Map.of(letters.get(0), first, letters.get(1), second));
        book.release(first);
        assertThat(other.holders(letters)).isEqualTo(java.util.Map.of(letters.get(1), second));
    }

    @Test
    void only_what_paused_and_stopped_replays_hold_is_taken_over() {
        List<LetterId> letters = letters(5);
        List<ReplayId> holders = letters.stream().map(this::planned).toList();
        for (ReplayId holder : holders) {
            book.hold(holder, 1, 10);
            book.move(holder, Set.of(ReplayState.PLANNED), ReplayState.RUNNING, null, clock.instant());
        }
        Set<ReplayState> running = Set.of(ReplayState.RUNNING);
        book.move(holders.get(0), running, ReplayState.STOPPED, null, null);
        book.move(holders.get(1), running, ReplayState.PAUSED, null, null);
        book.move(holders.get(2), running, ReplayState.PAUSED, null, clock.instant());
        book.move(holders.get(4), running, ReplayState.STOPPED, null, null);
        ReplayId taker = planned(letters);
        book.mark(taker, List.of(mark(5, LineState.SKIPPED)));

        other.takeOver(taker, 2, 10);
        assertThat(book.holders(letters)).containsKeys(letters.get(0)).doesNotContainKey(letters.get(1));
        other.takeOver(taker, 1, 1);

        assertThat(book.holders(letters).keySet()).isEqualTo(Set.of(letters.get(2), letters.get(3), letters.get(4)));
        assertThat(other.hold(taker, 1, 10)).isEqualTo(new Held(2, 2, Optional.empty()));
    }

    @Test
    void replays_that_race_for_the_same_letters_share_none() throws Exception {
        List<LetterId> letters = letters(200);
        List<ReplayId> replays = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            List<LetterId> order = new ArrayList<>(letters);
            java.util.Collections.shuffle(order, new java.util.Random(i));
            replays.add(planned(order));
        }
        List<ReplayId> open = java.util.Collections.synchronizedList(new ArrayList<>(replays));

        List<Held> held = allAtOnce(b -> b.hold(open.remove(0), 1, 500));

        assertThat(held.stream().mapToLong(Held::held).sum()).isEqualTo(200);
        assertThat(held.stream().mapToLong(Held::skipped).sum()).isEqualTo(200L * (THREADS - 1));
        for (LetterId letter : letters)
            assertThat(replays.stream()
                            .filter(id -> book.line(id, letter).orElseThrow().state() == LineState.PLANNED))
                    .hasSize(1);
    }

    // The ledger

    @Test
    void a_final_line_never_changes() {
        ReplayId id = planned(letters(3));
        clock.forward(MINUTE);
        Instant marked = clock.instant();

        Set<Long> first = book.mark(
                id, List.of(mark(1, LineState.RESOLVED), new LedgerLine.Mark(2, LineState.SENT, "orders-3@9")));
        clock.forward(MINUTE);
        Set<Long> second = other.mark(
                id,
                List.of(
                        mark(1, LineState.FAILED),
                        new LedgerLine.Mark(2, LineState.CAME_BACK, "it failed again"),
                        mark(99, LineState.FAILED)));
        Set<Long> third = other.mark(id, List.of(mark(2, LineState.RESOLVED)));

        assertThat(first).containsExactlyInAnyOrder(1L, 2L);
        assertThat(second).containsExactly(2L);
        assertThat(third).isEmpty();
        List<LedgerLine> lines = book.ledger(id, Set.of(), 0, 10);
        assertThat(lines)
                .extracting(LedgerLine::state)
                .containsExactly(LineState.RESOLVED, LineState.CAME_BACK, LineState.PLANNED);
        assertThat(lines.get(0).at()).isEqualTo(marked);
        assertThat(lines.get(1).at()).isEqualTo(clock.instant());
        assertThat(lines.get(1).why()).isEqualTo("it failed again");
        assertThat(lines.get(2).at()).isNull();
    }

    @Test
    void several_marks_on_a_line_are_as_good_as_one_after_the_other() {
        ReplayId id = planned(ids.next());

        Set<Long> changed = book.mark(
                id, List.of(mark(1, LineState.SENT), mark(1, LineState.RESOLVED), mark(1, LineState.CAME_BACK)));

        assertThat(changed).containsExactly(1L);
        assertThat(book.ledger(id, Set.of(), 0, 1))
                .extracting(LedgerLine::state)
                .containsExactly(LineState.RESOLVED);
    }

    @Test
    void a_reason_that_no_database_can_hold_is_kept_as_well_as_possible() {
        ReplayId id = planned(ids.next());

        book.mark(id, List.of(new LedgerLine.Mark(1, LineState.FAILED, "nul \0 and half \uD83D a pair")));

        assertThat(book.ledger(id, Set.of(), 0, 1).get(0).why()).startsWith("nul ");
    }

    @Test
    void each_of_many_lines_is_marked_by_one_only() throws Exception {
        ReplayId id = planned(letters(300));
        List<LedgerLine.Mark> marks = LongStream.rangeClosed(1, 300)
                .mapToObj(position -> mark(position, LineState.RESOLVED))
                .toList();

        List<Set<Long>> changed = allAtOnce(b -> b.mark(id, marks));

        assertThat(changed.stream().mapToInt(Set::size).sum()).isEqualTo(300);
    }

    @Test
    void the_ledger_is_read_by_state_and_position() {
        ReplayId id = planned(letters(6));
        book.mark(id, List.of(mark(2, LineState.FAILED), mark(3, LineState.SKIPPED), mark(5, LineState.FAILED)));

        assertThat(other.ledger(id, Set.of(LineState.FAILED), 0, 9))
                .extracting(LedgerLine::position)
                .containsExactly(2L, 5L);
        assertThat(other.ledger(id, Set.of(LineState.FAILED, LineState.SKIPPED), 2, 1))
                .extracting(LedgerLine::position)
                .containsExactly(3L);
        assertThat(other.next(id, 1, 2)).extracting(LedgerLine::position).containsExactly(4L, 6L);
        assertThat(other.tally(id))
                .isEqualTo(Map.of(LineState.PLANNED, 3L, LineState.FAILED, 2L, LineState.SKIPPED, 1L));
    }

    @Test
    void letters_that_were_sent_before_are_counted_once() {
        List<LetterId> letters = letters(5);
        ReplayId first = planned(letters);
        book.mark(
                first,
                List.of(
                        mark(1, LineState.RESOLVED),
                        mark(2, LineState.SENT),
                        mark(3, LineState.SKIPPED),
                        mark(4, LineState.FAILED)));
        ReplayId second = planned(letters.get(0));
        book.mark(second, List.of(mark(1, LineState.CAME_BACK)));

        assertThat(other.sentBefore(letters)).isEqualTo(3);
        assertThat(other.sentBefore(List.of(letters.get(0), letters.get(0)))).isEqualTo(1);
        assertThat(other.sentBefore(List.of())).isEqualTo(0);
    }

    @Test
    void old_replays_expire_when_they_are_over() {
        ReplayId old = running();
        book.move(old, Set.of(ReplayState.RUNNING), ReplayState.DONE, null, null);
        ReplayId stopped = running();
        book.move(stopped, Set.of(ReplayState.RUNNING), ReplayState.STOPPED, null, null);
        ReplayId waiting = planned(ids.next());
        clock.forward(MINUTE);
        ReplayId late = running();
        book.move(late, Set.of(ReplayState.RUNNING), ReplayState.CANCELLED, null, null);

        ReplayId failed = running();
        book.move(failed, Set.of(ReplayState.RUNNING), ReplayState.FAILED, "nothing was sent", null);
        clock.forward(MINUTE);
        book.move(late, Set.of(ReplayState.CANCELLED), ReplayState.CANCELLED, null, null);

        assertThat(book.expire(clock.instant(), 10)).isEqualTo(2);

        assertThat(other.list(Set.of(), 10, null)).extracting(Replay::id).containsExactly(late, waiting, stopped);
        assertThat(other.ledger(old, Set.of(), 0, 10)).isEmpty();
    }
}

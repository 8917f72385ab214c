package dev.redrive.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.sql.Batcher;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Resolution;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.testing.Await;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What others see of the file while a handler has it to itself. */
@Timeout(60)
class SqliteTransactionTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Settlement.Succeeded SUCCEEDED =
            new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null);

    @TempDir
    Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private SqliteDeadLetterStore store;

    @BeforeEach
    void open() {
        store = new SqliteDeadLetterStore(folder.resolve("shared.db"), clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private List<LeasedLetter> claimed(int count) {
        List<NewLetter> letters = new ArrayList<>();
        for (int i = 0; i < count; i++) letters.add(new LetterBuilder(ids).build());
        store.capture(letters);
        return store.claim(ClaimRequest.of("worker-1", count, MINUTE));
    }

    private SettleResult settled(LeasedLetter claimed) {
        return store.settle(List.of(new Settlement(claimed.lease(), Duration.ZERO, "exponential", SUCCEEDED)))
                .get(0);
    }

    // Leases

    @Test
    void leases_do_not_run_out_while_a_handler_blocks_their_renewal() throws Exception {
        List<LeasedLetter> held = claimed(2);

        store.settleWith(held.get(0), (letter, connection) -> clock.forward(MINUTE.plusSeconds(1)), SUCCEEDED);

        assertThat(store.claim(ClaimRequest.of("worker-2", 2, MINUTE))).isEmpty();
        assertThat(settled(held.get(1))).isInstanceOf(SettleResult.To.class);
    }

    @Test
    void leases_do_not_run_out_while_a_handler_that_fails_blocks_their_renewal() {
        List<LeasedLetter> held = claimed(2);

        assertThatThrownBy(() -> store.settleWith(
                        held.get(0),
                        (letter, connection) -> {
                            clock.forward(MINUTE.plusSeconds(1));
                            throw new IllegalStateException("the bank said no");
                        },
                        SUCCEEDED))
                .hasMessage("the bank said no");

        assertThat(store.claim(ClaimRequest.of("worker-2", 2, MINUTE))).isEmpty();
        assertThat(settled(held.get(0))).isInstanceOf(SettleResult.To.class);
        assertThat(settled(held.get(1))).isInstanceOf(SettleResult.To.class);
    }

    @Test
    void after_a_long_handler_a_lease_lasts_as_long_as_it_would_have_and_no_longer() throws Exception {
        List<LeasedLetter> held = claimed(2);
        clock.forward(Duration.ofSeconds(20));

        store.settleWith(held.get(0), (letter, connection) -> clock.forward(MINUTE), SUCCEEDED);
        clock.forward(Duration.ofSeconds(39));
        List<LeasedLetter> before = store.claim(ClaimRequest.of("worker-2", 2, MINUTE));
        clock.forward(Duration.ofSeconds(1));
        List<LeasedLetter> after = store.claim(ClaimRequest.of("worker-2", 2, MINUTE));

        assertThat(before).isEmpty();
        assertThat(after)
                .extracting(c -> c.letter().id())
                .containsExactly(held.get(1).letter().id());
    }

    /** Its process died; other processes run one long handler after the other, and cannot know. */
    @Test
    void a_lease_that_is_not_renewed_ends_however_many_long_handlers_there_are() throws Exception {
        LeasedLetter dead = claimed(1).get(0);

        for (int i = 0; i < 62; i++)
            store.settleWith(claimed(1).get(0), (letter, connection) -> clock.forward(MINUTE), SUCCEEDED);
        claimed(1);

        assertThat(settled(dead)).isInstanceOf(SettleResult.LeaseLost.class);
    }

    // Bulk orders

    /** A text search may take minutes; the writer must not wait for it. */
    @Test
    void a_bulk_order_looks_for_its_letters_beside_the_writer() throws Exception {
        LeasedLetter held = claimed(1).get(0);
        AtomicReference<BulkMoveResult> moved = new AtomicReference<>();
        Filter nothing = Filter.builder().text("in no letter").build();

        store.settleWith(
                held,
                (letter, connection) -> moved.set(store.moveAll(nothing, ManualMove.archive("ann", null), 10, null)),
                SUCCEEDED);

        assertThat(Objects.requireNonNull(moved.get()).count()).isZero();
    }

    @Test
    void letters_that_go_while_a_bulk_order_waits_for_the_writer_are_passed_over() throws Exception {
        LeasedLetter held = claimed(1).get(0);
        List<LetterId> two = captured(2);
        AtomicReference<FutureTask<BulkMoveResult>> order = new AtomicReference<>();
        Filter pending = Filter.builder().status(LetterStatus.PENDING).build();

        store.settleWith(
                held,
                (letter, connection) -> {
                    var unused = waiting(() -> store.delete(two.get(0)));
                    order.set(waiting(() -> store.moveAll(pending, ManualMove.archive("ann", null), 10, null)));
                },
                SUCCEEDED);
        BulkMoveResult moved = Objects.requireNonNull(order.get()).get(20, TimeUnit.SECONDS);

        assertThat(moved.moved().values()).containsExactly(List.of(two.get(1)));
        assertThat(moved.skipped()).isEqualTo(1);
    }

    private List<LetterId> captured(int count) {
        List<LetterId> captured = new ArrayList<>();
        for (int i = 0; i < count; i++)
            captured.add(store.capture(List.of(new LetterBuilder(ids).build()))
                    .get(0)
                    .id());
        return captured;
    }

    /** Asks on a thread of its own, and returns when the question is in the writer's queue. */
    private static <T> FutureTask<T> waiting(Callable<T> question) {
        FutureTask<T> task = new FutureTask<>(question);
        Thread thread = new Thread(task);
        thread.start();
        Await.until(() -> isQueued(thread) || task.isDone());
        return task;
    }

    private static boolean isQueued(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING
                && Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(Batcher.class.getName()));
    }

    // A full disk

    /** SQLite undoes the whole transaction, and what is left of it cannot be undone once more. */
    @Test
    void captures_that_share_a_commit_hear_that_the_disk_is_full() throws Exception {
        LeasedLetter held = claimed(1).get(0);
        store.pragma("max_page_count = 1");
        List<FutureTask<List<CaptureResult>>> captures = new ArrayList<>();

        store.settleWith(
                held,
                (letter, connection) -> {
                    var unused = waiting(() -> store.delete(ids.next()));
                    for (int i = 0; i < 2; i++) captures.add(waiting(() -> store.capture(List.of(large()))));
                },
                SUCCEEDED);

        for (FutureTask<List<CaptureResult>> capture : captures)
            assertThatThrownBy(() -> capture.get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StoreUnavailable.class)
                    .hasMessageContaining("full");
        store.pragma("max_page_count = 100000");
        assertThat(captured(1)).hasSize(1);
    }

    private NewLetter large() {
        byte[] noise = new byte[100_000];
        new Random(1).nextBytes(noise);
        return new LetterBuilder(ids).message(Message.of(Payload.of(noise))).build();
    }

    // Callers

    /** The writer has the caller's work and waits for the handler to end. */
    @Test
    void the_work_of_an_interrupted_caller_is_not_done() throws Exception {
        LeasedLetter held = claimed(1).get(0);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<SettleResult> handling = CompletableFuture.supplyAsync(() -> held(held, begun, end));
        begun.await();
        NewLetter letter = new LetterBuilder(ids).build();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                store.capture(List.of(letter));
            } catch (StoreException e) {
                thrown.complete(e);
            }
        });
        caller.start();
        Await.until(() -> isWriterHeldUp());

        caller.interrupt();
        Throwable why = thrown.get(20, TimeUnit.SECONDS);
        end.countDown();
        handling.get(20, TimeUnit.SECONDS);
        LetterId next =
                store.capture(List.of(new LetterBuilder(ids).build())).get(0).id();

        assertThat(why).hasMessageContaining("interrupted");
        assertThat(store.find(next)).isPresent();
        assertThat(store.find(letter.id())).isEmpty();
    }

    private SettleResult held(LeasedLetter held, CountDownLatch begun, CountDownLatch end) {
        try {
            return store.settleWith(
                    held,
                    (letter, connection) -> {
                        begun.countDown();
                        end.await();
                    },
                    SUCCEEDED);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isWriterHeldUp() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("redrive-sqlite-writer")
                        && thread.getState() == Thread.State.WAITING);
    }

    @Test
    void a_handler_that_captures_into_the_file_it_holds_is_refused_at_once() throws Exception {
        LeasedLetter held = claimed(1).get(0);
        AtomicReference<Throwable> thrown = new AtomicReference<>();

        store.settleWith(
                held,
                (letter, connection) -> {
                    try {
                        store.capture(List.of(new LetterBuilder(ids).build()));
                    } catch (StoreException e) {
                        thrown.set(e);
                    }
                },
                SUCCEEDED);

        assertThat(thrown.get()).isInstanceOf(StoreUnavailable.class).hasMessageContaining("transactional handler");
        assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isEqualTo(1);
        assertThat(store.tallies().byStatus().total()).isEqualTo(1);
    }

    @Test
    void a_transaction_within_a_transaction_is_refused_and_does_the_outer_one_no_harm() throws Exception {
        List<LeasedLetter> held = claimed(2);

        store.settleWith(
                held.get(0),
                (letter, connection) -> assertThatThrownBy(
                                () -> store.settleWith(held.get(1), (other, same) -> {}, SUCCEEDED))
                        .isInstanceOf(StoreUnavailable.class),
                SUCCEEDED);

        assertThat(settled(held.get(0))).isInstanceOf(SettleResult.LeaseLost.class);
        assertThat(settled(held.get(1))).isInstanceOf(SettleResult.To.class);
    }

    // Closing

    @Test
    void a_reader_that_is_in_use_when_the_file_is_closed_is_closed_after_it() throws Exception {
        SqliteFile file = new SqliteFile(folder.resolve("read.db"), clock);
        AtomicReference<Connection> used = new AtomicReference<>();
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Boolean> reader = CompletableFuture.supplyAsync(() -> file.read(sql -> {
            used.set(sql.connection());
            reading.countDown();
            awaitQuietly(end);
            return true;
        }));
        reading.await();

        file.close();
        end.countDown();
        reader.get(20, TimeUnit.SECONDS);

        assertThat(Objects.requireNonNull(used.get()).isClosed()).isTrue();
    }

    @Test
    void a_reader_that_an_error_ended_is_closed_and_its_snapshot_with_it() throws Exception {
        AtomicReference<Connection> used = new AtomicReference<>();

        try (SqliteFile file = new SqliteFile(folder.resolve("read.db"), clock)) {
            assertThatThrownBy(() -> file.read(sql -> {
                        used.set(sql.connection());
                        throw new StackOverflowError("too deep");
                    }))
                    .isInstanceOf(StackOverflowError.class);

            assertThat(Objects.requireNonNull(used.get()).isClosed()).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

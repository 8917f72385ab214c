package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.store.ClaimRequest;
import dev.redrive.store.Claimed;
import dev.redrive.store.LetterBuilder;
import dev.redrive.store.NewLetter;
import dev.redrive.store.SettableClock;
import dev.redrive.store.Settled;
import dev.redrive.store.Settlement;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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

    private List<Claimed> claimed(int count) {
        List<NewLetter> letters = new ArrayList<>();
        for (int i = 0; i < count; i++) letters.add(new LetterBuilder(ids).build());
        store.capture(letters);
        return store.claim(ClaimRequest.of("worker-1", count, MINUTE));
    }

    private Settled settled(Claimed claimed) {
        return store.settle(List.of(new Settlement(claimed.lease(), Duration.ZERO, "exponential", SUCCEEDED)))
                .get(0);
    }

    // Leases

    @Test
    void leases_do_not_run_out_while_a_handler_keeps_everybody_from_renewing_them() throws Exception {
        List<Claimed> held = claimed(2);

        store.settleWith(held.get(0), (letter, connection) -> clock.forward(MINUTE.plusSeconds(1)), SUCCEEDED);

        assertThat(store.claim(ClaimRequest.of("worker-2", 2, MINUTE))).isEmpty();
        assertThat(settled(held.get(1))).isInstanceOf(Settled.To.class);
    }

    @Test
    void leases_do_not_run_out_while_a_handler_that_fails_keeps_everybody_from_renewing_them() {
        List<Claimed> held = claimed(2);

        assertThatThrownBy(() -> store.settleWith(
                        held.get(0),
                        (letter, connection) -> {
                            clock.forward(MINUTE.plusSeconds(1));
                            throw new IllegalStateException("the bank said no");
                        },
                        SUCCEEDED))
                .hasMessage("the bank said no");

        assertThat(store.claim(ClaimRequest.of("worker-2", 2, MINUTE))).isEmpty();
        assertThat(settled(held.get(0))).isInstanceOf(Settled.To.class);
        assertThat(settled(held.get(1))).isInstanceOf(Settled.To.class);
    }

    @Test
    void after_a_long_handler_a_lease_lasts_as_long_as_it_would_have_and_no_longer() throws Exception {
        List<Claimed> held = claimed(2);
        clock.forward(Duration.ofSeconds(20));

        store.settleWith(held.get(0), (letter, connection) -> clock.forward(MINUTE), SUCCEEDED);
        clock.forward(Duration.ofSeconds(39));
        List<Claimed> before = store.claim(ClaimRequest.of("worker-2", 2, MINUTE));
        clock.forward(Duration.ofSeconds(1));
        List<Claimed> after = store.claim(ClaimRequest.of("worker-2", 2, MINUTE));

        assertThat(before).isEmpty();
        assertThat(after)
                .extracting(c -> c.letter().id())
                .containsExactly(held.get(1).letter().id());
    }

    // Callers

    /** The caller's work is in the hands of the writer, which waits for the handler to end. */
    @Test
    void what_nobody_waits_for_any_more_is_not_done() throws Exception {
        Claimed held = claimed(1).get(0);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Settled> handling = CompletableFuture.supplyAsync(() -> held(held, begun, end));
        begun.await();
        NewLetter letter = new LetterBuilder(ids).build();
        CompletableFuture<Throwable> heard = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                store.capture(List.of(letter));
            } catch (StoreException e) {
                heard.complete(e);
            }
        });
        caller.start();
        while (!isWriterHeldUp()) Thread.onSpinWait();

        caller.interrupt();
        Throwable why = heard.get(20, TimeUnit.SECONDS);
        end.countDown();
        handling.get(20, TimeUnit.SECONDS);
        LetterId next =
                store.capture(List.of(new LetterBuilder(ids).build())).get(0).id();

        assertThat(why).hasMessageContaining("interrupted");
        assertThat(store.find(next)).isPresent();
        assertThat(store.find(letter.id())).isEmpty();
    }

    private Settled held(Claimed held, CountDownLatch begun, CountDownLatch end) {
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
    void a_handler_that_captures_into_the_file_it_holds_hears_at_once_that_it_cannot() throws Exception {
        Claimed held = claimed(1).get(0);
        AtomicReference<Throwable> heard = new AtomicReference<>();

        store.settleWith(
                held,
                (letter, connection) -> {
                    try {
                        store.capture(List.of(new LetterBuilder(ids).build()));
                    } catch (StoreException e) {
                        heard.set(e);
                    }
                },
                SUCCEEDED);

        assertThat(heard.get()).isInstanceOf(StoreUnavailable.class).hasMessageContaining("transactional handler");
        assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isEqualTo(1);
        assertThat(store.tallies().byStatus().total()).isEqualTo(1);
    }

    @Test
    void a_transaction_within_a_transaction_is_refused_and_does_the_outer_one_no_harm() throws Exception {
        List<Claimed> held = claimed(2);

        store.settleWith(
                held.get(0),
                (letter, connection) -> assertThatThrownBy(
                                () -> store.settleWith(held.get(1), (other, same) -> {}, SUCCEEDED))
                        .isInstanceOf(StoreUnavailable.class),
                SUCCEEDED);

        assertThat(settled(held.get(0))).isInstanceOf(Settled.LeaseLost.class);
        assertThat(settled(held.get(1))).isInstanceOf(Settled.To.class);
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

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}

package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.BulkMoveResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.testing.Await;
import dev.redrive.testpostgres.TestPostgres;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Other transactions change the database in the middle of the store's own. */
@Timeout(60)
class PostgresBesideOthersTest {
    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final String database = TestPostgres.freshDatabase();
    private final HikariDataSource pool = PostgresStores.pool(database);
    private final DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock);

    @AfterEach
    void close() {
        store.close();
        pool.close();
    }

    @Test
    void a_bulk_order_moves_a_letter_that_becomes_due_meanwhile() throws Exception {
        NewLetter letter =
                new LetterBuilder(ids).due(clock.instant().plusSeconds(60)).build();
        store.capture(List.of(letter));
        FutureTask<BulkMoveResult> order =
                new FutureTask<>(() -> store.moveAll(Filter.all(), ManualMove.archive("ann", null), 10, null));

        try (Connection other = pool.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("""
                    INSERT INTO dlq_ready (
                        id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at)
                    SELECT id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at
                    FROM dlq_waiting""");
            statement.execute("DELETE FROM dlq_waiting");
            new Thread(order).start();
            awaitBlocked(1);
            other.commit();
        }

        assertThat(order.get(20, TimeUnit.SECONDS).count()).isEqualTo(1);
    }

    private void awaitBlocked(int transactions, Future<?>... orDone) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            Await.until("transactions wait for a lock", () -> {
                if (Stream.of(orDone).anyMatch(Future::isDone)) return true;
                try (ResultSet row = statement.executeQuery("""
                        SELECT COUNT(*) FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'""")) {
                    row.next();
                    return row.getInt(1) >= transactions;
                }
            });
        }
    }

    /** A renewal locks leases in the order of their ids, a settlement may lock them in another one. */
    @Test
    void a_renewal_and_a_settlement_do_not_wait_for_each_other() throws Exception {
        List<NewLetter> letters =
                Stream.generate(() -> new LetterBuilder(ids).build()).limit(3).toList();
        store.capture(letters);
        List<Lease> leases = store.claim(ClaimRequest.of("w", 3, Duration.ofMinutes(1))).stream()
                .map(LeasedLetter::lease)
                .toList();
        Lease first = leases.get(0);
        Lease second = leases.get(1);
        Lease third = leases.get(2);
        FutureTask<Set<LetterId>> renewal = new FutureTask<>(() -> store.renew(leases, Duration.ofMinutes(2)));
        FutureTask<List<SettleResult>> settlement =
                new FutureTask<>(() -> store.settle(List.of(failed(third), failed(first))));

        try (Connection other = pool.getConnection();
                PreparedStatement lock = other.prepareStatement("SELECT 1 FROM dlq_lease WHERE id = ? FOR UPDATE")) {
            other.setAutoCommit(false);
            lock.setObject(1, second.id().value());
            lock.execute();
            new Thread(renewal).start();
            awaitBlocked(1);
            new Thread(settlement).start();
            awaitBlocked(2, settlement);
            other.rollback();
        }

        assertThat(renewal.get(20, TimeUnit.SECONDS)).containsExactlyInAnyOrderElementsOf(idsOf(letters));
        assertThat(settlement.get(20, TimeUnit.SECONDS))
                .containsExactly(
                        new SettleResult.To(third.id(), LetterStatus.FAILED),
                        new SettleResult.To(first.id(), LetterStatus.FAILED));
        assertThat(deadlocks()).isZero();
    }

    private static List<LetterId> idsOf(List<NewLetter> letters) {
        return letters.stream().map(NewLetter::id).toList();
    }

    private static Settlement failed(Lease lease) {
        Failure failure = LetterBuilder.timeout();
        return new Settlement(
                lease,
                Duration.ofMillis(5),
                "test",
                new Settlement.GaveUp(failure, LetterBuilder.fingerprint(failure)));
    }

    /** A connection tells the server what it met at the latest when it ends. */
    private long deadlocks() throws SQLException {
        store.close();
        pool.close();
        Await.until("no connection is left", () -> TestPostgres.clientsOf(database) == 0);
        try (HikariDataSource fresh = PostgresStores.pool(database);
                Connection connection = fresh.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Test
    void a_key_that_fits_into_no_index_is_refused_for_good() {
        StringBuilder noise = new StringBuilder();
        new Random(1).ints(4000, ' ', '~').forEach(c -> noise.append((char) c));
        NewLetter letter = new LetterBuilder(ids).keyed(noise.toString()).build();

        assertThatThrownBy(() -> store.capture(List.of(letter)))
                .isInstanceOf(StoreRefused.class)
                .hasMessageContaining("index");
    }
}

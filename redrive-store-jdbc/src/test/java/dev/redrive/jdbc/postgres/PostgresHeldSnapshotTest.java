package dev.redrive.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.testpostgres.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A transaction was left open: PostgreSQL keeps every row that was deleted since. */
@Timeout(120)
class PostgresHeldSnapshotTest {
    private static final int LETTERS = 6000;
    private static final int AT_ONCE = 300;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);
    private final String database = TestPostgres.freshDatabase();
    private final HikariDataSource pool = PostgresStores.pool(database);
    private final HikariDataSource forgetful = PostgresStores.pool(database);
    private final DeadLetterStore store = PostgresDeadLetterStore.withPositions(pool, clock);

    @BeforeEach
    void hold() throws SQLException {
        Connection held = forgetful.getConnection();
        held.setAutoCommit(false);
        held.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (Statement statement = held.createStatement()) {
            statement.execute("SELECT COUNT(*) FROM dlq_schema");
        }
    }

    @AfterEach
    void close() {
        store.close();
        pool.close();
        forgetful.close();
    }

    private List<LetterId> captured(int letters, Supplier<LetterBuilder> letter) {
        List<NewLetter> made = new ArrayList<>();
        for (int i = 0; i < letters; i++) made.add(letter.get().build());
        store.capture(made);
        return made.stream().map(NewLetter::id).toList();
    }

    private List<LeasedLetter> claimed(int limit, Optional<Set<String>> channels) {
        return store.claim(new ClaimRequest("worker-1", limit, limit / 10, Duration.ofMinutes(1), channels));
    }

    private List<LeasedLetter> claimed(int limit) {
        return claimed(limit, Optional.empty());
    }

    private static Settlement succeeded(LeasedLetter claimed) {
        return new Settlement(
                claimed.lease(),
                Duration.ofMillis(5),
                "test",
                new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null));
    }

    private void drain(Optional<Set<String>> channels) {
        for (int left = LETTERS; left > 0; left -= AT_ONCE) {
            List<LeasedLetter> some = claimed(AT_ONCE, channels);
            assertThat(some).hasSize(AT_ONCE);
            store.settle(some.stream().map(PostgresHeldSnapshotTest::succeeded).toList());
        }
    }

    private long entriesRead(String table) throws SQLException {
        store.close();
        pool.close();
        try (Connection connection = forgetful.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT SUM(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = '" + table + "'")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Each entry some four times: by age and by priority, for each of a few claims that follow each other quickly. */
    @Test
    void a_claim_does_not_walk_over_what_was_claimed_before() throws SQLException {
        captured(LETTERS, () -> new LetterBuilder(ids));
        clock.forward(Duration.ofSeconds(10));

        drain(Optional.empty());

        assertThat(entriesRead("dlq_ready")).isLessThan(4L * LETTERS);
    }

    @Test
    void nor_does_one_of_some_channels_nor_over_those_of_others() throws SQLException {
        captured(LETTERS / 2, () -> new LetterBuilder(ids).from("orders"));
        captured(LETTERS / 2, () -> new LetterBuilder(ids).from("payments"));
        clock.forward(Duration.ofSeconds(10));

        drain(Optional.of(Set.of("orders", "payments")));

        assertThat(entriesRead("dlq_ready")).isLessThan(4L * LETTERS);
    }

    @Test
    void what_became_due_is_made_ready_without_walking_over_what_was_before() throws SQLException {
        for (int i = 0; i < LETTERS / AT_ONCE; i++) {
            captured(AT_ONCE, () -> new LetterBuilder(ids).due(clock.instant().plusSeconds(1)));
            clock.forward(Duration.ofSeconds(5));
            assertThat(claimed(AT_ONCE)).hasSize(AT_ONCE);
        }

        assertThat(entriesRead("dlq_waiting")).isLessThan(4L * LETTERS);
    }

    @Test
    void an_older_letter_that_is_restored_and_reset_goes_first() {
        List<LetterId> letters = captured(10, () -> new LetterBuilder(ids));
        LetterId low =
                captured(1, () -> new LetterBuilder(ids).priority(Priority.LOW)).get(0);
        clock.forward(Duration.ofSeconds(10));
        store.move(letters.get(0), ManualMove.archive("ann", null));
        store.move(low, ManualMove.archive("ann", null));
        claimed(5);
        store.move(letters.get(0), ManualMove.restore("ann"));
        store.move(letters.get(0), ManualMove.reset("ann"));
        store.move(low, ManualMove.restore("ann"));
        store.move(low, ManualMove.reset("ann"));

        assertThat(claimed(1)).extracting(one -> one.letter().id()).containsExactly(letters.get(0));
        assertThat(claimed(10)).extracting(one -> one.letter().id()).hasSize(5).endsWith(low);
    }
}

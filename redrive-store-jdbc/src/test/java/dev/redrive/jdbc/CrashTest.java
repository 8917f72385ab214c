package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.testing.Await;
import dev.redrive.testpostgres.TestPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that ends at any moment, or a connection that breaks between any two statements, leaves a store that is right. */
class CrashTest {
    @Test
    void a_killed_process_leaves_a_sqlite_file_that_is_right(@TempDir Path folder) throws IOException {
        killAndCheck("sqlite:" + folder.resolve("crash.db"), () -> {});
    }

    @Test
    void a_killed_process_leaves_a_postgresql_database_that_is_right() throws IOException {
        String database = TestPostgres.freshDatabase();
        killAndCheck(
                TestPostgres.url(database),
                () -> Await.until("no client is connected", () -> TestPostgres.clientsOf(database) == 0));
    }

    private static void killAndCheck(String url, Runnable awaitEnd) throws IOException {
        List<LetterId> answered = new ArrayList<>();
        for (int round = 1; round <= 4; round++) {
            Process churning = Churn.start(url, round);
            try (BufferedReader output = churning.inputReader()) {
                for (int i = 0; i < 37 * round; i++) answered.add(LetterId.of(String.valueOf(output.readLine())));
            }
            churning.destroyForcibly();
            churning.onExit().join();
            awaitEnd.run();

            try (DeadLetterStore store = new JdbcStoreProvider().open(url).orElseThrow()) {
                for (LetterId id : answered)
                    assertThat(store.find(id)).as("answered and lost: %s", id).isPresent();
                assertCountersAreRight(store);
            }
        }
    }

    private static void assertCountersAreRight(DeadLetterStore store) {
        Map<LetterStatus, Long> counted = new EnumMap<>(LetterStatus.class);
        Query query = Query.newest(Filter.all(), 500);
        Page page = store.search(query);
        for (; page.next() != null; page = store.search(query.after(page.next()))) count(page, counted);
        count(page, counted);

        assertThat(store.tallies().byStatus().byStatus()).isEqualTo(counted);
    }

    private static void count(Page page, Map<LetterStatus, Long> into) {
        for (Summary summary : page.items()) into.merge(summary.state().status(), 1L, Long::sum);
    }

    // Between any two statements

    private interface Change {
        void on(DeadLetterStore store);
    }

    @Test
    void a_connection_that_breaks_between_two_statements_changes_all_or_nothing() {
        SettableClock clock = SettableClock.standing();
        LetterIds ids = new LetterIds(clock);
        NewLetter waiting = new LetterBuilder(ids).inOrder("k").tagged("t").build();
        NewLetter behind = new LetterBuilder(ids).inOrder("k").build();
        NewLetter failed = new LetterBuilder(ids).status(LetterStatus.FAILED).build();
        NewLetter fresh = new LetterBuilder(ids).idempotent("fresh").tagged("x").build();
        Map<String, Change> changes = Map.of(
                "capture", s -> s.capture(List.of(fresh)),
                "claim", s -> s.claim(ClaimRequest.of("w", 5, Duration.ofMinutes(1))),
                "reset", s -> s.move(failed.id(), ManualMove.reset("ann")),
                "discard", s -> s.move(waiting.id(), ManualMove.discard("ann", null)),
                "edit", s -> s.edit(failed.id(), 0, Edit.payload(Payload.of("new"), "ann")),
                "delete", s -> s.delete(waiting.id()),
                "settle", CrashTest::settleOne);
        changes.forEach((name, change) -> breakEverywhere(name, change, clock, List.of(waiting, behind, failed)));
    }

    private static void settleOne(DeadLetterStore store) {
        List<LeasedLetter> claimed = store.claim(ClaimRequest.of("w", 1, Duration.ofMinutes(1)));
        var failure = LetterBuilder.invalid();
        store.settle(claimed.stream()
                .map(c -> new Settlement(
                        c.lease(),
                        Duration.ZERO,
                        "none",
                        new Settlement.GaveUp(failure, LetterBuilder.fingerprint(failure))))
                .toList());
    }

    private static void breakEverywhere(String name, Change change, SettableClock clock, List<NewLetter> start) {
        boolean broke = true;
        for (int statement = 1; broke; statement++) {
            try (HikariDataSource pool = PostgresStores.freshPool()) {
                try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
                    store.capture(start);
                }
                broke = breakAt(statement, change, clock, pool);
                try (DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
                    assertThat(statesOf(pool))
                            .as("%s, broken at statement %d", name, statement)
                            .isEqualTo(0);
                    assertCountersAreRight(store);
                    change.on(store);
                    assertCountersAreRight(store);
                }
            }
        }
    }

    private static boolean breakAt(int statement, Change change, SettableClock clock, HikariDataSource pool) {
        BreakingDataSource breaking = new BreakingDataSource(pool);
        try (DeadLetterStore store = PostgresDeadLetterStore.in(breaking.proxy(), clock)) {
            breaking.breakAt(statement);
            change.on(store);
            return false;
        } catch (StoreException expected) {
            return true;
        }
    }

    /** How many letters are in no state table or in more than one. */
    private static long statesOf(HikariDataSource pool) {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("""
                        SELECT COUNT(*) FROM dlq_letter l WHERE 1 <>
                            (SELECT COUNT(*) FROM dlq_ready x WHERE x.id = l.id)
                            + (SELECT COUNT(*) FROM dlq_waiting x WHERE x.id = l.id)
                            + (SELECT COUNT(*) FROM dlq_lease x WHERE x.id = l.id)
                            + (SELECT COUNT(*) FROM dlq_settled x WHERE x.id = l.id)""")) {
            row.next();
            return row.getLong(1);
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}

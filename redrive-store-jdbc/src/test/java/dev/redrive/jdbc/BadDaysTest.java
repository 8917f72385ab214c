package dev.redrive.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.testing.Await;
import dev.redrive.testpostgres.TestPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases that are locked, full, away, of another version or shared: each has a defined answer. */
class BadDaysTest {
    @TempDir
    Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    private NewLetter letter() {
        return new LetterBuilder(ids).build();
    }

    private static FailedMessage failed(String payload) {
        return FailedMessage.of("orders", Message.of(payload), new java.net.ConnectException("refused"));
    }

    // SQLite

    @Test
    void a_locked_sqlite_file_is_unavailable_and_nothing_captured_is_lost() throws SQLException {
        Path file = folder.resolve("locked.db");
        LetterId id;
        try (Redrive redrive = Redrive.open("sqlite:" + file);
                Connection other = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");

            id = redrive.capture(failed("while it is locked")).id();

            assertThat(redrive.letters().find(id))
                    .as("it is in the journal, not in the store")
                    .isEmpty();
            statement.execute("ROLLBACK");
        }
        try (Redrive redrive = Redrive.open("sqlite:" + file)) {
            assertThat(redrive.letters().find(id)).isPresent();
        }
    }

    @Test
    void two_processes_share_one_sqlite_file() throws Exception {
        Path file = folder.resolve("shared.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(file, InstantSource.system())) {
            store.capture(java.util.stream.IntStream.range(0, 400)
                    .mapToObj(i -> new LetterBuilder(new LetterIds(InstantSource.system())).build())
                    .toList());

            List<Set<String>> drained = OtherProcess.drain("sqlite:" + file, 2);

            assertNoneTwice(drained, 400);
            assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isEqualTo(400);
        }
    }

    @Test
    void a_newer_schema_is_refused_on_sqlite() throws SQLException {
        Path file = folder.resolve("new.db");
        new SqliteDeadLetterStore(file, clock).close();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO dlq_schema VALUES (99)");
        }

        assertThatThrownBy(() -> new SqliteDeadLetterStore(file, clock))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("version 99")
                .hasMessageContaining("newer Redrive");
    }

    /** No driver takes such a port, so nothing waits for an answer. */
    @Test
    void a_database_that_cannot_be_reached_is_named_without_its_password() {
        assertThatThrownBy(() -> Redrive.open("postgresql://db:99999/redrive?user=r&password=s3cret"))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("PostgreSQL at postgresql://db:99999/redrive failed")
                .satisfies(thrown -> assertThat(everythingSaidBy(thrown)).doesNotContain("s3cret"));
    }

    @Test
    void an_address_that_is_not_one_does_not_show_its_password() {
        assertThatThrownBy(() -> Redrive.open("postgresql://r:s3cret@db/re drive"))
                .isInstanceOf(IllegalArgumentException.class)
                .satisfies(thrown -> assertThat(everythingSaidBy(thrown)).doesNotContain("s3cret"));
    }

    private static String everythingSaidBy(Throwable thrown) {
        StringWriter said = new StringWriter();
        thrown.printStackTrace(new PrintWriter(said));
        return said.toString();
    }

    @Test
    void a_path_that_cannot_be_made_is_named() {
        assertThatThrownBy(() -> Redrive.open("sqlite:/proc/no/such/place/dlq.db"))
                .isInstanceOf(StoreUnavailable.class)
                .hasMessageContaining("/proc/no/such/place");
        assertThatThrownBy(() -> Redrive.open("sqlite:"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("sqlite:PATH");
    }

    // PostgreSQL

    @Test
    void wrong_credentials_say_so_and_never_show_the_password() {
        String url = TestPostgres.url("no_such_database").replace("postgres:postgres@", "unknown:s3cret@");

        assertThatThrownBy(() -> Redrive.open(url))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("connecting to PostgreSQL")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_newer_schema_is_refused_on_postgresql() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool()) {
            PostgresDeadLetterStore.in(pool, clock).close();
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO dlq_schema VALUES (99)");
            }

            assertThatThrownBy(() -> PostgresDeadLetterStore.in(pool, clock))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("version 99");
        }
    }

    @Test
    void ten_nodes_start_at_once_on_an_empty_database() throws Exception {
        String database = TestPostgres.freshDatabase();
        ExecutorService nodes = Executors.newFixedThreadPool(10);
        CountDownLatch go = new CountDownLatch(1);
        List<Future<LetterId>> started = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Callable<LetterId> node = () -> {
                go.await();
                try (HikariDataSource pool = PostgresStores.pool(database);
                        DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock)) {
                    return store.capture(List.of(letter())).get(0).id();
                }
            };
            started.add(nodes.submit(node));
        }
        go.countDown();

        Set<LetterId> captured = new HashSet<>();
        for (Future<LetterId> node : started) captured.add(node.get(60, TimeUnit.SECONDS));
        nodes.shutdown();

        assertThat(captured).hasSize(10);
    }

    @Test
    void several_processes_never_process_a_letter_twice_on_postgresql() throws Exception {
        String database = TestPostgres.freshDatabase();
        try (HikariDataSource pool = PostgresStores.pool(database);
                DeadLetterStore store = PostgresDeadLetterStore.in(pool)) {
            LetterIds real = new LetterIds(store.clock());
            store.capture(java.util.stream.IntStream.range(0, 900)
                    .mapToObj(i -> new LetterBuilder(real).build())
                    .toList());

            List<Set<String>> drained = OtherProcess.drain(TestPostgres.url(database), 3);

            assertNoneTwice(drained, 900);
            assertThat(store.tallies().byStatus().of(LetterStatus.RESOLVED)).isEqualTo(900);
        }
    }

    private static void assertNoneTwice(List<Set<String>> drained, int expected) {
        Set<String> all = new HashSet<>();
        drained.forEach(all::addAll);
        assertThat(all).hasSize(expected);
        assertThat(drained.stream().mapToInt(Set::size).sum())
                .as("processed by two processes")
                .isEqualTo(expected);
    }

    @Test
    void a_killed_process_loses_nothing_and_its_letters_come_back_after_the_lease() throws Exception {
        String database = TestPostgres.freshDatabase();
        try (HikariDataSource pool = PostgresStores.pool(database);
                DeadLetterStore store = PostgresDeadLetterStore.in(pool)) {
            LetterIds real = new LetterIds(store.clock());
            store.capture(java.util.stream.IntStream.range(0, 50)
                    .mapToObj(i -> new LetterBuilder(real).build())
                    .toList());

            OtherProcess.claimAndDie(TestPostgres.url(database), Duration.ofSeconds(1));

            assertThat(store.tallies().byStatus().of(LetterStatus.RETRYING)).isEqualTo(50);
            List<LeasedLetter> again = new ArrayList<>();
            while (again.size() < 50) again.addAll(store.claim(ClaimRequest.of("survivor", 50, Duration.ofMinutes(1))));
            assertThat(again)
                    .allSatisfy(c -> assertThat(c.letter().retryCount()).isEqualTo(2));
        }
    }

    @Test
    void a_database_that_goes_away_and_comes_back_loses_nothing() throws IOException, SQLException {
        int port = lastingPort();
        EmbeddedPostgres server = away(port).start();
        List<LetterId> captured = new ArrayList<>();
        try (Redrive redrive = Redrive.at("postgresql://postgres@localhost:" + port + "/postgres")
                .journal(folder.resolve("away.spill"))
                .open()) {
            captured.add(redrive.capture(failed("before")).id());
            server.close();

            captured.add(redrive.capture(failed("while it is away")).id());
            captured.add(redrive.capture(failed("still away")).id());

            try (EmbeddedPostgres again = away(port).start()) {
                assertThat(again.getPort()).isEqualTo(port);
                awaitAll(redrive, captured);
                captured.add(redrive.capture(failed("after")).id());
                awaitAll(redrive, captured);
            }
        }
    }

    /** Its files stay when it stops, so that the next one carries on with them. */
    private EmbeddedPostgres.Builder away(int port) {
        return TestPostgres.builder()
                .setPort(port)
                .setDataDirectory(folder.resolve("away"))
                .setCleanDataDirectory(false);
    }

    /** A port that stays free while its server is away: below those that systems give to outgoing connections. */
    private static int lastingPort() throws IOException {
        for (int tries = 0; tries < 1000; tries++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 30_000);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // in use
            }
        }
        throw new IOException("no port between 20000 and 30000 is free");
    }

    private static void awaitAll(Redrive redrive, List<LetterId> ids) {
        Await.until("all letters are stored", () -> ids.stream().allMatch(id -> isThere(redrive, id)));
    }

    private static boolean isThere(Redrive redrive, LetterId id) {
        try {
            return redrive.letters().find(id).isPresent();
        } catch (StoreException stillAway) {
            return false;
        }
    }
}

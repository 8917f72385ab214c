package dev.redrive.jdbc.search;

import static dev.redrive.contract.LetterBuilder.fingerprint;
import static dev.redrive.contract.LetterBuilder.invalid;
import static dev.redrive.contract.LetterBuilder.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.PostgresStores;
import dev.redrive.jdbc.postgres.PostgresDeadLetterStore;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Summary;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages that indexes give are those of all letters in order, which is how the letters of a narrow filter are found. */
class LastChangesTest {
    private static final int LETTERS = 60;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    /** In all states; a third of them share the time of another one. */
    private void fill(DeadLetterStore store) {
        for (int i = 0; i < LETTERS; i++) {
            LetterBuilder letter = new LetterBuilder(ids)
                    .from("c" + i % 3)
                    .failedWith(i % 4 == 0 ? invalid() : timeout())
                    .priority(i % 7 == 0 ? Priority.HIGH : Priority.NORMAL)
                    .status(i % 10 == 9 ? LetterStatus.MANUAL : LetterStatus.PENDING);
            if (i % 6 == 0) letter.due(clock.instant().plus(Duration.ofDays(9)));
            store.capture(List.of(letter.tagged(i % 2 == 0 ? "even" : "odd").build()));
            if (i % 3 != 0) clock.forward(Duration.ofMinutes(1));
        }
        List<Settlement> ended = new ArrayList<>();
        for (LeasedLetter claimed : store.claim(ClaimRequest.of("w", LETTERS / 2, Duration.ofHours(9)))) {
            Settlement.Outcome outcome =
                    switch (ended.size() % 3) {
                        case 0 -> new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null);
                        case 1 ->
                            new Settlement.Retry(
                                    timeout(),
                                    fingerprint(timeout()),
                                    clock.instant().plus(Duration.ofDays(1)));
                        default -> new Settlement.GaveUp(timeout(), fingerprint(timeout()));
                    };
            clock.forward(Duration.ofSeconds(ended.size() % 2));
            ended.add(new Settlement(claimed.lease(), Duration.ofMillis(1), "ladder", outcome));
            if (ended.size() % 4 != 0) store.settle(List.of(ended.get(ended.size() - 1)));
        }
        clock.forward(Duration.ofMinutes(1));
        store.moveAll(Filter.builder().status(LetterStatus.MANUAL).build(), ManualMove.requeue("ann"), 3, null);
        store.moveAll(Filter.builder().status(LetterStatus.MANUAL).build(), ManualMove.archive("ann", null), 2, null);
    }

    private List<Filter> filters(Instant middle) {
        return List.of(
                Filter.builder().channel("c1").build(),
                Filter.builder().from(middle).build(),
                Filter.builder().to(middle).status(LetterStatus.PENDING).build(),
                Filter.builder().errorType(invalid().type()).build(),
                Filter.builder()
                        .channel("c*")
                        .status(LetterStatus.RETRYING, LetterStatus.FAILED)
                        .build(),
                Filter.builder().tag("even").build(),
                Filter.builder().lastErrorType(timeout().type()).build(),
                Filter.builder().minRetryCount(1).build());
    }

    @Test
    void on_sqlite(@TempDir Path folder) throws SQLException {
        Path file = folder.resolve("changes.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(file, clock);
                Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            compare(store, Sql.sqlite(connection));
        }
    }

    @Test
    void on_postgresql() throws SQLException {
        try (HikariDataSource pool = PostgresStores.freshPool();
                DeadLetterStore store = PostgresDeadLetterStore.in(pool, clock);
                Connection connection = pool.getConnection()) {
            compare(store, Sql.postgres(connection));
        }
    }

    private void compare(DeadLetterStore store, Sql sql) throws SQLException {
        Instant middle = clock.instant().plus(Duration.ofMinutes(LETTERS / 3));
        fill(store);

        for (Query.Direction direction : Query.Direction.values()) {
            for (Filter filter : filters(middle)) {
                Query query = Query.newest(filter, 7).sorted(Query.Sort.UPDATED_AT, direction);
                Page page = store.search(query);
                assertThat(page.items()).as(filter.toString()).isNotEmpty();
                assertThat(walk(sql, query, store).ids(null, 8).stream().limit(7))
                        .as(direction + " " + filter)
                        .containsExactlyElementsOf(ids(page));
                while (page.next() != null) {
                    Query next = query.after(page.next());
                    long last = lastChange(page);
                    page = store.search(next);
                    assertThat(walk(sql, next, store).ids(last, 8).stream().limit(7))
                            .as(direction + " " + filter)
                            .containsExactlyElementsOf(ids(page));
                }
            }
        }
    }

    /** As if any number of letters was many. */
    private static LastChanges walk(Sql sql, Query query, DeadLetterStore store) throws SQLException {
        Tallies tallies = store.tallies();
        return new LastChanges(sql, query, new FilterSql(sql, query.filter(), tallies), tallies, 0);
    }

    private static List<UUID> ids(Page page) {
        return page.items().stream().map(Summary::id).map(LetterId::value).toList();
    }

    private static long lastChange(Page page) {
        return page.items().get(page.items().size() - 1).state().updatedAt().toEpochMilli();
    }
}

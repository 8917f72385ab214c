package dev.redrive.jdbc.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.counters.CounterQueries;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextSearchTest {
    private static final int LETTERS = 5;

    @TempDir
    private Path folder;

    private final SettableClock clock = SettableClock.standing();
    private final LetterIds ids = new LetterIds(clock);

    @Test
    void a_search_whose_time_is_always_up_comes_to_the_end_all_the_same() throws SQLException {
        Path file = folder.resolve("a.db");
        LetterId oldest;
        try (DeadLetterStore store = new SqliteDeadLetterStore(file, clock)) {
            oldest = store.capture(
                            List.of(new LetterBuilder(ids).saying("a needle").build()))
                    .get(0)
                    .id();
            for (int i = 1; i < LETTERS; i++)
                store.capture(List.of(new LetterBuilder(ids).saying("hay").build()));
        }

        List<Page> pages = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
            Sql sql = Sql.sqlite(connection);
            LetterQueries queries = new LetterQueries(sql, new CounterQueries(sql));
            Query query = Query.newest(Filter.builder().text("needle").build(), 10);
            Page page = queries.search(query, () -> true);
            while (!page.complete() && pages.size() < 100) {
                pages.add(page);
                LetterId next = page.next();
                assertThat(next).isNotNull();
                page = queries.search(query.after(next), () -> true);
            }
        }

        assertThat(pages)
                .hasSize(LETTERS)
                .allSatisfy(page -> assertThat(page.lookedAt()).isEqualTo(1));
        assertThat(pages.get(LETTERS - 1).items())
                .singleElement()
                .satisfies(found -> assertThat(found.id()).isEqualTo(oldest));
    }
}

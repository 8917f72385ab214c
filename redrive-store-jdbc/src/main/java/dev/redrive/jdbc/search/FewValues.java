package dev.redrive.jdbc.search;

import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Priority;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds letters in the order of their priority or retry count, which take few values: the letters of each value are a search by age of
 * their own, which an index serves.
 */
final class FewValues {
    private final Sql sql;
    private final Query query;
    private final Tallies tallies;

    FewValues(Sql sql, Query query, Tallies tallies) {
        this.sql = sql;
        this.query = query;
        this.tallies = tallies;
    }

    /**
     * So many ids, without those that are skipped; empty when there are too many values, when the order is by another one, or when
     * another part of the filter drives, whose letters are few enough to be put in order.
     *
     * @param last the value of the letter after which the page begins
     */
    Optional<List<UUID>> ids(@Nullable Long last, int wanted) throws SQLException {
        Optional<List<Integer>> values = values();
        if (values.isEmpty()) return Optional.empty();
        boolean ascending = query.direction() == Query.Direction.ASC;
        int limit = query.skip() + wanted;
        List<UUID> found = new ArrayList<>();
        for (int value : values.get()) {
            if (found.size() == limit) break;
            if (last != null && (ascending ? value < last : value > last)) continue;
            boolean begins = last != null && value == last;
            FilterSql matching = new FilterSql(sql, only(value), tallies);
            Condition ids = matching.ids(ascending, begins ? query.after() : null, limit - found.size());
            found.addAll(sql.query(ids.sql(), ids::bind, Columns::id));
        }
        return Optional.of(found.subList(Math.min(query.skip(), found.size()), found.size()));
    }

    /** Those that may occur, in the order of the query. */
    private Optional<List<Integer>> values() throws SQLException {
        FilterDriver driver = query.sort() == Query.Sort.PRIORITY ? FilterDriver.PRIORITY : FilterDriver.RETRIES;
        if (FilterDriver.of(only(0), tallies, List.of()) != driver) return Optional.empty();
        SortedSet<Integer> values = new TreeSet<>();
        switch (query.sort()) {
            case PRIORITY ->
                Arrays.stream(Priority.values())
                        .filter(some -> query.filter().priorities().isEmpty()
                                || query.filter().priorities().contains(some))
                        .forEach(some -> values.add(some.ordinal()));
            case RETRY_COUNT -> {
                FilterSql all = new FilterSql(sql, query.filter(), tallies);
                for (String table : FilterSql.STATES) values.addAll(all.retryCounts(table));
            }
            case CREATED_AT, UPDATED_AT -> {
                return Optional.empty();
            }
        }
        if (values.size() > FilterSql.MOST_RETRY_VALUES) return Optional.empty();
        List<Integer> ordered = new ArrayList<>(values);
        if (query.direction() == Query.Direction.DESC) Collections.reverse(ordered);
        return Optional.of(ordered);
    }

    private Filter only(int value) {
        return query.sort() == Query.Sort.PRIORITY
                ? query.filter().withPriorities(Set.of(Objects.requireNonNull(Priority.values()[value])))
                : query.filter().withRetryCount(value);
    }
}

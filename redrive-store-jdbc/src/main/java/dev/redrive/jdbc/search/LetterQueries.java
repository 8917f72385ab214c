package dev.redrive.jdbc.search;

import dev.redrive.jdbc.counters.CounterQueries;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.Summary;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Total;
import dev.redrive.store.streams.SentLetter;
import dev.redrive.text.Glob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lists, searches and counts letters by a filter, the same on both databases. */
public final class LetterQueries {
    /** The letter that holds the sequence in which {@code l} waits. */
    static final String BLOCKED_BY = """
            CASE WHEN l.ordered = 1 THEN (
                SELECT h.id FROM dlq_sequence m
                JOIN dlq_sequence h ON h.channel = m.channel AND h.key = m.key AND h.holder = 1
                WHERE m.channel = l.channel AND m.key = l.message_key AND m.id = l.id AND m.holder = 0) END""";

    private static final String SUMMARY = """
            l.event_id, l.event_instance_id, l.pattern, l.subscriber_id, l.message_key, l.error_type, l.error_code, l.error_message,
            l.category, l.retryability, l.cause_id, f.cause_id, n.error_type, n.error_code, n.error_message, n.category,
            n.retryability, l.tags, l.payload_size, l.completeness, l.first_failed_at, l.edit_version""";
    private static final Category[] CATEGORIES = Category.values();
    private static final Retryability[] RETRYABILITIES = Retryability.values();
    private static final Completeness[] COMPLETENESSES = Completeness.values();

    private final Sql sql;
    private final CounterQueries counters;

    public LetterQueries(Sql sql, CounterQueries counters) {
        this.sql = sql;
        this.counters = counters;
    }

    // Lists

    public Page search(Query query, BooleanSupplier outOfTime) throws SQLException {
        FilterSql matching = new FilterSql(sql, query.filter(), talliesFor(query.filter()));
        if (matching.isEmpty()) return new Page(List.of(), null, true);
        if (query.filter().text() != null)
            return searchText(
                    query, new TextSearch(sql, matching, query.filter().text(), outOfTime));
        int wanted = query.limit() + 1;
        List<Summary> found = query.sort() == Query.Sort.CREATED_AT
                ? byAge(matching.ids(ascending(query), query.after(), wanted + query.skip()), query, wanted)
                : sorted(query, matching, wanted);
        return page(found, query.limit());
    }

    private static Page page(List<Summary> found, int limit) {
        if (found.size() <= limit) return new Page(found, null, true);
        List<Summary> shown = List.copyOf(found.subList(0, limit));
        return new Page(shown, shown.get(limit - 1).id(), true);
    }

    private static boolean ascending(Query query) {
        return query.direction() == Query.Direction.ASC;
    }

    private List<Summary> byAge(Condition ids, Query query, int wanted) throws SQLException {
        String direction = ascending(query) ? "ASC" : "DESC";
        String page = query.skip() == 0
                ? ids.sql()
                : "SELECT id FROM (" + ids.sql() + ") q ORDER BY id " + direction + " LIMIT " + wanted + " OFFSET "
                        + query.skip();
        return summaries(
                new Condition("FROM (" + page + ") p JOIN dlq_letter l ON l.id = p.id", ids.values()),
                Condition.TRUE,
                "p.id " + direction,
                "");
    }

    private List<Summary> sorted(Query query, FilterSql matching, int wanted) throws SQLException {
        String value =
                switch (query.sort()) {
                    case CREATED_AT -> "l.id";
                    case UPDATED_AT -> "COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at)";
                    case PRIORITY -> "l.priority";
                    case RETRY_COUNT -> "COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count)";
                };
        Condition where = matching.everything();
        LetterId after = query.after();
        if (after != null) {
            Optional<Long> last = sql.first(
                    "SELECT " + value + " FROM dlq_letter l" + StateRow.JOINS + "WHERE l.id = ?",
                    in -> in.id(after.value()),
                    Columns::big);
            if (last.isEmpty()) throw query.isAfterNothing();
            String compared = ascending(query) ? ">" : "<";
            where = where.and(Condition.of(
                    "(" + value + " " + compared + " ? OR (" + value + " = ? AND l.id " + compared + " ?))",
                    last.get(),
                    last.get(),
                    after.value()));
        }
        String direction = ascending(query) ? "ASC" : "DESC";
        return summaries(
                Condition.of("FROM dlq_letter l"),
                where,
                value + " " + direction + ", l.id " + direction,
                " LIMIT " + wanted + " OFFSET " + query.skip());
    }

    private List<Summary> summaries(Condition from, Condition where, String order, String limit) throws SQLException {
        String query =
                "SELECT " + StateRow.SELECTED + ", " + SUMMARY + ", " + BLOCKED_BY + " " + from.sql() + StateRow.JOINS
                        + LetterRow.JOINS + (where.sql().isEmpty() ? "" : "WHERE " + where.sql()) + " ORDER BY " + order
                        + limit;
        return sql.query(
                query,
                in -> {
                    from.bind(in);
                    where.bind(in);
                },
                LetterQueries::summary);
    }

    private static Summary summary(Columns row) throws SQLException {
        StateRow state = StateRow.read(row);
        String eventId = row.text();
        String instanceId = row.textOrNull();
        String pattern = row.textOrNull();
        String subscriber = row.textOrNull();
        byte[] key = row.bytesOrNull();
        String type = row.text();
        String code = row.textOrNull();
        String message = row.text();
        Category category = CATEGORIES[row.number()];
        Retryability retryability = RETRYABILITIES[row.number()];
        CauseId cause = new CauseId(row.id());
        UUID lastCause = row.idOrNull();
        Summary.Reason first = new Summary.Reason(type, code, message, category, retryability);
        Summary.Reason last = lastError(row, first);
        List<String> tags = ColumnCodec.tags(row.textOrNull());
        int size = row.number();
        Completeness completeness = COMPLETENESSES[row.number()];
        Instant firstFailed = row.time();
        int version = row.number();
        return new Summary(
                new LetterId(state.id()),
                state.channel(),
                eventId,
                instanceId == null ? eventId : instanceId,
                pattern,
                subscriber,
                key == null ? null : Payload.of(key),
                type,
                code,
                message,
                category,
                retryability,
                cause,
                last,
                lastCause == null ? cause : new CauseId(lastCause),
                state.priority(),
                tags,
                size,
                completeness,
                state.letterState(firstFailed, row.idOrNull(), version));
    }

    private static Summary.Reason lastError(Columns row, Summary.Reason first) throws SQLException {
        String type = row.textOrNull();
        String code = row.textOrNull();
        String message = row.textOrNull();
        int category = row.number();
        int retryability = row.number();
        if (type == null || message == null) return first;
        return new Summary.Reason(type, code, message, CATEGORIES[category], RETRYABILITIES[retryability]);
    }

    /** The next letters of a bulk move, oldest first. */
    public List<LetterId> next(Filter filter, int limit, @Nullable LetterId after) throws SQLException {
        if (filter.text() != null) {
            Query query = new Query(filter, Query.Sort.CREATED_AT, Query.Direction.ASC, limit, after, 0);
            return search(query, () -> false).items().stream().map(Summary::id).toList();
        }
        FilterSql matching = new FilterSql(sql, filter, talliesFor(filter));
        if (matching.isEmpty()) return List.of();
        Condition ids = matching.ids(true, after, limit);
        return sql.query(ids.sql(), ids::bind, row -> new LetterId(row.id()));
    }

    /** Straight from the index by status. */
    public static List<SentLetter> sent(Sql sql, @Nullable LetterId after, int limit) throws SQLException {
        return sql.query(
                """
                SELECT id, channel, receipt, updated_at FROM dlq_settled WHERE status = ? AND id > ?
                ORDER BY id LIMIT ?""",
                in -> {
                    in.int2(LetterStatus.REPLAYED.ordinal());
                    in.id((after == null ? LetterId.firstAt(Instant.EPOCH) : after).value());
                    in.int4(limit);
                },
                row -> new SentLetter(new LetterId(row.id()), row.text(), row.text(), row.time()));
    }

    // Counts

    public Total count(Filter filter, BooleanSupplier outOfTime) throws SQLException {
        Tallies kept = counters.tallies();
        Optional<Long> known = kept.count(filter);
        if (known.isPresent()) return Total.exactly(known.get());
        FilterSql matching = new FilterSql(sql, filter, kept);
        if (matching.isEmpty()) return Total.exactly(0);
        if (filter.text() != null) return new TextSearch(sql, matching, filter.text(), outOfTime).count();
        Condition ids = matching.ids(false, null, Total.COUNTED + 1);
        return Total.counted(sql.first("SELECT COUNT(*) FROM (" + ids.sql() + ") c", ids::bind, Columns::big)
                .orElse(0L));
    }

    /** Most questions do not need the counters to find their index. */
    private Tallies talliesFor(Filter filter) throws SQLException {
        boolean wanted = !filter.errorTypes().isEmpty()
                || !filter.lastErrorTypes().isEmpty()
                || !filter.categories().isEmpty()
                || (!filter.statuses().isEmpty() && !filter.channels().isEmpty())
                || !filter.channels().stream().allMatch(Glob::isLiteral);
        return wanted ? counters.tallies() : new Tallies(List.of());
    }

    private Page searchText(Query query, TextSearch search) throws SQLException {
        int wanted = query.skip() + query.limit() + 1;
        TextSearch.Result found = search.find(ascending(query), query.after(), wanted);
        List<UUID> ids = found.letters();
        List<UUID> shown = ids.subList(Math.min(query.skip(), ids.size()), Math.min(wanted, ids.size()));
        Page page = page(load(shown, query), query.limit());
        return found.complete()
                ? page
                : new Page(page.items(), page.next() == null ? found.last() : page.next(), false);
    }

    private List<Summary> load(List<UUID> ids, Query query) throws SQLException {
        if (ids.isEmpty()) return List.of();
        return summaries(
                Condition.of("FROM dlq_letter l"),
                Condition.in("l.id", ids),
                "l.id " + (ascending(query) ? "ASC" : "DESC"),
                "");
    }
}

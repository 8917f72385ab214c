package dev.redrive.jdbc.search;

import dev.redrive.jdbc.counters.CounterQueries;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Lists, searches and counts letters by a filter, the same on both databases. */
public final class LetterQueries {
    /**
     * A page of letters, each with its state and the letter that holds the sequence in which it waits. A search by age names
     * the page first, as {@code FROM (SELECT …) p JOIN dlq_letter l ON l.id = p.id}; others read {@code FROM dlq_letter l} with
     * a condition. Then come the condition, if there is one, and the order.
     */
    private static final String SUMMARIES = """
            SELECT
                l.id, l.channel, l.priority,
                COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count),
                COALESCE(r.max_retries, w.max_retries, e.max_retries, s.max_retries),
                COALESCE(r.token, w.token, e.token, s.token),
                COALESCE(r.last_failed_at, w.last_failed_at, e.last_failed_at, s.last_failed_at),
                COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at),
                CASE WHEN s.id IS NOT NULL THEN s.status WHEN e.id IS NOT NULL THEN 1 ELSE 0 END,
                COALESCE(r.due_at, w.due_at), w.blocked, e.worker, e.started_at, e.lease_until,
                s.resolution_time, s.resolution_how, s.resolved_by, s.notes, s.receipt, s.started_at, s.took, s.worker,
                s.strategy,
                l.event_id, l.event_instance_id, l.pattern, l.subscriber_id, l.message_key, l.error_type, l.error_code,
                l.error_message, l.category, l.retryability, l.cause_id, f.cause_id AS last_cause_id,
                n.error_type AS last_error_type, n.error_code AS last_error_code, n.error_message AS last_error_message,
                n.category AS last_category, n.retryability AS last_retryability, l.tags, l.payload_size, l.completeness,
                l.first_failed_at, l.edit_version,
                CASE WHEN l.ordered = 1 THEN (
                    SELECT h.id FROM dlq_sequence m
                    JOIN dlq_sequence h ON h.channel = m.channel AND h.key = m.key AND h.holder = 1
                    WHERE m.channel = l.channel AND m.key = l.message_key AND m.id = l.id AND m.holder = 0) END AS blocked_by
            %s
            LEFT JOIN dlq_ready r ON r.id = l.id
            LEFT JOIN dlq_waiting w ON w.id = l.id
            LEFT JOIN dlq_lease e ON e.id = l.id
            LEFT JOIN dlq_settled s ON s.id = l.id
            LEFT JOIN dlq_last_failure f ON f.id = l.id
            LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = (
                SELECT MAX(m.token) FROM dlq_attempt m WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0)
            %s ORDER BY %s""";

    private static final Category[] CATEGORIES = Category.values();
    private static final Retryability[] RETRYABILITIES = Retryability.values();
    private static final Completeness[] COMPLETENESSES = Completeness.values();

    /** So many letters are put in order by their last change at once. */
    private static final int FEW = 2_000;

    private final Sql sql;
    private final CounterQueries counters;

    LetterQueries(Sql sql, CounterQueries counters) {
        this.sql = sql;
        this.counters = counters;
    }

    // Lists

    Page search(Query query, BooleanSupplier outOfTime) throws SQLException {
        FilterSql matching = new FilterSql(sql, query.filter(), talliesFor(query.filter()));
        if (matching.isEmpty()) return Page.of(List.of(), null);
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
        if (found.size() <= limit) return Page.of(found, null);
        List<Summary> shown = List.copyOf(found.subList(0, limit));
        return Page.of(shown, shown.get(limit - 1).id());
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
                "p.id " + direction);
    }

    private List<Summary> sorted(Query query, FilterSql matching, int wanted) throws SQLException {
        String value =
                switch (query.sort()) {
                    case CREATED_AT -> "l.id";
                    case UPDATED_AT -> "COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at)";
                    case PRIORITY -> "l.priority";
                    case RETRY_COUNT -> "COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count)";
                };
        LetterId after = query.after();
        Long last = after == null ? null : valueOf(query, after, value);
        if (query.sort() == Query.Sort.UPDATED_AT) {
            List<UUID> ids = new LastChanges(sql, query, matching, counters.tallies(), FEW).ids(last, wanted);
            return inThisOrder(ids, query);
        }
        Optional<List<UUID>> few = new FewValues(sql, query, talliesFor(query.filter())).ids(last, wanted);
        if (few.isPresent()) return inThisOrder(few.get(), query);
        Condition where = matching.everything();
        if (after != null && last != null) {
            String compared = ascending(query) ? ">" : "<";
            where = where.and(Condition.of(
                    "(" + value + " " + compared + " ? OR (" + value + " = ? AND l.id " + compared + " ?))",
                    last,
                    last,
                    after.value()));
        }
        String direction = ascending(query) ? "ASC" : "DESC";
        // The page first: only its letters are read as a whole.
        String page = "SELECT l.id AS id, " + value + " AS value FROM dlq_letter l" + StateRow.JOINS
                + (where.sql().isEmpty() ? "" : "WHERE " + where.sql())
                + " ORDER BY value " + direction + ", l.id " + direction + " LIMIT " + wanted + " OFFSET "
                + query.skip();
        return summaries(
                new Condition("FROM (" + page + ") p JOIN dlq_letter l ON l.id = p.id", where.values()),
                Condition.TRUE,
                "p.value " + direction + ", p.id " + direction);
    }

    private Long valueOf(Query query, LetterId after, String value) throws SQLException {
        return sql.first(
                        "SELECT " + value + " FROM dlq_letter l" + StateRow.JOINS + "WHERE l.id = ?",
                        in -> in.id(after.value()),
                        Columns::big)
                .orElseThrow(query::isAfterNothing);
    }

    private List<Summary> inThisOrder(List<UUID> ids, Query query) throws SQLException {
        Map<UUID, Summary> found = new HashMap<>();
        for (Summary summary : load(ids, query)) found.put(summary.id().value(), summary);
        return ids.stream().map(found::get).filter(Objects::nonNull).toList();
    }

    private List<Summary> summaries(Condition from, Condition where, String order) throws SQLException {
        String condition = where.sql().isEmpty() ? "" : "WHERE " + where.sql();
        return sql.query(
                SUMMARIES.formatted(from.sql(), condition, order),
                in -> {
                    from.bind(in);
                    where.bind(in);
                },
                LetterQueries::summary);
    }

    private static Summary summary(Columns row) throws SQLException {
        StateRow state = StateRow.read(row);
        String eventId = row.at("event_id").text();
        String instanceId = row.at("event_instance_id").textOrNull();
        byte[] key = row.at("message_key").bytesOrNull();
        CauseId cause = new CauseId(row.at("cause_id").id());
        UUID lastCause = row.at("last_cause_id").idOrNull();
        Summary.Reason first = new Summary.Reason(
                row.at("error_type").text(),
                row.at("error_code").textOrNull(),
                row.at("error_message").text(),
                CATEGORIES[row.at("category").number()],
                RETRYABILITIES[row.at("retryability").number()]);
        return new Summary(
                new LetterId(state.id()),
                state.channel(),
                eventId,
                instanceId == null ? eventId : instanceId,
                row.at("pattern").textOrNull(),
                row.at("subscriber_id").textOrNull(),
                key == null ? null : Payload.of(key),
                first.type(),
                first.code(),
                first.message(),
                first.category(),
                first.retryability(),
                cause,
                lastReason(row, first),
                lastCause == null ? cause : new CauseId(lastCause),
                state.priority(),
                ColumnCodec.tags(row.at("tags").textOrNull()),
                row.at("payload_size").number(),
                COMPLETENESSES[row.at("completeness").number()],
                state.letterState(
                        row.at("first_failed_at").time(),
                        row.at("blocked_by").idOrNull(),
                        row.at("edit_version").number()));
    }

    private static Summary.Reason lastReason(Columns row, Summary.Reason first) throws SQLException {
        String type = row.at("last_error_type").textOrNull();
        String message = row.at("last_error_message").textOrNull();
        if (type == null || message == null) return first;
        return new Summary.Reason(
                type,
                row.at("last_error_code").textOrNull(),
                message,
                CATEGORIES[row.at("last_category").number()],
                RETRYABILITIES[row.at("last_retryability").number()]);
    }

    /** The next letters of a bulk move, oldest first. */
    List<LetterId> next(Filter filter, int limit, @Nullable LetterId after) throws SQLException {
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

    Total count(Filter filter, BooleanSupplier outOfTime) throws SQLException {
        Tallies kept = counters.tallies();
        Optional<Long> known = kept.count(filter);
        if (known.isPresent()) return Total.exactly(known.get());
        FilterSql matching = new FilterSql(sql, filter, kept);
        if (matching.isEmpty()) return Total.exactly(0);
        if (filter.text() != null) return new TextSearch(sql, matching, filter.text(), outOfTime).count();
        return Total.counted(matching.count(Total.COUNTED + 1));
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
        Page page = page(load(shown, query), query.limit()).searched(found.lookedAt());
        return found.complete() ? page : page.cutAt(found.last());
    }

    private List<Summary> load(List<UUID> ids, Query query) throws SQLException {
        if (ids.isEmpty()) return List.of();
        return summaries(
                Condition.of("FROM dlq_letter l"),
                Condition.in("l.id", ids),
                "l.id " + (ascending(query) ? "ASC" : "DESC"));
    }
}

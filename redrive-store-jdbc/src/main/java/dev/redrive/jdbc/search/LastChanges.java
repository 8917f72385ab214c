package dev.redrive.jdbc.search;

import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds letters in the order of their last change. Settled letters have an index by it, and so have those in the queues that
 * something happened to since they were captured. The others were changed when they were captured, so they are in the order of their
 * ids, and captures and claims write to no index for it.
 */
final class LastChanges {
    private static final Condition TOUCHED_ON_SQLITE = Condition.of("(x.token > 0 OR x.updated_at <> x.last_failed_at"
            + " OR hex(substr(x.id, 1, 6)) <> printf('%012X', x.updated_at))");
    private static final Condition TOUCHED_ON_POSTGRESQL =
            Condition.of("(x.token > 0 OR x.updated_at <> x.last_failed_at"
                    + " OR substring(uuid_send(x.id) FOR 6) <> substring(int8send(x.updated_at) FROM 3))");
    /** So many times as many letters are few where no counter says which statuses they have. */
    private static final int UNCOUNTED = 5;

    private final Sql sql;
    private final Query query;
    private final FilterSql matching;
    private final Tallies tallies;
    private final int few;
    private final boolean ascending;
    private final boolean onSqlite;

    /** @param few so many letters are put in order at once, where a walk along an index could pass over many others */
    LastChanges(Sql sql, Query query, FilterSql matching, Tallies tallies, int few) {
        this.sql = sql;
        this.query = query;
        this.matching = matching;
        this.tallies = tallies;
        this.few = few;
        this.ascending = query.direction() == Query.Direction.ASC;
        this.onSqlite = sql.dialect() == SqlDialect.SQLITE;
    }

    private record Change(long at, LetterId letter) {}

    /**
     * So many ids, without those that are skipped.
     *
     * @param last when the letter was changed after which the page begins
     */
    List<UUID> ids(@Nullable Long last, int wanted) throws SQLException {
        int limit = query.skip() + wanted;
        return (areFew() ? inOrder(matching, last, limit) : walk(last, limit))
                .stream()
                        .skip(query.skip())
                        .map(change -> change.letter().value())
                        .toList();
    }

    private boolean areFew() throws SQLException {
        if (matching.isOnlyOfStatuses()) return false;
        Optional<Long> known = tallies.count(query.filter());
        if (known.isPresent()) return known.get() <= few;
        int most = UNCOUNTED * few;
        return matching.count(most + 1) <= most;
    }

    private List<Change> walk(@Nullable Long last, int limit) throws SQLException {
        List<Change> changes = new ArrayList<>();
        boolean walksQueues = false;
        for (LetterStatus status : LetterStatus.values()) {
            if (!asksFor(status)) continue;
            if (areFew(status)) changes.addAll(inOrder(matching.of(status), last, limit));
            else if (status == LetterStatus.RETRYING) changes.addAll(in("dlq_lease x", Condition.TRUE, last, limit));
            else if (status == LetterStatus.PENDING) walksQueues = true;
            else changes.addAll(settled(status, last, limit));
        }
        if (walksQueues) walkQueues(changes, last, limit);
        sort(changes, limit);
        return changes;
    }

    /** PostgreSQL prepares the condition of a partial index for each insert, so an index of all is cheaper where rows come singly. */
    private void walkQueues(List<Change> changes, @Nullable Long last, int limit) throws SQLException {
        List<String> queues = onSqlite ? List.of("dlq_ready", "dlq_waiting") : List.of("dlq_ready");
        if (!onSqlite) changes.addAll(in("dlq_waiting x", Condition.TRUE, last, limit));
        for (String queue : queues) changes.addAll(touched(queue, last, limit));
        sort(changes, limit);
        Long farthest = changes.size() < limit ? null : changes.get(limit - 1).at();
        for (String queue : queues) changes.addAll(untouched(queue, last, farthest, limit));
    }

    private boolean asksFor(LetterStatus status) {
        Set<LetterStatus> statuses = query.filter().statuses();
        return statuses.isEmpty() || statuses.contains(status);
    }

    /** Where hardly any letter of a status matches, a walk through the status would find none for long. */
    private boolean areFew(LetterStatus status) {
        if (matching.isOnlyOfStatuses()) return false;
        Optional<Long> known = tallies.count(query.filter().with(Set.of(status)));
        return known.isPresent() && known.get() <= few;
    }

    private List<Change> inOrder(FilterSql some, @Nullable Long last, int limit) throws SQLException {
        Condition ids = some.ids(ascending, null, UNCOUNTED * few);
        Condition after = after(last);
        String direction = ascending ? " ASC" : " DESC";
        String found =
                "SELECT q.id AS id, COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at) AS updated_at"
                        + " FROM (" + ids.sql() + ") q"
                        + " LEFT JOIN dlq_ready r ON r.id = q.id LEFT JOIN dlq_waiting w ON w.id = q.id"
                        + " LEFT JOIN dlq_lease e ON e.id = q.id LEFT JOIN dlq_settled s ON s.id = q.id";
        String page = "SELECT x.id, x.updated_at FROM (" + found + ") x"
                + (after.sql().isEmpty() ? "" : " WHERE " + after.sql()) + " ORDER BY x.updated_at" + direction
                + ", x.id" + direction + " LIMIT " + limit;
        return sql.query(
                page,
                in -> new Condition(
                                page,
                                Stream.concat(ids.values().stream(), after.values().stream())
                                        .toList())
                        .bind(in),
                LastChanges::change);
    }

    private static Change change(Columns row) throws SQLException {
        LetterId letter = new LetterId(row.id());
        return new Change(row.big(), letter);
    }

    private void sort(List<Change> changes, int limit) {
        Comparator<Change> order = Comparator.comparingLong(Change::at).thenComparing(Change::letter);
        changes.sort(ascending ? order : order.reversed());
        if (changes.size() > limit) changes.subList(limit, changes.size()).clear();
    }

    // Where letters are

    /** On SQLite the index is over the text that the view {@code dead_letter_queue} shows, which is in the same order. */
    private List<Change> settled(LetterStatus status, @Nullable Long last, int limit) throws SQLException {
        Condition where = Condition.of("x.status = ?", status.ordinal());
        if (!onSqlite) return in("dlq_settled x", where, last, limit);
        String shown = text("x.updated_at");
        return read(
                "dlq_settled x INDEXED BY dead_letter_queue_updated_at_idx",
                Condition.and(List.of(where, from(shown, text("?"), last), after(last))),
                shown,
                limit);
    }

    private static String text(String millis) {
        return "strftime('%Y-%m-%dT%H:%M:%fZ', " + millis + " / 1000.0, 'unixepoch')";
    }

    private List<Change> touched(String queue, @Nullable Long last, int limit) throws SQLException {
        String index = onSqlite ? " INDEXED BY " + queue + "_updated_at_idx" : "";
        return in(queue + " x" + index, touched(), last, limit);
    }

    private Condition touched() {
        return onSqlite ? TOUCHED_ON_SQLITE : TOUCHED_ON_POSTGRESQL;
    }

    private List<Change> in(String table, Condition where, @Nullable Long last, int limit) throws SQLException {
        String changed = "x.updated_at";
        return read(table, Condition.and(List.of(where, from(changed, "?", last), after(last))), changed, limit);
    }

    /** No farther than that time: those that were captured there, but are not in the page, are few. */
    private List<Change> untouched(String queue, @Nullable Long last, @Nullable Long farthest, int limit)
            throws SQLException {
        Long oldest = ascending ? last : farthest;
        Long newest = ascending ? farthest : last;
        Condition captured = Condition.and(List.of(
                oldest == null ? Condition.TRUE : Condition.of("x.id >= ?", firstAt(oldest)),
                newest == null ? Condition.TRUE : Condition.of("x.id < ?", firstAt(newest + 1))));
        Condition where = Condition.and(List.of(Condition.of("NOT " + touched().sql()), captured, after(last)));
        return read(queue + " x", where, "x.id", limit);
    }

    private static UUID firstAt(long millis) {
        return LetterId.firstAt(Instant.ofEpochMilli(millis)).value();
    }

    /** The range of an index that begins with the changes of that time. */
    private Condition from(String changed, String parameter, @Nullable Long last) {
        if (last == null) return Condition.TRUE;
        return Condition.of(changed + (ascending ? " >= " : " <= ") + parameter, last);
    }

    private Condition after(@Nullable Long last) {
        if (last == null || query.after() == null) return Condition.TRUE;
        String compared = ascending ? " > ?" : " < ?";
        UUID letter = query.after().value();
        return Condition.of(
                "(x.updated_at" + compared + " OR (x.updated_at = ? AND x.id" + compared + "))", last, last, letter);
    }

    private List<Change> read(String table, Condition where, String order, int limit) throws SQLException {
        Condition letter = matching.ofLetter();
        boolean joined = !letter.sql().isEmpty();
        Condition all = Condition.and(
                List.of(where, matching.ofState("x"), joined ? Condition.of("l.id = x.id") : Condition.TRUE, letter));
        String direction = ascending ? " ASC" : " DESC";
        return sql.query(
                "SELECT x.id, x.updated_at FROM " + table + (joined ? " CROSS JOIN dlq_letter l" : "")
                        + (all.sql().isEmpty() ? "" : " WHERE " + all.sql()) + " ORDER BY " + order + direction
                        + (order.equals("x.id") ? "" : ", x.id" + direction) + " LIMIT " + limit,
                all::bind,
                row -> new Change(
                        row.at("updated_at").big(), new LetterId(row.at("id").id())));
    }
}

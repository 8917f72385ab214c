package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StatusCounts;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Tallies;
import dev.redrive.text.Glob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns a filter into SQL that an index serves. One part of the filter drives: each of its values is an arm, a range of
 * one index that is already in the order of the ids; the arms are merged and the other parts are checked on the way.
 */
final class FilterSql {
    private static final String STATUS_OF_LETTER =
            "CASE WHEN s.id IS NOT NULL THEN s.status WHEN e.id IS NOT NULL THEN 1 ELSE 0 END";
    private static final String RETRIES_OF_LETTER =
            "COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count)";
    private static final String AS_CAPTURED = "NOT EXISTS (SELECT 1 FROM dlq_last_failure z WHERE z.id = l.id)";
    private static final String LAST_CAUSE =
            "COALESCE((SELECT z.cause_id FROM dlq_last_failure z WHERE z.id = l.id), l.cause_id)";
    private static final String LAST_ERROR_TYPE =
            "COALESCE((SELECT z.error_type FROM dlq_last_failure z WHERE z.id = l.id), l.error_type)";
    private static final int MOST_RETRY_VALUES = 32;
    /** SQLite refuses a query of more than 500. */
    private static final int MOST_PARTS = 400;

    /** One range of one index. The letter is {@code l}; a state table that drives is {@code x}. */
    private record Arm(String from, String orderedBy, Condition where) {}

    private final Sql sql;
    private final Filter filter;
    private final Tallies tallies;
    private final List<String> channels;
    private final List<String> patterns;

    FilterSql(Sql sql, Filter filter, Tallies tallies) throws SQLException {
        this.sql = sql;
        this.filter = filter;
        this.tallies = tallies;
        this.channels = named(filter.channels(), tallies.channels());
        this.patterns = named(filter.patterns(), knownPatterns());
    }

    private Collection<String> knownPatterns() throws SQLException {
        if (filter.patterns().stream().allMatch(Glob::isLiteral)) return List.of();
        return sql.query("SELECT pattern FROM dlq_pattern", in -> {}, Columns::text);
    }

    private static List<String> named(Set<Glob> globs, Collection<String> known) {
        Predicate<String> wanted = name -> globs.stream().anyMatch(g -> g.matches(name));
        List<String> names =
                new ArrayList<>(known.stream().filter(wanted).sorted().toList());
        for (Glob glob : globs) {
            if (glob.isLiteral() && !names.contains(glob.pattern())) names.add(glob.pattern());
        }
        return names;
    }

    /** True when a pattern matches no name that exists, so that nothing can be found. */
    boolean isEmpty() {
        return (!filter.channels().isEmpty() && channels.isEmpty())
                || (!filter.patterns().isEmpty() && patterns.isEmpty());
    }

    /** The ids of the letters that are meant, from {@code after} on, as a query in the order of the ids. */
    Condition ids(boolean ascending, @Nullable LetterId after, int limit) throws SQLException {
        List<String> parts = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        String direction = ascending ? "ASC" : "DESC";
        for (Arm arm : arms()) {
            Condition where = Condition.and(List.of(arm.where(), range(arm.orderedBy(), ascending, after)));
            String select = "SELECT " + arm.orderedBy() + " AS id FROM " + arm.from()
                    + (where.sql().isEmpty() ? "" : " WHERE " + where.sql())
                    + " ORDER BY " + arm.orderedBy() + " " + direction + " LIMIT " + limit;
            parts.add("SELECT id FROM (" + select + ") a" + parts.size());
            values.addAll(where.values());
        }
        if (parts.isEmpty()) return Condition.of("SELECT id FROM dlq_ready WHERE 1 = 0");
        return new Condition(merged(parts, " ORDER BY id " + direction + " LIMIT " + limit), values);
    }

    /** In groups, and those in groups again: a query must not have more than a certain number of parts. */
    private static String merged(List<String> parts, String order) {
        if (parts.size() <= MOST_PARTS) return String.join(" UNION ALL ", parts) + order;
        List<String> groups = new ArrayList<>();
        for (int from = 0; from < parts.size(); from += MOST_PARTS) {
            List<String> group = parts.subList(from, Math.min(parts.size(), from + MOST_PARTS));
            groups.add("SELECT id FROM (" + merged(group, order) + ") g" + groups.size());
        }
        return merged(groups, order);
    }

    private Condition range(String id, boolean ascending, @Nullable LetterId after) {
        List<Condition> bounds = new ArrayList<>();
        if (after != null) bounds.add(Condition.of(id + (ascending ? " > ?" : " < ?"), after.value()));
        if (filter.from() != null) bounds.add(Condition.of(id + " >= ?", firstAtOrAfter(filter.from())));
        if (filter.to() != null) bounds.add(Condition.of(id + " < ?", firstAtOrAfter(filter.to())));
        return Condition.and(bounds);
    }

    /** Ids know milliseconds: a letter is at or after a time within one exactly when it is in a later one. */
    private static java.util.UUID firstAtOrAfter(Instant time) {
        Instant floor = time.truncatedTo(java.time.temporal.ChronoUnit.MILLIS);
        return LetterId.firstAt(floor.equals(time) ? floor : floor.plusMillis(1))
                .value();
    }

    /** All that the filter asks for, on a letter {@code l} with its state joined: for orders that no index serves. */
    Condition everything() {
        return Condition.and(List.of(
                letterConditions(Driver.NONE),
                statusOf(STATUS_OF_LETTER),
                retriesOf(RETRIES_OF_LETTER),
                tagged(),
                range("l.id", true, null)));
    }

    // Which part of the filter drives

    private enum Driver {
        EVENT,
        KEY,
        CAUSE,
        LAST_CAUSE,
        ANY_CAUSE,
        TAG,
        LAST_ERROR_TYPE,
        SUBSCRIBER,
        RETRIES,
        PATTERN,
        STATUS,
        ERROR_TYPE,
        CHANNEL,
        CATEGORY,
        PRIORITY,
        NONE
    }

    private List<Arm> arms() throws SQLException {
        Driver driver = driver();
        return switch (driver) {
            case EVENT -> List.of(byLetter(driver, Condition.of("l.event_id = ?", given(filter.eventId()))));
            case KEY -> List.of(byLetter(driver, Condition.of("l.message_key = ?", keyBytes())));
            case CAUSE -> byLetter(driver, "l.cause_id", ids(filter.causes()));
            case LAST_CAUSE -> byLastCause();
            case ANY_CAUSE -> byAnyCause();
            case TAG -> List.of(byTag());
            case LAST_ERROR_TYPE -> byLastErrorType();
            case SUBSCRIBER ->
                List.of(byLetter(driver, Condition.of("l.subscriber_id = ?", given(filter.subscriberId()))));
            case RETRIES -> byRetries();
            case PATTERN -> byLetter(driver, "l.pattern", patterns);
            case STATUS -> byStatus();
            case ERROR_TYPE, CATEGORY -> byErrorTypeAndCategory();
            case CHANNEL -> byLetter(driver, "l.channel", channels);
            case PRIORITY -> byPriority();
            case NONE -> List.of(byLetter(driver, Condition.TRUE));
        };
    }

    private Driver driver() {
        if (filter.eventId() != null) return Driver.EVENT;
        if (filter.key() != null) return Driver.KEY;
        if (!filter.causes().isEmpty()) return Driver.CAUSE;
        if (!filter.lastCauses().isEmpty()) return Driver.LAST_CAUSE;
        if (!filter.anyCauses().isEmpty()) return Driver.ANY_CAUSE;
        if (filter.tag() != null) return Driver.TAG;
        if (!filter.lastErrorTypes().isEmpty()) return Driver.LAST_ERROR_TYPE;
        Optional<Driver> rarest = rarestCounted();
        if (filter.subscriberId() != null) return Driver.SUBSCRIBER;
        if (!filter.patterns().isEmpty() && rarest.isEmpty()) return Driver.PATTERN;
        if (rarest.isPresent()) return rarest.get();
        if (filter.minRetryCount() != null || filter.maxRetryCount() != null) return Driver.RETRIES;
        return filter.priorities().isEmpty() ? Driver.NONE : Driver.PRIORITY;
    }

    /** Of the parts that are counted, the one that means the fewest letters. */
    private Optional<Driver> rarestCounted() {
        record Candidate(Driver driver, long letters) {}
        List<Candidate> candidates = new ArrayList<>();
        if (!filter.statuses().isEmpty()) {
            StatusCounts all = tallies.byStatus();
            candidates.add(new Candidate(
                    Driver.STATUS, filter.statuses().stream().mapToLong(all::of).sum()));
        }
        if (!filter.errorTypes().isEmpty())
            candidates.add(new Candidate(Driver.ERROR_TYPE, sum(tallies.byErrorType(), filter.errorTypes())));
        if (!filter.channels().isEmpty())
            candidates.add(new Candidate(Driver.CHANNEL, sum(tallies.byChannel(), channels)));
        if (!filter.categories().isEmpty())
            candidates.add(new Candidate(Driver.CATEGORY, sum(tallies.byCategory(), filter.categories())));
        return candidates.stream()
                .min(Comparator.comparingLong(Candidate::letters))
                .map(Candidate::driver);
    }

    private static <K> long sum(Map<K, StatusCounts> counts, Collection<? extends K> keys) {
        return keys.stream()
                .mapToLong(k -> counts.getOrDefault(k, StatusCounts.none()).total())
                .sum();
    }

    // The arms

    private List<Arm> byLetter(Driver driver, String column, List<?> values) {
        return values.stream()
                .map(value -> byLetter(driver, Condition.of(column + " = ?", value)))
                .toList();
    }

    private Arm byLetter(Driver driver, Condition drives) {
        Condition state = Condition.and(List.of(statusOf(STATUS_OF_LETTER), retriesOf(RETRIES_OF_LETTER)));
        String from = state.sql().isEmpty() ? "dlq_letter l" : "dlq_letter l" + StateRow.JOINS;
        return new Arm(from, "l.id", Condition.and(List.of(drives, letterConditions(driver), state, tagged())));
    }

    /** One index serves both: the kept counters know which error types and categories occur together. */
    private List<Arm> byErrorTypeAndCategory() {
        record Pair(String errorType, int category) {}
        return tallies.list().stream()
                .filter(t ->
                        filter.errorTypes().isEmpty() || filter.errorTypes().contains(t.errorType()))
                .filter(t ->
                        filter.categories().isEmpty() || filter.categories().contains(t.category()))
                .map(t -> new Pair(t.errorType(), t.category().ordinal()))
                .distinct()
                .map(pair -> byLetter(
                        Driver.ERROR_TYPE,
                        Condition.of("l.error_type = ? AND l.category = ?", pair.errorType(), pair.category())))
                .toList();
    }

    /** Most letters have the normal priority and are in no index for it; those are found by their age. */
    private List<Arm> byPriority() {
        return filter.priorities().stream()
                .map(priority -> byLetter(
                        Driver.PRIORITY,
                        Condition.of("l.priority = " + priority.ordinal()
                                + (priority == Priority.NORMAL ? "" : " AND l.priority <> 1"))))
                .toList();
    }

    private Arm byTag() {
        return beside("dlq_tag t", "t.id", Driver.TAG, Condition.of("t.tag = ?", given(filter.tag())));
    }

    /** From a table beside the letters that has an index of its own. */
    private Arm beside(String table, String id, Driver driver, Condition drives) {
        Condition state = Condition.and(List.of(statusOf(STATUS_OF_LETTER), retriesOf(RETRIES_OF_LETTER)));
        Condition tagged = driver == Driver.TAG ? Condition.TRUE : tagged();
        String joins = state.sql().isEmpty() ? "" : StateRow.JOINS;
        return new Arm(
                table + " JOIN dlq_letter l ON l.id = " + id + joins,
                id,
                Condition.and(List.of(drives, letterConditions(driver), state, tagged)));
    }

    /** Those that fail with something else than they were captured for, and those that never did. */
    private List<Arm> byLastCause() {
        List<Arm> arms = new ArrayList<>();
        for (CauseId cause : filter.lastCauses()) {
            arms.add(byLastFailure(Driver.LAST_CAUSE, Condition.of("y.cause_id = ?", cause.value())));
            arms.add(byLetter(Driver.LAST_CAUSE, Condition.of("l.cause_id = ? AND " + AS_CAPTURED, cause.value())));
        }
        return arms;
    }

    private List<Arm> byAnyCause() {
        Condition captured = Condition.in("l.cause_id", ids(filter.anyCauses()));
        Condition otherwise = new Condition("NOT (" + captured.sql() + ")", captured.values());
        List<Arm> arms = new ArrayList<>();
        for (CauseId cause : filter.anyCauses()) {
            arms.add(byLastFailure(
                    Driver.ANY_CAUSE,
                    Condition.of("y.cause_id = ?", cause.value()).and(otherwise)));
            arms.add(byLetter(Driver.ANY_CAUSE, Condition.of("l.cause_id = ?", cause.value())));
        }
        return arms;
    }

    private List<Arm> byLastErrorType() {
        List<Arm> arms = new ArrayList<>();
        for (String type : filter.lastErrorTypes())
            arms.add(byLastFailure(Driver.LAST_ERROR_TYPE, Condition.of("y.error_type = ?", type)));
        tallies.list().stream()
                .filter(t -> filter.lastErrorTypes().contains(t.errorType()))
                .map(t -> Condition.of(
                        "l.error_type = ? AND l.category = ?",
                        t.errorType(),
                        t.category().ordinal()))
                .distinct()
                .forEach(captured ->
                        arms.add(byLetter(Driver.LAST_ERROR_TYPE, captured.and(Condition.of(AS_CAPTURED)))));
        return arms;
    }

    private Arm byLastFailure(Driver driver, Condition drives) {
        return beside("dlq_last_failure y", "y.id", driver, drives);
    }

    private static List<java.util.UUID> ids(Set<CauseId> causes) {
        return causes.stream().map(CauseId::value).toList();
    }

    private List<Arm> byStatus() {
        List<Arm> arms = new ArrayList<>();
        for (LetterStatus status : filter.statuses()) {
            switch (status) {
                case PENDING -> {
                    arms.add(byState("dlq_ready", Condition.TRUE));
                    arms.add(byState("dlq_waiting", Condition.TRUE));
                }
                case RETRYING -> arms.add(byState("dlq_lease", Condition.TRUE));
                case REPLAYED, RESOLVED, FAILED, MANUAL, ARCHIVED ->
                    arms.add(byState("dlq_settled", Condition.of("x.status = ?", status.ordinal())));
            }
        }
        return arms;
    }

    private List<Arm> byRetries() throws SQLException {
        List<Arm> arms = new ArrayList<>();
        for (String table : List.of("dlq_ready", "dlq_waiting", "dlq_lease", "dlq_settled")) {
            List<Integer> values = retryCounts(table);
            if (values.size() > MOST_RETRY_VALUES) return List.of(byLetter(Driver.NONE, Condition.TRUE));
            for (int value : values) arms.add(byState(table, ofRetryCount(value)));
        }
        return arms;
    }

    /** Letters that were never retried are in no index for it: they are the newest ones, and found by their age. */
    private static Condition ofRetryCount(int value) {
        return value == 0
                ? Condition.of("x.retry_count = 0")
                : Condition.of("x.retry_count = ? AND x.retry_count > 0", value);
    }

    /** The retry counts that occur, found by jumping from one to the next in the index. */
    private List<Integer> retryCounts(String table) throws SQLException {
        int min = filter.minRetryCount() == null ? 0 : filter.minRetryCount();
        int max = filter.maxRetryCount() == null ? Integer.MAX_VALUE : filter.maxRetryCount();
        List<Integer> values = new ArrayList<>();
        if (min <= 0 && max >= 0) values.add(0);
        int last = Math.max(0, min - 1);
        while (values.size() <= MOST_RETRY_VALUES) {
            int from = last;
            Optional<Integer> next = sql.first(
                    "SELECT retry_count FROM " + table
                            + " WHERE retry_count > ? AND retry_count > 0 ORDER BY retry_count LIMIT 1",
                    in -> in.int4(from),
                    Columns::number);
            if (next.isEmpty() || next.get() > max) return values;
            values.add(next.get());
            last = next.get();
        }
        return values;
    }

    private Arm byState(String table, Condition drives) {
        Condition letter = Condition.and(List.of(letterConditions(Driver.NONE), tagged()));
        String from = letter.sql().isEmpty() ? table + " x" : table + " x JOIN dlq_letter l ON l.id = x.id";
        Condition status = table.equals("dlq_settled") ? settledStatus() : Condition.TRUE;
        return new Arm(from, "x.id", Condition.and(List.of(drives, status, retriesOf("x.retry_count"), letter)));
    }

    private Condition settledStatus() {
        return filter.statuses().isEmpty() ? Condition.TRUE : statusOf("x.status");
    }

    // The conditions

    private Condition statusOf(String column) {
        Set<LetterStatus> statuses = filter.statuses();
        if (statuses.isEmpty() || statuses.equals(EnumSet.allOf(LetterStatus.class))) return Condition.TRUE;
        return Condition.in(column, statuses.stream().map(Enum::ordinal).toList());
    }

    private Condition retriesOf(String column) {
        Condition min = filter.minRetryCount() == null
                ? Condition.TRUE
                : Condition.of(column + " >= ?", filter.minRetryCount());
        Condition max = filter.maxRetryCount() == null
                ? Condition.TRUE
                : Condition.of(column + " <= ?", filter.maxRetryCount());
        return min.and(max);
    }

    private Condition tagged() {
        return filter.tag() == null
                ? Condition.TRUE
                : Condition.of("EXISTS (SELECT 1 FROM dlq_tag g WHERE g.tag = ? AND g.id = l.id)", filter.tag());
    }

    private Condition letterConditions(Driver except) {
        List<Condition> all = new ArrayList<>();
        if (except != Driver.EVENT && filter.eventId() != null)
            all.add(Condition.of("l.event_id = ?", filter.eventId()));
        if (except != Driver.KEY && filter.key() != null) all.add(Condition.of("l.message_key = ?", keyBytes()));
        if (except != Driver.SUBSCRIBER && filter.subscriberId() != null)
            all.add(Condition.of("l.subscriber_id = ?", filter.subscriberId()));
        if (except != Driver.CAUSE && !filter.causes().isEmpty())
            all.add(Condition.in("l.cause_id", ids(filter.causes())));
        if (except != Driver.LAST_CAUSE && !filter.lastCauses().isEmpty())
            all.add(Condition.in(LAST_CAUSE, ids(filter.lastCauses())));
        if (except != Driver.ANY_CAUSE && !filter.anyCauses().isEmpty()) all.add(anyCause());
        if (except != Driver.LAST_ERROR_TYPE && !filter.lastErrorTypes().isEmpty())
            all.add(Condition.in(LAST_ERROR_TYPE, filter.lastErrorTypes()));
        if (except != Driver.PATTERN && !filter.patterns().isEmpty()) all.add(Condition.in("l.pattern", patterns));
        if (except != Driver.ERROR_TYPE && !filter.errorTypes().isEmpty())
            all.add(Condition.in("l.error_type", filter.errorTypes()));
        if (except != Driver.CHANNEL && !filter.channels().isEmpty()) all.add(Condition.in("l.channel", channels));
        if (except != Driver.ERROR_TYPE && !filter.categories().isEmpty())
            all.add(Condition.in(
                    "l.category",
                    filter.categories().stream().map(Enum::ordinal).toList()));
        if (except != Driver.PRIORITY && !filter.priorities().isEmpty())
            all.add(Condition.in(
                    "l.priority",
                    filter.priorities().stream().map(Enum::ordinal).toList()));
        return Condition.and(all);
    }

    private Condition anyCause() {
        Condition captured = Condition.in("l.cause_id", ids(filter.anyCauses()));
        Condition now = Condition.in(LAST_CAUSE, ids(filter.anyCauses()));
        List<Object> values = new ArrayList<>(captured.values());
        values.addAll(now.values());
        return new Condition("(" + captured.sql() + " OR " + now.sql() + ")", values);
    }

    private byte[] keyBytes() {
        return Payload.of(given(filter.key())).bytes();
    }

    private static String given(@Nullable String value) {
        return Objects.requireNonNull(value);
    }
}

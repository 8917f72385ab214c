package dev.redrive.jdbc.search;

import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.search.FilterConditions.WantedAttribute;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.store.attributes.Attribute;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Tallies;
import dev.redrive.text.Glob;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The SQL that selects the letters of a filter, built so that an index serves it. One part of the filter drives, see
 * {@link FilterDriver}: each of its values is one range of one index, which is already in the order of the ids. The ranges
 * are merged, and the other parts are checked on the way. The newest 50 letters of the channel {@code orders} that are
 * failed or wait for a decision, while few letters have these statuses:
 *
 * <pre>{@code
 * SELECT id FROM (
 *     SELECT x.id AS id FROM dlq_settled x JOIN dlq_letter l ON l.id = x.id
 *     WHERE x.status = ? AND x.status IN (?, ?) AND l.channel = ? ORDER BY x.id DESC LIMIT 51) a0
 * UNION ALL
 * SELECT id FROM (
 *     SELECT x.id AS id FROM dlq_settled x JOIN dlq_letter l ON l.id = x.id
 *     WHERE x.status = ? AND x.status IN (?, ?) AND l.channel = ? ORDER BY x.id DESC LIMIT 51) a1
 * ORDER BY id DESC LIMIT 51
 * }</pre>
 */
final class FilterSql {
    private static final String AS_CAPTURED = "NOT EXISTS (SELECT 1 FROM dlq_last_failure z WHERE z.id = l.id)";
    static final List<String> STATES = List.of("dlq_ready", "dlq_waiting", "dlq_lease", "dlq_settled");
    static final int MOST_RETRY_VALUES = 32;
    /** SQLite refuses a query of more than 500. */
    private static final int MOST_PARTS = 400;

    /** One range of one index. The letter is {@code l}; a state table that drives is {@code x}. */
    private record Range(String from, String orderedBy, Condition where) {}

    private final Sql sql;
    private final Filter filter;
    private final Tallies tallies;
    private final List<String> channels;
    private final List<String> patterns;
    private final List<WantedAttribute> attributes;
    private final FilterConditions conditions;

    FilterSql(Sql sql, Filter filter, Tallies tallies) throws SQLException {
        this.sql = sql;
        this.filter = filter;
        this.tallies = tallies;
        this.channels = named(filter.channels(), tallies.channels());
        this.patterns = named(filter.patterns(), knownPatterns());
        this.attributes = wantedAttributes();
        this.conditions = new FilterConditions(filter, channels, patterns, attributes);
    }

    /** In a fixed order; without those of names that there is no path for. */
    private List<WantedAttribute> wantedAttributes() throws SQLException {
        List<WantedAttribute> wanted = new ArrayList<>();
        for (Attribute attribute : filter.attributes().stream().sorted().toList()) {
            List<Integer> paths = sql.query(
                    "SELECT id FROM dlq_search_path WHERE name = ?", in -> in.text(attribute.name()), Columns::number);
            if (!paths.isEmpty()) wanted.add(new WantedAttribute(paths, attribute.value()));
        }
        return wanted;
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

    /** True when a pattern or an attribute has no name that exists, so that nothing can be found. */
    boolean isEmpty() {
        return attributes.size() < filter.attributes().size()
                || (!filter.channels().isEmpty() && channels.isEmpty())
                || (!filter.patterns().isEmpty() && patterns.isEmpty());
    }

    /** The ids of the letters that are meant, from {@code after} on, as a query in the order of the ids. */
    Condition ids(boolean ascending, @Nullable LetterId after, int limit) throws SQLException {
        List<String> parts = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        String direction = ascending ? "ASC" : "DESC";
        for (Range range : ranges()) {
            Condition where =
                    Condition.and(List.of(range.where(), conditions.range(range.orderedBy(), ascending, after)));
            String select = "SELECT " + range.orderedBy() + " AS id FROM " + range.from()
                    + (where.sql().isEmpty() ? "" : " WHERE " + where.sql())
                    + " ORDER BY " + range.orderedBy() + " " + direction + " LIMIT " + limit;
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

    /** All that the filter asks for, on a letter {@code l} with its state joined: for orders that no index serves. */
    Condition everything() {
        return Condition.and(List.of(
                conditions.ofLetter(FilterDriver.NONE),
                conditions.ofJoinedState(),
                conditions.beside(FilterDriver.NONE),
                conditions.range("l.id", true, null)));
    }

    /** The same for letters of this status only. */
    FilterSql of(LetterStatus status) throws SQLException {
        return new FilterSql(sql, filter.with(Set.of(status)), tallies);
    }

    /** How many letters are meant, up to so many. */
    long count(int most) throws SQLException {
        Condition ids = ids(false, null, most);
        return sql.first("SELECT COUNT(*) FROM (" + ids.sql() + ") c", ids::bind, Columns::big)
                .orElse(0L);
    }

    boolean isOnlyOfStatuses() {
        return ofLetter().sql().isEmpty() && ofState("x").sql().isEmpty();
    }

    /** What the filter asks of a letter {@code l}, whatever its state. */
    Condition ofLetter() {
        return conditions.ofLetter(FilterDriver.NONE).and(conditions.beside(FilterDriver.NONE));
    }

    /** What it asks of a row of a state table, but for the status. */
    Condition ofState(String row) {
        return conditions.retriesOf(row + ".retry_count").and(conditions.range(row + ".id", true, null));
    }

    private List<Range> ranges() throws SQLException {
        FilterDriver driver = FilterDriver.of(filter, tallies, channels);
        return switch (driver) {
            case ATTRIBUTE -> byAttribute();
            case EVENT ->
                List.of(byLetter(driver, Condition.of("l.event_id = ?", FilterConditions.given(filter.eventId()))));
            case KEY -> List.of(byLetter(driver, Condition.of("l.message_key = ?", conditions.keyBytes())));
            case CAUSE -> byLetter(driver, "l.cause_id", FilterConditions.ids(filter.causes()));
            case LAST_CAUSE -> byLastCause();
            case ANY_CAUSE -> byAnyCause();
            case TAG -> List.of(byTag());
            case LAST_ERROR_TYPE -> byLastErrorType();
            case SUBSCRIBER ->
                List.of(byLetter(
                        driver, Condition.of("l.subscriber_id = ?", FilterConditions.given(filter.subscriberId()))));
            case RETRIES -> byRetries();
            case PATTERN -> byLetter(driver, "l.pattern", patterns);
            case STATUS -> byStatus();
            case ERROR_TYPE, CATEGORY -> byErrorTypeAndCategory();
            case CHANNEL -> byLetter(driver, "l.channel", channels);
            case PRIORITY -> byPriority();
            case NONE -> List.of(byLetter(driver, Condition.TRUE));
        };
    }

    // The ranges of each driver

    private List<Range> byLetter(FilterDriver driver, String column, List<?> values) {
        return values.stream()
                .map(value -> byLetter(driver, Condition.of(column + " = ?", value)))
                .toList();
    }

    private Range byLetter(FilterDriver driver, Condition drives) {
        Condition state = conditions.ofJoinedState();
        String from = state.sql().isEmpty() ? "dlq_letter l" : "dlq_letter l" + StateRow.JOINS;
        return new Range(
                from,
                "l.id",
                Condition.and(List.of(drives, conditions.ofLetter(driver), state, conditions.beside(driver))));
    }

    /** One index serves both: the kept counters know which error types and categories occur together. */
    private List<Range> byErrorTypeAndCategory() {
        record Pair(String errorType, int category) {}
        return tallies.list().stream()
                .filter(t ->
                        filter.errorTypes().isEmpty() || filter.errorTypes().contains(t.errorType()))
                .filter(t ->
                        filter.categories().isEmpty() || filter.categories().contains(t.category()))
                .map(t -> new Pair(t.errorType(), t.category().ordinal()))
                .distinct()
                .map(pair -> byLetter(
                        FilterDriver.ERROR_TYPE,
                        Condition.of("l.error_type = ? AND l.category = ?", pair.errorType(), pair.category())))
                .toList();
    }

    /** Most letters have the normal priority and are in no index for it; those are found by their age. */
    private List<Range> byPriority() {
        return filter.priorities().stream()
                .map(priority -> byLetter(
                        FilterDriver.PRIORITY,
                        Condition.of("l.priority = " + priority.ordinal()
                                + (priority == Priority.NORMAL ? "" : " AND l.priority <> 1"))))
                .toList();
    }

    private Range byTag() {
        return beside(
                "dlq_tag t", "t.id", FilterDriver.TAG, Condition.of("t.tag = ?", FilterConditions.given(filter.tag())));
    }

    private List<Range> byAttribute() {
        WantedAttribute first = attributes.get(0);
        return first.paths().stream()
                .map(path -> byAttribute(Condition.of("a.path = ? AND a.value = ?", path, first.value())))
                .toList();
    }

    /**
     * The letters themselves are not read when nothing is asked of them. SQLite keeps to the order of a cross join, and would
     * otherwise rather begin with all letters of a cause.
     */
    private Range byAttribute(Condition drives) {
        Condition state = conditions.ofJoinedState();
        Condition letter = Condition.and(
                List.of(conditions.ofLetter(FilterDriver.ATTRIBUTE), state, conditions.beside(FilterDriver.ATTRIBUTE)));
        if (letter.sql().isEmpty()) return new Range("dlq_attribute a", "a.id", drives);
        String joins = state.sql().isEmpty() ? "" : StateRow.JOINS;
        return new Range(
                "dlq_attribute a CROSS JOIN dlq_letter l" + joins,
                "a.id",
                Condition.and(List.of(drives, Condition.of("l.id = a.id"), letter)));
    }

    /** From a table beside the letters that has an index of its own. */
    private Range beside(String table, String id, FilterDriver driver, Condition drives) {
        Condition state = conditions.ofJoinedState();
        String joins = state.sql().isEmpty() ? "" : StateRow.JOINS;
        return new Range(
                table + " JOIN dlq_letter l ON l.id = " + id + joins,
                id,
                Condition.and(List.of(drives, conditions.ofLetter(driver), state, conditions.beside(driver))));
    }

    /** Those that fail with something else than they were captured for, and those that never did. */
    private List<Range> byLastCause() {
        List<Range> ranges = new ArrayList<>();
        for (CauseId cause : filter.lastCauses()) {
            ranges.add(byLastFailure(FilterDriver.LAST_CAUSE, Condition.of("y.cause_id = ?", cause.value())));
            ranges.add(byLetter(
                    FilterDriver.LAST_CAUSE, Condition.of("l.cause_id = ? AND " + AS_CAPTURED, cause.value())));
        }
        return ranges;
    }

    private List<Range> byAnyCause() {
        Condition captured = Condition.in("l.cause_id", FilterConditions.ids(filter.anyCauses()));
        Condition otherwise = new Condition("NOT (" + captured.sql() + ")", captured.values());
        List<Range> ranges = new ArrayList<>();
        for (CauseId cause : filter.anyCauses()) {
            ranges.add(byLastFailure(
                    FilterDriver.ANY_CAUSE,
                    Condition.of("y.cause_id = ?", cause.value()).and(otherwise)));
            ranges.add(byLetter(FilterDriver.ANY_CAUSE, Condition.of("l.cause_id = ?", cause.value())));
        }
        return ranges;
    }

    private List<Range> byLastErrorType() {
        List<Range> ranges = new ArrayList<>();
        for (String type : filter.lastErrorTypes())
            ranges.add(byLastFailure(FilterDriver.LAST_ERROR_TYPE, Condition.of("y.error_type = ?", type)));
        tallies.list().stream()
                .filter(t -> filter.lastErrorTypes().contains(t.errorType()))
                .map(t -> Condition.of(
                        "l.error_type = ? AND l.category = ?",
                        t.errorType(),
                        t.category().ordinal()))
                .distinct()
                .forEach(captured ->
                        ranges.add(byLetter(FilterDriver.LAST_ERROR_TYPE, captured.and(Condition.of(AS_CAPTURED)))));
        return ranges;
    }

    private Range byLastFailure(FilterDriver driver, Condition drives) {
        return beside("dlq_last_failure y", "y.id", driver, drives);
    }

    private List<Range> byStatus() {
        List<Range> ranges = new ArrayList<>();
        for (LetterStatus status : filter.statuses()) {
            switch (status) {
                case PENDING -> {
                    ranges.add(byState("dlq_ready", Condition.TRUE));
                    ranges.add(byState("dlq_waiting", Condition.TRUE));
                }
                case RETRYING -> ranges.add(byState("dlq_lease", Condition.TRUE));
                case REPLAYED, RESOLVED, FAILED, MANUAL, ARCHIVED ->
                    ranges.add(byState("dlq_settled", Condition.of("x.status = ?", status.ordinal())));
            }
        }
        return ranges;
    }

    private List<Range> byRetries() throws SQLException {
        List<Range> ranges = new ArrayList<>();
        for (String table : STATES) {
            List<Integer> values = retryCounts(table);
            if (values.size() > MOST_RETRY_VALUES) return List.of(byLetter(FilterDriver.NONE, Condition.TRUE));
            for (int value : values) ranges.add(byState(table, ofRetryCount(value)));
        }
        return ranges;
    }

    /** Letters that were never retried are in no index for it: they are the newest ones, and found by their age. */
    private static Condition ofRetryCount(int value) {
        return value == 0
                ? Condition.of("x.retry_count = 0")
                : Condition.of("x.retry_count = ? AND x.retry_count > 0", value);
    }

    /** The retry counts that occur, found by jumping from one to the next in the index. */
    List<Integer> retryCounts(String table) throws SQLException {
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

    private Range byState(String table, Condition drives) {
        Condition letter =
                Condition.and(List.of(conditions.ofLetter(FilterDriver.NONE), conditions.beside(FilterDriver.NONE)));
        String from = letter.sql().isEmpty() ? table + " x" : table + " x JOIN dlq_letter l ON l.id = x.id";
        Condition status = table.equals("dlq_settled") ? settledStatus() : Condition.TRUE;
        return new Range(
                from, "x.id", Condition.and(List.of(drives, status, conditions.retriesOf("x.retry_count"), letter)));
    }

    private Condition settledStatus() {
        return filter.statuses().isEmpty() ? Condition.TRUE : conditions.statusOf("x.status");
    }
}

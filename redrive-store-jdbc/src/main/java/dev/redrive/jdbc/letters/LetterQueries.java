package dev.redrive.jdbc.letters;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.Fingerprint;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.StatusCounts;
import dev.redrive.letter.Summary;
import dev.redrive.store.decisions.Version;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Tally;
import dev.redrive.store.questions.Total;
import dev.redrive.store.streams.SentLetter;
import dev.redrive.text.Glob;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Everything that people ask, on one connection; the same on both databases. */
public final class LetterQueries {
    private static final String BLOCKED_BY = """
            CASE WHEN l.ordered = 1 THEN (
                SELECT h.id FROM dlq_sequence m
                JOIN dlq_sequence h ON h.channel = m.channel AND h.key = m.key AND h.holder = 1
                WHERE m.channel = l.channel AND m.key = l.message_key AND m.id = l.id AND m.holder = 0) END""";
    private static final String FIND = "SELECT " + LetterRow.SELECTED + ", " + StateRow.SELECTED + ", " + BLOCKED_BY
            + ", (SELECT t.frames FROM dlq_trace t WHERE t.id = l.trace_id) FROM dlq_letter l" + StateRow.JOINS
            + LetterRow.JOINS + "WHERE l.id = ?";
    private static final String ATTEMPTS = "SELECT " + AttemptRow.NAMES
            + ", (SELECT t.frames FROM dlq_trace t WHERE t.id = a.trace_id) FROM dlq_attempt a WHERE a.id = ? ORDER BY token";
    private static final String SUMMARY = """
            l.event_id, l.pattern, l.subscriber_id, l.message_key, l.error_type, l.error_code, l.error_message,
            l.category, l.retryability, l.cause_id, f.cause_id, n.error_type, n.error_code, n.error_message, n.category,
            n.retryability, l.tags, l.payload_size, l.completeness, l.first_failed_at, l.edit_version""";
    private static final String TALLIES = """
            SELECT channel, error_type, category, SUM(pending) - SUM(retrying), SUM(retrying), SUM(replayed),
                SUM(resolved), SUM(failed), SUM(manual), SUM(archived)
            FROM (SELECT channel, error_type, category, pending, 0 AS retrying, replayed, resolved, failed, manual,
                    archived FROM dlq_tally
                UNION ALL SELECT channel, error_type, category, 0, letters, 0, 0, 0, 0, 0 FROM %s) t
            GROUP BY channel, error_type, category""";
    private static final String CAUSE = """
            SELECT c.id, c.version, c.type, c.frames, c.message, c.state, c.state_by, c.first_seen, t.last_seen,
                t.pending, t.retrying, t.replayed, t.resolved, t.failed, t.manual, t.archived,
                COALESCE(j.letters, 0), COALESCE(g.letters, 0)
            FROM (SELECT cause_id, MAX(last_seen) AS last_seen, SUM(pending) - SUM(retrying) AS pending,
                    SUM(retrying) AS retrying, SUM(replayed) AS replayed, SUM(resolved) AS resolved,
                    SUM(failed) AS failed, SUM(manual) AS manual, SUM(archived) AS archived
                FROM (SELECT cause_id, last_seen, pending, 0 AS retrying, replayed, resolved, failed, manual, archived
                        FROM dlq_cause_tally
                    UNION ALL SELECT cause_id, 0, 0, letters, 0, 0, 0, 0, 0 FROM %s) s
                GROUP BY cause_id) t
            JOIN dlq_cause c ON c.id = t.cause_id
            LEFT JOIN (SELECT fails_with AS id, SUM(letters) AS letters FROM dlq_cause_change GROUP BY fails_with) j
                ON j.id = c.id
            LEFT JOIN (SELECT captured_for AS id, SUM(letters) AS letters FROM dlq_cause_change GROUP BY captured_for) g
                ON g.id = c.id""";
    private static final String CAUSE_CHANGES = """
            SELECT captured_for, fails_with, SUM(letters) FROM dlq_cause_change WHERE captured_for = ? OR fails_with = ?
            GROUP BY captured_for, fails_with HAVING SUM(letters) > 0
            ORDER BY SUM(letters) DESC, captured_for, fails_with""";
    private static final String RETRYING =
            "(SELECT channel, error_type, category, cause_id, 1 AS letters FROM dlq_lease) e";
    /** As they were counted before, see {@code LeaseScans}. */
    private static final String RETRYING_BEFORE = "jsonb_to_recordset(CAST(? AS jsonb))"
            + " AS e(channel text, error_type text, category smallint, cause_id uuid, letters bigint)";

    private static final int TEXT_CHUNK = 100;
    /** Messages and types of the first and the newest error, and the event's id. */
    private static final int TEXTS = 5;

    private static final int LARGE_PAYLOAD = 256 * 1024;
    private static final ReentrantLock ONE_LARGE_PAYLOAD = new ReentrantLock();

    private static final Category[] CATEGORIES = Category.values();
    private static final Retryability[] RETRYABILITIES = Retryability.values();
    private static final Priority[] PRIORITIES = Priority.values();
    private static final CauseState[] CAUSE_STATES = CauseState.values();

    private final Sql sql;
    private final @Nullable String retrying;

    public LetterQueries(Sql sql) {
        this(sql, null);
    }

    /** With the letters that are being retried as they were counted before, when counting them now would take long. */
    public LetterQueries(Sql sql, @Nullable String retrying) {
        this.sql = sql;
        this.retrying = retrying;
    }

    private String withRetrying(String text) {
        return text.formatted(retrying == null ? RETRYING : RETRYING_BEFORE);
    }

    private void bindRetrying(ColumnSink in) throws SQLException {
        if (retrying != null) in.text(retrying);
    }

    // One letter

    public Optional<DeadLetter> find(LetterId id) throws SQLException {
        Optional<Whole> found = sql.first(FIND, in -> in.id(id.value()), LetterQueries::whole);
        if (found.isEmpty()) return Optional.empty();
        Whole whole = found.get();
        List<Attempt> attempts = sql.query(ATTEMPTS, in -> in.id(id.value()), LetterQueries::attempt);
        Attempt resolving = whole.state().attempt();
        if (resolving != null) attempts.add(resolving);
        Failure last = whole.failure();
        for (Attempt attempt : attempts)
            if (attempt.failure() != null && !attempt.wasBeforeCapture()) last = attempt.failure();
        return Optional.of(LetterMapper.whole(
                whole.letter(), whole.failure(), last, whole.state(), whole.blockedBy(), List.copyOf(attempts)));
    }

    public OptionalInt payloadSize(LetterId id) throws SQLException {
        return sql
                .first("SELECT payload_size FROM dlq_letter WHERE id = ?", in -> in.id(id.value()), Columns::number)
                .stream()
                .mapToInt(Integer::intValue)
                .findFirst();
    }

    private record Whole(
            LetterRow letter, StateRow state, @Nullable UUID blockedBy, Failure failure) {}

    private static Whole whole(Columns row) throws SQLException {
        LetterRow letter = LetterRow.read(row);
        StateRow state = StateRow.read(row);
        UUID blockedBy = row.idOrNull();
        return new Whole(
                letter, state, blockedBy, withTrace(letter.failure(), row.textOrNull(), letter.traceMessages()));
    }

    private static Attempt attempt(Columns row) throws SQLException {
        AttemptRow read = AttemptRow.read(row);
        Attempt a = read.attempt();
        String frames = row.textOrNull();
        Failure failure = a.failure();
        if (failure == null) return a;
        return new Attempt(
                a.token(),
                a.startedAt(),
                a.took(),
                a.worker(),
                a.strategy(),
                a.result(),
                withTrace(failure, frames, read.traceMessages()));
    }

    private static Failure withTrace(Failure failure, @Nullable String frames, List<String> messages) {
        if (frames == null) return failure;
        return new Failure(
                failure.type(),
                failure.code(),
                failure.message(),
                StackTrace.join(frames, messages),
                failure.context(),
                failure.category(),
                failure.retryability());
    }

    public List<Version> versions(LetterId id) throws SQLException {
        return sql.query(
                """
                SELECT version, edited_at, edited_by, notes, payload, payload_form, headers, completeness, priority, tags
                FROM dlq_edit WHERE id = ? ORDER BY version""",
                in -> in.id(id.value()),
                row -> new Version(
                        row.number(),
                        row.time(),
                        row.textOrNull(),
                        row.textOrNull(),
                        ColumnCodec.unpack(row.bytesOrNull(), row.number()),
                        ColumnCodec.headers(row.bytesOrNull()),
                        LetterRow.COMPLETENESSES[row.number()],
                        PRIORITIES[row.number()],
                        ColumnCodec.tags(row.textOrNull())));
    }

    // Lists

    public Page search(Query query, BooleanSupplier outOfTime) throws SQLException {
        FilterSql arms = new FilterSql(sql, query.filter(), talliesFor(query.filter()));
        if (arms.isEmpty()) return new Page(List.of(), null, true);
        if (query.filter().text() != null) return searchText(query, arms, outOfTime);
        int wanted = query.limit() + 1;
        List<Summary> found = query.sort() == Query.Sort.CREATED_AT
                ? byAge(arms.ids(ascending(query), query.after(), wanted + query.skip()), query, wanted)
                : sorted(query, arms, wanted);
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

    private List<Summary> sorted(Query query, FilterSql arms, int wanted) throws SQLException {
        String value =
                switch (query.sort()) {
                    case CREATED_AT -> "l.id";
                    case UPDATED_AT -> "COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at)";
                    case PRIORITY -> "l.priority";
                    case RETRY_COUNT -> "COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count)";
                };
        Condition where = arms.everything();
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
        Completeness completeness = LetterRow.COMPLETENESSES[row.number()];
        Instant firstFailed = row.time();
        int version = row.number();
        return new Summary(
                new LetterId(state.id()),
                state.channel(),
                eventId,
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
                state.standing(firstFailed, row.idOrNull(), version));
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

    // Text

    /** A letter in which the text may stand; in a large payload nobody looked yet. */
    private record Candidate(UUID id, boolean matches, boolean isLarge) {}

    /** Looks through the letters in the order of their age until the page is full or the time is up. */
    private Page searchText(Query query, FilterSql arms, BooleanSupplier outOfTime) throws SQLException {
        List<UUID> found = new ArrayList<>();
        LetterId at = query.after();
        int wanted = query.skip() + query.limit() + 1;
        boolean complete = true;
        boolean more = true;
        while (complete && more && found.size() < wanted) {
            List<Candidate> chunk = candidates(arms.ids(ascending(query), at, TEXT_CHUNK), query);
            more = chunk.size() == TEXT_CHUNK;
            for (Candidate candidate : chunk) {
                complete = !outOfTime.getAsBoolean();
                if (!complete) break;
                if (matches(candidate, query)) found.add(candidate.id());
                at = new LetterId(candidate.id());
            }
        }
        List<UUID> shown = found.subList(Math.min(query.skip(), found.size()), Math.min(wanted, found.size()));
        Page page = page(load(shown, query), query.limit());
        return complete ? page : new Page(page.items(), page.next() == null ? at : page.next(), false);
    }

    private List<Candidate> candidates(Condition ids, Query query) throws SQLException {
        String wanted = wanted(query);
        String select = "SELECT l.id, l.error_message, l.error_type, n.error_message, n.error_type, l.event_id,"
                + " l.payload_form, l.payload_size, CASE WHEN l.payload_size <= " + LARGE_PAYLOAD
                + " THEN l.payload END FROM (" + ids.sql() + ") p JOIN dlq_letter l ON l.id = p.id" + LetterRow.JOINS
                + "ORDER BY p.id "
                + (ascending(query) ? "ASC" : "DESC");
        return sql.query(select, ids::bind, row -> {
            UUID id = row.id();
            boolean inTexts = false;
            for (int i = 0; i < TEXTS; i++) inTexts |= holds(row.textOrNull(), wanted);
            int form = row.number();
            int size = row.number();
            byte[] payload = row.bytesOrNull();
            boolean isLarge = size > LARGE_PAYLOAD && ColumnCodec.isText(form);
            boolean found = inTexts || (!isLarge && holds(payload, form, size, wanted));
            return new Candidate(id, found, isLarge);
        });
    }

    private static String wanted(Query query) {
        return String.valueOf(query.filter().text()).toLowerCase(Locale.ROOT);
    }

    /** Large payloads are looked into one by one, however many search: a page of them would not fit into memory. */
    private boolean matches(Candidate candidate, Query query) throws SQLException {
        if (candidate.matches() || !candidate.isLarge()) return candidate.matches();
        ONE_LARGE_PAYLOAD.lock();
        try {
            return sql.first(
                            "SELECT payload_form, payload_size, payload FROM dlq_letter WHERE id = ?",
                            in -> in.id(candidate.id()),
                            row -> {
                                int form = row.number();
                                int size = row.number();
                                return holds(row.bytesOrNull(), form, size, wanted(query));
                            })
                    .orElse(false);
        } finally {
            ONE_LARGE_PAYLOAD.unlock();
        }
    }

    private static boolean holds(byte @Nullable [] payload, int form, int size, String wanted) {
        return ColumnCodec.isText(form)
                && holds(ColumnCodec.unpack(payload, form, size).text(), wanted);
    }

    private static boolean holds(@Nullable String text, String lowerCasePart) {
        return text != null && text.toLowerCase(Locale.ROOT).contains(lowerCasePart);
    }

    private List<Summary> load(List<UUID> ids, Query query) throws SQLException {
        if (ids.isEmpty()) return List.of();
        return summaries(
                Condition.of("FROM dlq_letter l"),
                Condition.in("l.id", ids),
                "l.id " + (ascending(query) ? "ASC" : "DESC"),
                "");
    }

    /** The next letters that a bulk order is for, oldest first. */
    public List<LetterId> next(Filter filter, int limit, @Nullable LetterId after) throws SQLException {
        if (filter.text() != null) {
            Query query = new Query(filter, Query.Sort.CREATED_AT, Query.Direction.ASC, limit, after, 0);
            return search(query, () -> false).items().stream().map(Summary::id).toList();
        }
        FilterSql arms = new FilterSql(sql, filter, talliesFor(filter));
        if (arms.isEmpty()) return List.of();
        Condition ids = arms.ids(true, after, limit);
        return sql.query(ids.sql(), ids::bind, row -> new LetterId(row.id()));
    }

    /** Straight from the index by status. */
    public List<SentLetter> sent(@Nullable LetterId after, int limit) throws SQLException {
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
        Tallies kept = tallies();
        Optional<Long> known = kept.count(filter);
        if (known.isPresent()) return Total.exactly(known.get());
        FilterSql arms = new FilterSql(sql, filter, kept);
        if (arms.isEmpty()) return Total.exactly(0);
        if (filter.text() != null) return countText(filter, arms, outOfTime);
        Condition ids = arms.ids(false, null, Total.COUNTED + 1);
        return Total.counted(sql.first("SELECT COUNT(*) FROM (" + ids.sql() + ") c", ids::bind, Columns::big)
                .orElse(0L));
    }

    private Total countText(Filter filter, FilterSql arms, BooleanSupplier outOfTime) throws SQLException {
        Query query = Query.newest(filter, 1);
        long count = 0;
        LetterId at = null;
        while (count <= Total.COUNTED) {
            List<Candidate> chunk = candidates(arms.ids(false, at, TEXT_CHUNK), query);
            for (Candidate candidate : chunk) {
                if (outOfTime.getAsBoolean()) return new Total(count, true);
                if (matches(candidate, query)) count++;
                at = new LetterId(candidate.id());
            }
            if (chunk.size() < TEXT_CHUNK) return Total.counted(count);
        }
        return Total.counted(count);
    }

    /** Most questions do not need the counters to find their index. */
    private Tallies talliesFor(Filter filter) throws SQLException {
        boolean wanted = !filter.errorTypes().isEmpty()
                || !filter.lastErrorTypes().isEmpty()
                || !filter.categories().isEmpty()
                || (!filter.statuses().isEmpty() && !filter.channels().isEmpty())
                || !filter.channels().stream().allMatch(Glob::isLiteral);
        return wanted ? tallies() : new Tallies(List.of());
    }

    public Tallies tallies() throws SQLException {
        List<Tally> list = sql.query(
                withRetrying(TALLIES),
                this::bindRetrying,
                row -> new Tally(row.text(), row.text(), CATEGORIES[row.number()], counts(row)));
        return new Tallies(
                list.stream().filter(tally -> tally.counts().total() > 0).toList());
    }

    private static StatusCounts counts(Columns row) throws SQLException {
        Map<LetterStatus, Long> counts = new EnumMap<>(LetterStatus.class);
        for (LetterStatus status : LetterStatus.values()) counts.put(status, Math.max(0, row.big()));
        return new StatusCounts(counts);
    }

    // Causes

    public List<Cause> causes(CauseQuery query) throws SQLException {
        Condition states = query.states().isEmpty()
                ? Condition.TRUE
                : Condition.in(
                        "c.state", query.states().stream().map(Enum::ordinal).toList());
        Condition since = query.firstSeenFrom() == null
                ? Condition.TRUE
                : Condition.of("c.first_seen >= ?", query.firstSeenFrom().toEpochMilli());
        Condition where = states.and(since);
        String select = withRetrying(CAUSE) + (where.sql().isEmpty() ? "" : " WHERE " + where.sql())
                + " ORDER BY t.pending + t.retrying + t.replayed + t.failed + t.manual + COALESCE(j.letters, 0) DESC, t.last_seen DESC, c.id LIMIT "
                + query.limit();
        return sql.query(
                select,
                in -> {
                    bindRetrying(in);
                    where.bind(in);
                },
                LetterQueries::cause);
    }

    public Optional<Cause> cause(CauseId id) throws SQLException {
        return sql.first(
                withRetrying(CAUSE) + " WHERE c.id = ?",
                in -> {
                    bindRetrying(in);
                    in.id(id.value());
                },
                LetterQueries::cause);
    }

    public List<CauseChange> causeChanges(CauseId id) throws SQLException {
        return sql.query(
                CAUSE_CHANGES,
                in -> {
                    in.id(id.value());
                    in.id(id.value());
                },
                row -> new CauseChange(new CauseId(row.id()), new CauseId(row.id()), row.big()));
    }

    private static Cause cause(Columns row) throws SQLException {
        CauseId id = new CauseId(row.id());
        int version = row.number();
        String type = row.text();
        List<String> frames = row.text().lines().toList();
        Fingerprint fingerprint = new Fingerprint(version, id, type, frames, row.text());
        CauseState state = CAUSE_STATES[row.number()];
        String by = row.textOrNull();
        Instant first = row.time();
        Instant last = row.time();
        return new Cause(fingerprint, state, by, first, last, counts(row), row.big(), row.big());
    }
}

package dev.redrive.jdbc.counters;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseCare;
import dev.redrive.cause.CauseChange;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.Fingerprint;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Tallies;
import dev.redrive.store.questions.Tally;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers questions from the kept counters: how many letters there are of each kind, and the causes of their failures. */
public final class CounterQueries {
    private static final String TALLIES = """
        SELECT channel, error_type, category, SUM(pending) - SUM(retrying) AS pending,
            SUM(retrying) AS retrying, SUM(replayed) AS replayed, SUM(resolved) AS resolved,
            SUM(failed) AS failed, SUM(manual) AS manual, SUM(archived) AS archived
        FROM (SELECT channel, error_type, category, pending, 0 AS retrying, replayed, resolved, failed, manual,
                archived FROM dlq_tally
            UNION ALL SELECT channel, error_type, category, 0, letters, 0, 0, 0, 0, 0 FROM %s) t
        GROUP BY channel, error_type, category\
        """;
    private static final String CAUSE = """
        SELECT c.id AS id, c.version AS version, c.type AS type, c.frames AS frames, c.message AS message,
            c.state AS state, c.state_by AS state_by, c.assignee AS assignee, c.link AS link,
            c.ignored_until AS ignored_until, c.ignored_up_to AS ignored_up_to, c.until_release AS until_release,
            c.first_seen AS first_seen, t.last_seen AS last_seen,
            t.pending AS pending, t.retrying AS retrying, t.replayed AS replayed, t.resolved AS resolved,
            t.failed AS failed, t.manual AS manual, t.archived AS archived,
            COALESCE(j.letters, 0) AS letters_joined, COALESCE(g.letters, 0) AS letters_left
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
            ON g.id = c.id\
        """;
    private static final String CAUSE_CHANGES = """
        SELECT captured_for, fails_with, SUM(letters) AS letters FROM dlq_cause_change WHERE captured_for = ? OR fails_with = ?
        GROUP BY captured_for, fails_with HAVING SUM(letters) > 0
        ORDER BY SUM(letters) DESC, captured_for, fails_with\
        """;
    private static final String RETRYING =
            "(SELECT channel, error_type, category, cause_id, 1 AS letters FROM dlq_lease) e";
    /** As they were counted before, see {@code LeaseScans}. */
    private static final String RETRYING_BEFORE = """
        jsonb_to_recordset(CAST(? AS jsonb))
            AS e(channel text, error_type text, category smallint, cause_id uuid, letters bigint)\
        """;

    private static final Category[] CATEGORIES = Category.values();
    private static final CauseState[] CAUSE_STATES = CauseState.values();

    private final Sql sql;
    private final @Nullable String retrying;

    public CounterQueries(Sql sql) {
        this(sql, null);
    }

    /** With the letters that are being retried as they were counted before, when counting them now would take long. */
    public CounterQueries(Sql sql, @Nullable String retrying) {
        this.sql = sql;
        this.retrying = retrying;
    }

    private String withRetrying(String text) {
        return text.formatted(retrying == null ? RETRYING : RETRYING_BEFORE);
    }

    private void bindRetrying(ColumnSink in) throws SQLException {
        if (retrying != null) in.text(retrying);
    }

    public Tallies tallies() throws SQLException {
        List<Tally> list = sql.query(
                withRetrying(TALLIES),
                this::bindRetrying,
                row -> new Tally(
                        row.at("channel").text(),
                        row.at("error_type").text(),
                        CATEGORIES[row.at("category").number()],
                        counts(row)));
        return new Tallies(
                list.stream().filter(tally -> tally.counts().total() > 0).toList());
    }

    private static StatusCounts counts(Columns row) throws SQLException {
        Map<LetterStatus, Long> counts = new EnumMap<>(LetterStatus.class);
        for (LetterStatus status : LetterStatus.values())
            counts.put(
                    status,
                    Math.max(0, row.at(status.name().toLowerCase(Locale.ROOT)).big()));
        return new StatusCounts(counts);
    }

    public List<Cause> causes(CauseQuery query) throws SQLException {
        Condition ids = query.ids().isEmpty()
                ? Condition.TRUE
                : Condition.in("c.id", query.ids().stream().map(CauseId::value).toList());
        Condition states = query.states().isEmpty()
                ? Condition.TRUE
                : Condition.in(
                        "c.state", query.states().stream().map(Enum::ordinal).toList());
        Condition since = query.firstSeenFrom() == null
                ? Condition.TRUE
                : Condition.of("c.first_seen >= ?", query.firstSeenFrom().toEpochMilli());
        Condition assigned =
                query.assignee() == null ? Condition.TRUE : Condition.of("c.assignee = ?", query.assignee());
        Condition where = Condition.and(List.of(ids, states, assigned, since));
        String select = withRetrying(CAUSE) + (where.sql().isEmpty() ? "" : " WHERE " + where.sql())
                + " ORDER BY t.pending + t.retrying + t.replayed + t.failed + t.manual + COALESCE(j.letters, 0) DESC,"
                + " t.last_seen DESC, c.id LIMIT "
                + query.limit();
        return sql.query(
                select,
                in -> {
                    bindRetrying(in);
                    where.bind(in);
                },
                CounterQueries::cause);
    }

    public List<CauseChange> causeChanges(CauseId id) throws SQLException {
        return sql.query(
                CAUSE_CHANGES,
                in -> {
                    in.id(id.value());
                    in.id(id.value());
                },
                row -> new CauseChange(
                        new CauseId(row.at("captured_for").id()),
                        new CauseId(row.at("fails_with").id()),
                        row.at("letters").big()));
    }

    private static Cause cause(Columns row) throws SQLException {
        Fingerprint fingerprint = new Fingerprint(
                row.at("version").number(),
                new CauseId(row.at("id").id()),
                row.at("type").text(),
                row.at("frames").text().lines().toList(),
                row.at("message").text());
        return new Cause(
                fingerprint,
                CAUSE_STATES[row.at("state").number()],
                row.at("state_by").textOrNull(),
                row.at("first_seen").time(),
                row.at("last_seen").time(),
                counts(row),
                row.at("letters_joined").big(),
                row.at("letters_left").big(),
                new CauseCare(
                        row.at("assignee").textOrNull(),
                        row.at("link").textOrNull(),
                        new IgnoreEnd(
                                row.at("ignored_until").timeOrNull(),
                                row.at("ignored_up_to").bigOrNull(),
                                row.at("until_release").number() == 1)));
    }
}

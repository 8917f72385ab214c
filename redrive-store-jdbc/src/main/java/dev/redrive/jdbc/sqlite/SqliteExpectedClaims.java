package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.letters.FoundLetter;
import dev.redrive.jdbc.letters.LeaseRow;
import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * Leases letters that stand as they were last seen, inside a transaction of the one writer: many of them together with a few
 * statements, which leave out letters with a sequence, and then those one by one.
 */
final class SqliteExpectedClaims {
    private static final int AT_ONCE = 100;
    private static final Set<LetterStatus> SETTLED = EnumSet.of(LetterStatus.FAILED, LetterStatus.MANUAL);

    private static final String KEEP_ATTEMPT = """
            INSERT INTO dlq_attempt (id, token, started_at, took, worker, strategy, result)
            SELECT id, token, started_at, took, worker, strategy, 0 FROM dlq_settled WHERE started_at IS NOT NULL AND\s""";

    /** The letters that are leased, which are still to be read, and what there is to say about the others. */
    record Answers(Map<LetterId, LeaseRow> leased, Map<LetterId, ClaimResult> others) {}

    private final SqliteWriter writer;
    private final Sql sql;
    private final Instant now;
    private final String worker;
    private final Duration leaseTime;
    private final LetterTables tables;

    SqliteExpectedClaims(SqliteWriter writer, Instant now, String worker, Duration leaseTime) {
        this.writer = writer;
        this.sql = writer.sql();
        this.now = now;
        this.worker = worker;
        this.leaseTime = leaseTime;
        this.tables = new LetterTables(sql, now);
    }

    Answers claimAll(List<ExpectedLetter> wishes) throws SQLException {
        Map<LetterId, LeaseRow> leased = new HashMap<>(wishes.size() * 2);
        for (int from = 0; from < wishes.size(); from += AT_ONCE)
            claimTogether(wishes.subList(from, Math.min(wishes.size(), from + AT_ONCE)), leased);
        List<ExpectedLetter> rest =
                wishes.stream().filter(wish -> !leased.containsKey(wish.id())).toList();
        Map<LetterId, ClaimResult> others = claimEach(rest);
        tables.writeDeltas();
        return new Answers(leased, others);
    }

    private void claimTogether(List<ExpectedLetter> wishes, Map<LetterId, LeaseRow> leased) throws SQLException {
        List<ExpectedLetter> settled = new ArrayList<>(wishes.size());
        List<ExpectedLetter> pending = new ArrayList<>();
        for (ExpectedLetter wish : wishes) {
            if (SETTLED.contains(wish.status())) settled.add(wish);
            if (wish.status() == LetterStatus.PENDING) pending.add(wish);
        }
        claim("dlq_settled", settled, leased);
        claim("dlq_ready", pending, leased);
        pending.removeIf(wish -> leased.containsKey(wish.id()));
        claim("dlq_waiting", pending, leased);
    }

    private void claim(String table, List<ExpectedLetter> wishes, Map<LetterId, LeaseRow> leased) throws SQLException {
        if (wishes.isEmpty()) return;
        List<LeaseRow> rows = sql.query(
                lease(table, wishes.size()),
                in -> {
                    for (ExpectedLetter wish : wishes) {
                        in.id(wish.id().value());
                        in.int2(wish.status().ordinal());
                        in.int4(wish.attempt());
                        in.int4(wish.version());
                    }
                    in.int8(now.toEpochMilli());
                    in.text(worker);
                    in.int8(now.toEpochMilli());
                    in.int8(now.plus(leaseTime).toEpochMilli());
                },
                LeaseRow::read);
        if (rows.isEmpty()) return;
        Condition taken =
                Condition.in("id", rows.stream().map(row -> row.lease().id()).toList());
        if (table.equals("dlq_settled")) sql.update(KEEP_ATTEMPT + taken.sql(), taken::bind);
        sql.update("DELETE FROM " + table + " WHERE " + taken.sql(), taken::bind);
        for (LeaseRow row : rows) {
            leased.put(new LetterId(row.lease().id()), row);
            writer.leased(row);
            tables.deltas().move(row.kind(), Objects.requireNonNull(row.backTo()), LetterStatus.RETRYING);
        }
    }

    /** The wishes come first: for each of them there is one row to look at, however many letters there are. */
    private static String lease(String table, int wishes) {
        boolean settled = table.equals("dlq_settled");
        return "WITH wish (id, status, attempt, version) AS (VALUES "
                + String.join(", ", Collections.nCopies(wishes, "(?, ?, ?, ?)"))
                + ") INSERT INTO dlq_lease (" + LeaseRow.SELECTED + """
                ) SELECT s.id, s.channel, s.priority, s.retry_count + 1, s.max_retries, s.token + 1, s.last_failed_at, ?, ?, ?, ?,
                    l.error_type, l.category, l.cause_id, NULLIF(f.cause_id, l.cause_id), NULL, wish.status,
                """ + (settled ? "NULL" : "s.due_at")
                + " FROM wish CROSS JOIN " + table + " s ON s.id = wish.id CROSS JOIN dlq_letter l ON l.id = s.id"
                + " LEFT JOIN dlq_last_failure f ON f.id = l.id"
                + " WHERE s.token = wish.attempt AND l.edit_version = wish.version"
                + " AND (l.ordered = 0 OR l.message_key IS NULL) AND l.completeness = 0"
                + (settled ? " AND s.status = wish.status" : "")
                + " RETURNING " + LeaseRow.SELECTED;
    }

    private Map<LetterId, ClaimResult> claimEach(List<ExpectedLetter> wishes) throws SQLException {
        if (wishes.isEmpty()) return Map.of();
        List<UUID> ids = wishes.stream().map(wish -> wish.id().value()).toList();
        Map<UUID, FoundLetter> found = tables.states().findAll(ids);
        Map<LetterId, ClaimResult> answers = new HashMap<>();
        for (ExpectedLetter wish : wishes) {
            FoundLetter one = found.get(wish.id().value());
            answers.put(
                    wish.id(),
                    one == null
                            ? new ClaimResult.NoSuchLetter()
                            : tables.claims()
                                    .claim(one, wish, worker, leaseTime)
                                    .orElseThrow());
        }
        return answers;
    }
}

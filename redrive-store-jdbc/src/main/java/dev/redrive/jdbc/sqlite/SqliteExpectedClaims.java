package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.rows.FoundLetter;
import dev.redrive.jdbc.rows.LeaseRow;
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
 * Leases letters that are as expected, inside a transaction of the one writer: many of them together with a few statements,
 * which leave out letters with a sequence and letters in any state, and then those one by one.
 */
final class SqliteExpectedClaims {
    private static final int AT_ONCE = 100;
    private static final Set<LetterStatus> SETTLED = EnumSet.of(LetterStatus.FAILED, LetterStatus.MANUAL);

    private static final String KEEP_ATTEMPT = """
            INSERT INTO dlq_attempt (id, token, started_at, took, worker, strategy, result)
            SELECT id, token, started_at, took, worker, strategy, 0 FROM dlq_settled WHERE started_at IS NOT NULL AND\s""";

    /** The expected letters come first: for each of them there is one row to read, however many letters there are. */
    private static final String LEASE_SETTLED = """
            WITH expected (id, status, attempt, version) AS (VALUES %s)
            INSERT INTO dlq_lease (
                id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to, back_due)
            SELECT s.id, s.channel, s.priority, s.retry_count + 1, s.max_retries, s.token + 1, s.last_failed_at, ?, ?, ?, ?,
                l.error_type, l.category, l.cause_id, NULLIF(f.cause_id, l.cause_id), NULL, expected.status, NULL
            FROM expected CROSS JOIN dlq_settled s ON s.id = expected.id CROSS JOIN dlq_letter l ON l.id = s.id
            LEFT JOIN dlq_last_failure f ON f.id = l.id
            WHERE s.token = expected.attempt AND l.edit_version = expected.version
                AND (l.ordered = 0 OR l.message_key IS NULL) AND l.completeness = 0
                AND s.status = expected.status
            RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to, back_due""";

    private static final String LEASE_READY = """
            WITH expected (id, status, attempt, version) AS (VALUES %s)
            INSERT INTO dlq_lease (
                id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to, back_due)
            SELECT s.id, s.channel, s.priority, s.retry_count + 1, s.max_retries, s.token + 1, s.last_failed_at, ?, ?, ?, ?,
                l.error_type, l.category, l.cause_id, NULLIF(f.cause_id, l.cause_id), NULL, expected.status, s.due_at
            FROM expected CROSS JOIN dlq_ready s ON s.id = expected.id CROSS JOIN dlq_letter l ON l.id = s.id
            LEFT JOIN dlq_last_failure f ON f.id = l.id
            WHERE s.token = expected.attempt AND l.edit_version = expected.version
                AND (l.ordered = 0 OR l.message_key IS NULL) AND l.completeness = 0
            RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to, back_due""";

    private static final String LEASE_WAITING = """
            WITH expected (id, status, attempt, version) AS (VALUES %s)
            INSERT INTO dlq_lease (
                id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to, back_due)
            SELECT s.id, s.channel, s.priority, s.retry_count + 1, s.max_retries, s.token + 1, s.last_failed_at, ?, ?, ?, ?,
                l.error_type, l.category, l.cause_id, NULLIF(f.cause_id, l.cause_id), NULL, expected.status, s.due_at
            FROM expected CROSS JOIN dlq_waiting s ON s.id = expected.id CROSS JOIN dlq_letter l ON l.id = s.id
            LEFT JOIN dlq_last_failure f ON f.id = l.id
            WHERE s.token = expected.attempt AND l.edit_version = expected.version
                AND (l.ordered = 0 OR l.message_key IS NULL) AND l.completeness = 0
            RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key, back_to, back_due""";

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

    Answers claimExpected(List<ExpectedLetter> expected) throws SQLException {
        Map<LetterId, LeaseRow> leased = new HashMap<>(expected.size() * 2);
        for (int from = 0; from < expected.size(); from += AT_ONCE)
            claimTogether(expected.subList(from, Math.min(expected.size(), from + AT_ONCE)), leased);
        List<ExpectedLetter> rest = expected.stream()
                .filter(letter -> !leased.containsKey(letter.id()))
                .toList();
        Map<LetterId, ClaimResult> others = claimEach(rest);
        tables.writeDeltas();
        return new Answers(leased, others);
    }

    private void claimTogether(List<ExpectedLetter> expected, Map<LetterId, LeaseRow> leased) throws SQLException {
        List<ExpectedLetter.AsSeen> settled = new ArrayList<>(expected.size());
        List<ExpectedLetter.AsSeen> pending = new ArrayList<>();
        for (ExpectedLetter one : expected) {
            if (!(one instanceof ExpectedLetter.AsSeen letter)) continue;
            if (SETTLED.contains(letter.status())) settled.add(letter);
            if (letter.status() == LetterStatus.PENDING) pending.add(letter);
        }
        claim(LEASE_SETTLED, "dlq_settled", settled, leased);
        claim(LEASE_READY, "dlq_ready", pending, leased);
        pending.removeIf(letter -> leased.containsKey(letter.id()));
        claim(LEASE_WAITING, "dlq_waiting", pending, leased);
    }

    private void claim(String lease, String table, List<ExpectedLetter.AsSeen> expected, Map<LetterId, LeaseRow> leased)
            throws SQLException {
        if (expected.isEmpty()) return;
        List<LeaseRow> rows = sql.query(
                lease.formatted(String.join(", ", Collections.nCopies(expected.size(), "(?, ?, ?, ?)"))),
                in -> {
                    for (ExpectedLetter.AsSeen letter : expected) {
                        in.id(letter.id().value());
                        in.int2(letter.status().ordinal());
                        in.int4(letter.attempt());
                        in.int4(letter.version());
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
            writer.leases().leased(row);
            tables.deltas().move(row.kind(), Objects.requireNonNull(row.backTo()), LetterStatus.RETRYING);
        }
    }

    private Map<LetterId, ClaimResult> claimEach(List<ExpectedLetter> expected) throws SQLException {
        if (expected.isEmpty()) return Map.of();
        List<UUID> ids = expected.stream().map(letter -> letter.id().value()).toList();
        Map<UUID, FoundLetter> found = tables.states().findAll(ids);
        Map<LetterId, ClaimResult> answers = new HashMap<>();
        for (ExpectedLetter letter : expected) {
            FoundLetter one = found.get(letter.id().value());
            answers.put(
                    letter.id(),
                    one == null
                            ? new ClaimResult.NoSuchLetter()
                            : tables.claims()
                                    .claim(one, letter, worker, leaseTime)
                                    .orElseThrow());
        }
        return answers;
    }
}

package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.letters.HandlerConnection;
import dev.redrive.jdbc.letters.LeaseLostInTransaction;
import dev.redrive.jdbc.rows.LeaseRow;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.PayloadSizes;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/** Leases letters of a SQLite file to workers, and settles them. */
final class SqliteLeasing {
    private static final int LOAD_AT_ONCE = 100;

    /** The condition follows: a list of ids, for as many as there are. */
    private static final String LOAD = """
            SELECT
                l.id, l.channel, l.event_id, l.subscriber_id, l.pattern, l.event_version, l.source_type, l.source_id,
                l.source_name, l.event_time, l.metadata, l.payload, l.payload_form, l.payload_size, l.headers, l.topic,
                l.partition_no, l.offset_no, l.message_key, l.origin_time, l.consumer_group, l.source_service,
                l.error_type, l.error_code, l.error_message, l.trace_id, l.trace_messages, l.error_context, l.category,
                l.retryability, l.cause_id, l.priority, l.tags, l.ordered, l.capture_key, l.first_failed_at,
                l.edit_version, l.completeness, l.event_instance_id, l.additional, l.cpu_usage, l.memory_usage,
                l.dlq_retries, l.sealed, f.cause_id AS last_cause_id, n.error_type AS last_error_type,
                n.error_code AS last_error_code, n.error_message AS last_error_message,
                n.error_context AS last_error_context, n.category AS last_category, n.retryability AS last_retryability
            FROM dlq_letter l
            LEFT JOIN dlq_last_failure f ON f.id = l.id
            LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = (
                SELECT MAX(m.token) FROM dlq_attempt m WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0)
            WHERE\s""";

    private final SqliteFile file;
    private final InstantSource clock;

    /** @param clock in whole milliseconds */
    SqliteLeasing(SqliteFile file, InstantSource clock) {
        this.file = file;
        this.clock = clock;
    }

    List<LeasedLetter> claim(ClaimRequest request) {
        List<StateRow> leases = file.write(writer -> writer.leases().claim(request, clock.instant()));
        if (leases.isEmpty()) return List.of();
        Map<UUID, LetterRow> letters = letters(leases);
        return leases.stream()
                .map(lease -> LetterMapper.claimed(Objects.requireNonNull(letters.get(lease.id())), lease))
                .toList();
    }

    /** Read beside the writer: a leased letter does not change. */
    private Map<UUID, LetterRow> letters(List<StateRow> leases) {
        if (leases.isEmpty()) return Map.of();
        return file.read(sql -> {
            Map<UUID, LetterRow> letters = new HashMap<>();
            for (int from = 0; from < leases.size(); from += LOAD_AT_ONCE)
                load(sql, leases.subList(from, Math.min(leases.size(), from + LOAD_AT_ONCE)), letters);
            return letters;
        });
    }

    private static void load(Sql sql, List<StateRow> leases, Map<UUID, LetterRow> into) throws SQLException {
        Condition ids = Condition.in("l.id", leases.stream().map(StateRow::id).toList());
        for (LetterRow letter : sql.query(LOAD + ids.sql(), ids::bind, LetterRow::read)) into.put(letter.id(), letter);
    }

    List<SettleResult> settle(List<Settlement> settlements) {
        if (settlements.isEmpty()) return List.of();
        return file.write(settlements.size(), writer -> writer.leases().settle(settlements, clock.instant()));
    }

    Set<LetterId> renew(Collection<Lease> leases, Duration time) {
        if (leases.isEmpty()) return Set.of();
        return file.write(
                writer -> writer.leases().renew(leases, clock.instant().plus(time)));
    }

    List<ClaimResult> claimExpected(List<ExpectedLetter> expected, String worker, Duration leaseTime, long maxBytes) {
        if (expected.isEmpty()) return List.of();
        SqliteExpectedClaims.Answers answers = file.write(expected.size(), writer -> {
            Instant now = clock.instant();
            writer.leases().recoverExpiredLeases(now);
            return new SqliteExpectedClaims(writer, now, worker, leaseTime)
                    .claimExpected(PayloadSizes.fitting(writer.sql(), expected, maxBytes));
        });
        Map<UUID, LetterRow> letters =
                letters(answers.leased().values().stream().map(LeaseRow::lease).toList());
        List<ClaimResult> results = new ArrayList<>(expected.size());
        for (ExpectedLetter letter : expected) {
            LeaseRow row = answers.leased().get(letter.id());
            if (row == null) results.add(answers.others().getOrDefault(letter.id(), new ClaimResult.NoRoom()));
            else
                results.add(row.result(
                        Objects.requireNonNull(letters.get(row.lease().id()))));
        }
        return results;
    }

    SettleResult settleWith(LeasedLetter claimed, TransactionalStore.Work work, Settlement.Succeeded outcome)
            throws Exception {
        return file.inTransaction(writer -> {
            long started = System.nanoTime();
            work.handle(
                    claimed.letter(), HandlerConnection.connection(writer.sql().connection()));
            Duration took = Duration.ofNanos(System.nanoTime() - started);
            Settlement settlement = new Settlement(claimed.lease(), took, "transactional", outcome);
            SettleResult settled =
                    writer.leases().settle(List.of(settlement), clock.instant()).get(0);
            if (settled instanceof SettleResult.LeaseLost) throw new LeaseLostInTransaction();
            return settled;
        });
    }
}

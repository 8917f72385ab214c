package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.letters.LetterTables;
import dev.redrive.jdbc.rows.LeaseRow;
import dev.redrive.jdbc.rows.LetterMapper;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.Place;
import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.store.leases.ByteLimit;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Claims due letters on PostgreSQL, inside a transaction. */
final class PostgresClaims {
    private static final int PROMOTED_AT_ONCE = 5000;

    /** Says how many there were, and which of them lie before the given id. */
    private static final String PROMOTE = """
            WITH due AS (
                DELETE FROM dlq_waiting WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM dlq_waiting WHERE blocked = 0 AND due_at > ? AND due_at <= ?
                    ORDER BY due_at LIMIT %d FOR UPDATE SKIP LOCKED))
                RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at),
            put AS (
                INSERT INTO dlq_ready (
                    id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at)
                SELECT id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at
                FROM due)
            SELECT NULL::uuid, NULL::text, COUNT(*) FROM due
            UNION ALL SELECT id, channel, 0 FROM due WHERE id <= ?""".formatted(PROMOTED_AT_ONCE);

    private static final Comparator<LeasedLetter> BY_AGE =
            Comparator.comparing(c -> c.letter().id());
    private static final Comparator<LeasedLetter> AS_CLAIMED = Comparator.<LeasedLetter, Priority>comparing(
                    c -> c.letter().priority())
            .reversed()
            .thenComparing(BY_AGE);

    private final Sql sql;
    private final Instant now;

    PostgresClaims(Sql sql, Instant now) {
        this.sql = sql;
        this.now = now;
    }

    // Claim

    /** Makes ready what has become due; true when that was all. */
    private boolean promote(ClaimPositions.View view) throws SQLException {
        List<Long> counts = sql.query(
                PROMOTE,
                in -> {
                    in.int8(view.dueAfter);
                    in.int8(now.toEpochMilli());
                    in.id(view.highest);
                },
                row -> {
                    UUID id = row.idOrNull();
                    String channel = row.textOrNull();
                    if (id != null && channel != null) view.ready(id, channel);
                    return row.big();
                });
        return counts.stream().mapToLong(Long::longValue).sum() < PROMOTED_AT_ONCE;
    }

    /**
     * The server knows too little about tables through which everything passes: it may think that only a few rows lie behind a
     * position, and sort all of them instead of reading the first ones from the index.
     */
    private void walkIndexes() throws SQLException {
        try (Statement statement = sql.connection().createStatement()) {
            statement.execute("SET LOCAL enable_bitmapscan = off; SET LOCAL jit = off");
        }
    }

    ClaimPositions.Got claim(ClaimRequest request, ClaimPositions.View view) throws SQLException {
        List<LeasedLetter> claimed = new ArrayList<>();
        if (!view.fromStart) walkIndexes();
        boolean all = promote(view);
        Optional<Set<String>> channels = request.channels();
        if (channels.isPresent() && channels.get().isEmpty()) return new ClaimPositions.Got(claimed, null, all, true);
        ByteLimit bytes = new ByteLimit(request.maxBytes());
        if (request.oldest() > 0) claim(request, view, true, request.oldest(), bytes, claimed);
        UUID oldest = claimed.stream()
                .map(one -> one.letter().id())
                .max(Comparator.naturalOrder())
                .map(LetterId::value)
                .orElse(null);
        int rest = request.limit() - claimed.size();
        if (rest > 0 && !bytes.isFull()) claim(request, view, false, rest, bytes, claimed);
        claimed.sort(AS_CLAIMED);
        boolean emptied = claimed.size() < request.limit() && !bytes.isFull();
        return new ClaimPositions.Got(claimed, oldest, all, emptied);
    }

    /** A letter that was leased, and as it was before. */
    private record Taken(LeasedLetter leased, StateRow before, int size) {}

    /** Leases letters; those that are too many bytes are put back. */
    private void claim(
            ClaimRequest request,
            ClaimPositions.View view,
            boolean oldest,
            int limit,
            ByteLimit bytes,
            List<LeasedLetter> into)
            throws SQLException {
        long inPassing = request.maxBytes() / request.limit();
        List<Taken> taken = take(request, view, oldest, limit, inPassing);
        taken.sort(Comparator.comparing(Taken::leased, oldest ? BY_AGE : AS_CLAIMED));
        List<StateRow> surplus = new ArrayList<>();
        List<LeasedLetter> large = new ArrayList<>();
        for (Taken one : taken) {
            if (!bytes.takes(one.size())) surplus.add(one.before());
            else if (one.size() > inPassing) large.add(one.leased());
            else into.add(one.leased());
        }
        if (!surplus.isEmpty()) putBack(surplus);
        if (!large.isEmpty()) into.addAll(withPayloads(large));
    }

    private void putBack(List<StateRow> surplus) throws SQLException {
        sql.batch("DELETE FROM dlq_lease WHERE id = ?", surplus, (letter, out) -> out.id(letter.id()));
        new LetterTables(sql, now).states().insertAll(surplus);
    }

    private List<LeasedLetter> withPayloads(List<LeasedLetter> large) throws SQLException {
        List<LeasedLetter> whole = new ArrayList<>(large.size());
        for (LeasedLetter one : large) {
            Payload payload = sql.first(
                            "SELECT payload, payload_form, payload_size FROM dlq_letter WHERE id = ?",
                            in -> in.id(one.letter().id().value()),
                            row -> ColumnCodec.unpack(row.bytesOrNull(), row.number(), row.number()))
                    .orElseThrow();
            whole.add(new LeasedLetter(one.letter().with(one.letter().message().with(payload)), one.lease()));
        }
        return whole;
    }

    private List<Taken> take(ClaimRequest request, ClaimPositions.View view, boolean oldest, int limit, long largest)
            throws SQLException {
        List<Taken> into = new ArrayList<>();
        Instant until = now.plus(request.leaseTime());
        ClaimStatement claim = new ClaimStatement(sql, request, view, oldest);
        try (PreparedStatement statement = sql.connection().prepareStatement(claim.text())) {
            int at = claim.bind(statement, limit);
            statement.setInt(++at, (int) Math.min(Integer.MAX_VALUE, largest));
            statement.setLong(++at, now.toEpochMilli());
            statement.setString(++at, request.worker());
            statement.setLong(++at, now.toEpochMilli());
            statement.setLong(++at, until.toEpochMilli());
            try (ResultSet rows = statement.executeQuery()) {
                Columns columns = new Columns(rows, SqlDialect.POSTGRESQL);
                while (columns.next()) into.add(taken(columns, request.worker(), until));
            }
        }
        return into;
    }

    private Taken taken(Columns row, String worker, Instant until) throws SQLException {
        LetterRow letter = LetterRow.read(row);
        Place.Leased lease = new Place.Leased(worker, now, until);
        StateRow leased = StateRow.readClaimed(letter.id(), row, now, lease);
        StateRow before = leased.beforeClaim(row.time(), new Place.Ready(row.time()));
        return new Taken(LetterMapper.claimed(letter, leased), before, row.number());
    }

    /** Letters of workers that did not come back are due again, or failed. */
    void recoverExpiredLeases() throws SQLException {
        List<LeaseRow> lost = sql.query("""
                SELECT id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker,
                    started_at, lease_until, error_type, category, cause_id, last_cause_id, sequence_key,
                    back_to, back_due
                FROM dlq_lease WHERE lease_until <= ? LIMIT 1000 FOR UPDATE SKIP LOCKED""", in -> in.int8(now.toEpochMilli()), LeaseRow::read);
        if (lost.isEmpty()) return;
        LetterTables tables = new LetterTables(sql, now);
        for (LeaseRow one : lost) tables.claims().expire(one);
        tables.writeDeltas();
    }
}

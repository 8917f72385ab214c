package dev.redrive.jdbc;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.store.CaptureKey;
import dev.redrive.store.Captured;
import dev.redrive.store.ClaimRequest;
import dev.redrive.store.Claimed;
import dev.redrive.store.Lease;
import dev.redrive.store.NewLetter;
import dev.redrive.store.Sequence;
import dev.redrive.store.Settled;
import dev.redrive.store.Settlement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The hot paths on SQLite, inside a transaction of the one writer. */
final class SqliteWriter {
    private static final String PUT_LETTER = "INSERT INTO dlq_letter (" + LetterRow.NAMES + ") VALUES ("
            + String.join(", ", Collections.nCopies(LetterRow.COLUMNS, "?")) + ")";
    private static final String PUT_KEY =
            "INSERT INTO dlq_capture_key (key, id) VALUES (?, ?) ON CONFLICT DO NOTHING";
    private static final String PUT_PATTERN = "INSERT INTO dlq_pattern (pattern) VALUES (?) ON CONFLICT DO NOTHING";
    private static final String DUE =
            "SELECT id FROM dlq_waiting WHERE blocked = 0 AND due_at <= ? ORDER BY due_at, id LIMIT ?";
    private static final String PROMOTE = "INSERT INTO dlq_ready (" + State.READY_NAMES + ") SELECT " + State.READY_NAMES
            + " FROM dlq_waiting WHERE id IN (" + DUE + ")";
    private static final String PROMOTED = "DELETE FROM dlq_waiting WHERE id IN (" + DUE + ")";
    private static final String READY_COLUMNS =
            "r.id, r.channel, r.priority, r.retry_count, r.max_retries, r.token, r.last_failed_at, r.updated_at, r.due_at";
    private static final int PROMOTE_AT_ONCE = 5000;
    private static final int KNOWN = 50_000;
    private static final Priority[] PRIORITIES = Priority.values();
    private static final Comparator<Picked> AS_CLAIMED = Comparator.<Picked, Priority>comparing(
                    p -> p.state().priority())
            .reversed()
            .thenComparing(p -> new LetterId(p.state().id()));

    private record Picked(LetterRow letter, State state) {}

    private final Sql sql;
    private final Known<UUID> traces = new Known<>(KNOWN);
    private final Known<UUID> causes = new Known<>(KNOWN);
    private final Known<String> patterns = new Known<>(KNOWN);

    SqliteWriter(Sql sql) {
        this.sql = sql;
    }

    Sql sql() {
        return sql;
    }

    void committed() {
        traces.committed();
        causes.committed();
        patterns.committed();
    }

    void rolledBack() {
        traces.rolledBack();
        causes.rolledBack();
        patterns.rolledBack();
    }

    // Capture

    List<Captured> capture(List<Prepared> batch, Instant now) throws SQLException {
        LetterTables tables = new LetterTables(sql, now);
        List<Captured> answers = new ArrayList<>(batch.size());
        List<Prepared> fresh = new ArrayList<>(batch.size());
        for (Prepared prepared : batch) {
            Optional<LetterId> known = known(prepared.letter());
            if (known.isEmpty()) fresh.add(prepared);
            answers.add(new Captured(known.orElse(prepared.letter().id()), known.isEmpty()));
        }
        sql.batch(PUT_LETTER, fresh, (p, out) -> LetterRow.write(p.letter(), p.payload(), p.trace(), out));
        Set<UUID> seen = new HashSet<>();
        for (Prepared prepared : fresh) putRest(prepared, tables, seen);
        for (UUID cause : seen) tables.regress(cause);
        tables.deltas().write(sql, 0);
        return answers;
    }

    private Optional<LetterId> known(NewLetter letter) throws SQLException {
        CaptureKey key = letter.key();
        if (key == null) return Optional.empty();
        int added = sql.update(PUT_KEY, in -> {
            in.id(key.value());
            in.id(letter.id().value());
        });
        if (added == 1) return Optional.empty();
        return sql.first(
                "SELECT id FROM dlq_capture_key WHERE key = ?",
                in -> in.id(key.value()),
                row -> new LetterId(row.id()));
    }

    private void putRest(Prepared prepared, LetterTables tables, Set<UUID> seen) throws SQLException {
        NewLetter letter = prepared.letter();
        UUID id = letter.id().value();
        UUID trace = prepared.trace().id();
        if (trace != null && traces.isNew(trace)) {
            tables.put(prepared.trace());
            traces.wrote(trace);
        }
        UUID cause = letter.fingerprint().id().value();
        if (causes.isNew(cause)) {
            tables.seen(letter.fingerprint(), letter.id().createdAt());
            causes.wrote(cause);
        } else {
            seen.add(cause);
            tables.deltas().seen(cause, letter.id().createdAt());
        }
        putPattern(letter.message().event().pattern());
        for (String tag : letter.tags()) tables.putTag(id, tag);
        tables.put(State.of(letter, tables.enter(letter.sequence(), id)));
        tables.deltas().add(prepared.kind(), letter.start().status(), 1);
    }

    private void putPattern(@Nullable String pattern) throws SQLException {
        if (pattern == null || !patterns.isNew(pattern)) return;
        sql.update(PUT_PATTERN, in -> in.text(pattern));
        patterns.wrote(pattern);
    }

    // Claim

    List<Claimed> claim(ClaimRequest request, Instant now) throws SQLException {
        recover(now);
        promote(now);
        Set<Picked> picked = new LinkedHashSet<>();
        if (request.oldest() > 0) pick(request, "r.id", request.oldest(), picked);
        pick(request, "r.priority DESC, r.id", request.limit(), picked);
        List<Picked> chosen =
                picked.stream().limit(request.limit()).sorted(AS_CLAIMED).toList();
        Instant until = now.plus(request.leaseTime());
        LetterTables tables = new LetterTables(sql, now);
        sql.batch("DELETE FROM dlq_ready WHERE id = ?", chosen, (p, out) -> out.id(p.state().id()));
        List<Claimed> claimed = new ArrayList<>(chosen.size());
        for (Picked p : chosen) {
            State lease = p.state().leased(request.worker(), now, until);
            Kind kind = Kind.of(p.letter().channel(), p.letter().failure(), p.letter().cause());
            tables.putLease(lease, kind, sequenceOf(p.letter()));
            claimed.add(Letters.claimed(p.letter(), lease));
        }
        return claimed;
    }

    private static @Nullable Sequence sequenceOf(LetterRow letter) {
        return Sequence.of(letter.channel(), letter.message(), letter.ordered());
    }

    void recover(Instant now) throws SQLException {
        record Lost(State lease, Kind kind) {}
        List<Lost> lost = sql.query(
                "SELECT " + State.LEASE_NAMES + " FROM dlq_lease WHERE lease_until <= ?",
                in -> in.int8(now.toEpochMilli()),
                row -> {
                    State lease = State.readLease(row);
                    return new Lost(lease, new Kind(lease.channel(), row.text(), row.number(), row.id()));
                });
        if (lost.isEmpty()) return;
        LetterTables tables = new LetterTables(sql, now);
        for (Lost one : lost) {
            if (tables.take(one.lease())) tables.loseLease(one.lease(), one.kind());
        }
        tables.deltas().write(sql, 0);
    }

    private void promote(Instant now) throws SQLException {
        Sql.Binder due = in -> {
            in.int8(now.toEpochMilli());
            in.int4(PROMOTE_AT_ONCE);
        };
        if (sql.update(PROMOTE, due) > 0) sql.update(PROMOTED, due);
    }

    private void pick(ClaimRequest request, String order, int limit, Set<Picked> into) throws SQLException {
        String ready = request.channels().isEmpty()
                ? "SELECT * FROM dlq_ready r ORDER BY " + order + " LIMIT " + limit
                : ofChannels(request.channels().get(), order, limit);
        if (ready.isEmpty()) return;
        String select = "SELECT " + LetterRow.SELECTED + ", " + READY_COLUMNS + " FROM (" + ready
                + ") r JOIN dlq_letter l ON l.id = r.id ORDER BY " + order;
        into.addAll(sql.query(
                select,
                in -> {
                    if (request.channels().isPresent())
                        for (String channel : request.channels().get()) in.text(channel);
                },
                row -> new Picked(LetterRow.read(row), readReady(row))));
    }

    /** Each channel's first letters come from its own range of the index, however many of other channels are due. */
    private static String ofChannels(Set<String> channels, String order, int limit) {
        if (channels.isEmpty()) return "";
        String one = "SELECT * FROM (SELECT * FROM dlq_ready r WHERE channel = ? ORDER BY " + order + " LIMIT " + limit + ")";
        return "SELECT * FROM (" + String.join(" UNION ALL ", Collections.nCopies(channels.size(), one)) + ") r ORDER BY "
                + order + " LIMIT " + limit;
    }

    private static State readReady(Columns row) throws SQLException {
        return new State(
                row.id(),
                row.text(),
                PRIORITIES[row.number()],
                row.number(),
                row.number(),
                row.number(),
                row.time(),
                row.time(),
                LetterStatus.PENDING,
                row.time(),
                false,
                null,
                null,
                null,
                null,
                null);
    }

    // Settle

    List<Settled> settle(List<Settlement> settlements, Instant now) throws SQLException {
        LetterTables tables = new LetterTables(sql, now);
        List<Settled> answers = new ArrayList<>(settlements.size());
        for (Settlement settlement : settlements) answers.add(settle(settlement, tables));
        tables.deltas().write(sql, 0);
        return answers;
    }

    private record Held(State lease, Kind kind, @Nullable Sequence sequence) {}

    private Settled settle(Settlement settlement, LetterTables tables) throws SQLException {
        LetterId id = settlement.lease().id();
        Optional<Held> held = sql.first(
                "DELETE FROM dlq_lease WHERE id = ? AND token = ? RETURNING " + State.LEASE_NAMES,
                in -> {
                    in.id(id.value());
                    in.int4(settlement.lease().token());
                },
                SqliteWriter::held);
        if (held.isEmpty()) return new Settled.LeaseLost(id);
        Held h = held.get();
        return new Settled.To(id, tables.settle(h.lease(), h.kind(), h.sequence(), settlement));
    }

    private static Held held(Columns row) throws SQLException {
        State lease = State.readLease(row);
        Kind kind = new Kind(lease.channel(), row.text(), row.number(), row.id());
        byte[] key = row.bytesOrNull();
        return new Held(lease, kind, key == null ? null : new Sequence(lease.channel(), Payload.of(key)));
    }

    Set<LetterId> renew(Collection<Lease> leases, Instant until) throws SQLException {
        Set<LetterId> held = new HashSet<>();
        for (Lease lease : leases) {
            int changed = sql.update("UPDATE dlq_lease SET lease_until = ? WHERE id = ? AND token = ?", in -> {
                in.int8(until.toEpochMilli());
                in.id(lease.id().value());
                in.int4(lease.token());
            });
            if (changed == 1) held.add(lease.id());
        }
        return held;
    }
}

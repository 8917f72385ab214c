package dev.redrive.jdbc.letters;

import dev.redrive.cause.CauseState;
import dev.redrive.cause.Fingerprint;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.decisions.DeleteResult;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.EditResult;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.decisions.MoveResult;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.streams.ReturnedLetter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What happens to single letters inside one transaction, the same on both databases. A letter is always found with one
 * look and then taken out of the table where it was seen; when somebody was faster, nothing was taken and the caller
 * looks again.
 */
public final class LetterTables {
    private static final String FIND_ALL = "SELECT " + LetterRow.SELECTED + ", " + StateRow.SELECTED
            + " FROM dlq_letter l" + StateRow.JOINS + LetterRow.JOINS + "WHERE ";
    private static final String FIND = FIND_ALL + "l.id = ?";
    private static final int FIND_AT_ONCE = 100;
    static final String PUT_READY =
            "INSERT INTO dlq_ready (" + StateRow.READY_NAMES + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
    static final String PUT_WAITING =
            "INSERT INTO dlq_waiting (" + StateRow.WAITING_NAMES + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final String PUT_LEASE = "INSERT INTO dlq_lease (" + LeaseRow.SELECTED
            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    public static final String PUT_SETTLED = "INSERT INTO dlq_settled (" + StateRow.SETTLED_NAMES
            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    public static final String PUT_ATTEMPT =
            "INSERT INTO dlq_attempt (" + AttemptRow.NAMES + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    /** A letter may move within the table, or leave and come back, so it is taken only as it was seen. */
    private static final String TAKE_READY = "DELETE FROM dlq_ready WHERE id = ? AND token = ? AND updated_at = ?";

    private static final String TAKE_WAITING = "DELETE FROM dlq_waiting WHERE id = ? AND token = ? AND updated_at = ?";
    private static final String TAKE_SETTLED =
            "DELETE FROM dlq_settled WHERE id = ? AND token = ? AND status = ? AND updated_at = ?";

    private static final String PUT_TRACE = "INSERT INTO dlq_trace (id, frames) VALUES (?, ?) ON CONFLICT DO NOTHING";
    private static final String PUT_CAUSE = """
            INSERT INTO dlq_cause (id, version, type, frames, message, state, first_seen)
            VALUES (?, ?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING""";
    private static final String REGRESS = "UPDATE dlq_cause SET state = ? WHERE id = ? AND state = ?";
    private static final String PUT_EDIT = """
            INSERT INTO dlq_edit (id, version, edited_at, edited_by, notes, payload, payload_form, headers, priority, tags,
                completeness)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    /** A letter mostly fails as it did before, and then nothing is written. */
    static final String PUT_LAST_FAILURE = """
            INSERT INTO dlq_last_failure (id, cause_id, error_type) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET cause_id = excluded.cause_id, error_type = excluded.error_type
            WHERE dlq_last_failure.cause_id <> excluded.cause_id OR dlq_last_failure.error_type <> excluded.error_type""";

    private static final String SET_CONTENT = """
            UPDATE dlq_letter SET payload = ?, payload_form = ?, payload_size = ?, headers = ?, priority = ?, tags = ?,
                edit_version = ?, completeness = ?, sealed = ? WHERE id = ? AND edit_version = ?""";

    /** A letter and where it stands, from one look. */
    public record Found(LetterRow letter, StateRow state) {
        CounterKey kind() {
            return letter.kind();
        }

        @Nullable
        public Sequence sequence() {
            return Sequence.of(letter.channel(), letter.message(), letter.ordered());
        }
    }

    private final Sql sql;
    private final Instant now;
    private final CounterDeltas deltas = new CounterDeltas();

    public LetterTables(Sql sql, Instant now) {
        this.sql = sql;
        this.now = now;
    }

    public CounterDeltas deltas() {
        return deltas;
    }

    public Optional<Found> find(UUID id) throws SQLException {
        return sql.first(FIND, in -> in.id(id), row -> new Found(LetterRow.read(row), StateRow.read(row)));
    }

    /** Those of a few letters that are there. */
    public Map<UUID, Found> findAll(List<UUID> ids) throws SQLException {
        Map<UUID, Found> found = new HashMap<>();
        for (int from = 0; from < ids.size(); from += FIND_AT_ONCE) {
            Condition some = Condition.in("l.id", ids.subList(from, Math.min(ids.size(), from + FIND_AT_ONCE)));
            sql.query(FIND_ALL + some.sql(), some::bind, row -> new Found(LetterRow.read(row), StateRow.read(row)))
                    .forEach(one -> found.put(one.letter().id(), one));
        }
        return found;
    }

    /** The oldest letters in this status that were last changed at that time or before. */
    List<LetterId> settledBefore(LetterStatus status, Instant time, int limit) throws SQLException {
        return sql.query(
                """
                SELECT id FROM dlq_settled WHERE status = ? AND id < ? AND updated_at <= ? ORDER BY id LIMIT ?""",
                in -> {
                    in.int2(status.ordinal());
                    in.id(LetterId.firstAt(time.plusMillis(1)).value());
                    in.int8(time.toEpochMilli());
                    in.int4(limit);
                },
                row -> new LetterId(row.id()));
    }

    // Taking and putting

    /** False when somebody else moved the letter between our look and our write. */
    public boolean take(StateRow state) throws SQLException {
        return switch (state.status()) {
            case RETRYING ->
                sql.update("DELETE FROM dlq_lease WHERE id = ? AND token = ?", in -> {
                            in.id(state.id());
                            in.int4(state.token());
                        })
                        == 1;
            case PENDING ->
                sql.update(TAKE_READY, in -> asSeen(state, in)) == 1
                        || sql.update(TAKE_WAITING, in -> asSeen(state, in)) == 1;
            default ->
                sql.update(TAKE_SETTLED, in -> {
                            in.id(state.id());
                            in.int4(state.token());
                            in.int2(state.status().ordinal());
                            in.int8(state.updatedAt().toEpochMilli());
                        })
                        == 1;
        };
    }

    private static void asSeen(StateRow state, ColumnSink in) throws SQLException {
        in.id(state.id());
        in.int4(state.token());
        in.int8(state.updatedAt().toEpochMilli());
    }

    public void put(StateRow state) throws SQLException {
        putAll(List.of(state));
    }

    public void putAll(List<StateRow> states) throws SQLException {
        List<StateRow> ready = new ArrayList<>(states.size());
        List<StateRow> waiting = new ArrayList<>();
        List<StateRow> settled = new ArrayList<>();
        for (StateRow state : states) {
            if (state.status() != LetterStatus.PENDING) settled.add(state);
            else if (state.blocked() || Objects.requireNonNull(state.dueAt()).isAfter(now)) waiting.add(state);
            else ready.add(state);
        }
        if (sql.dialect() == SqlDialect.POSTGRESQL) {
            QueuedLetters queued = QueuedLetters.of(sql);
            queued.addReady(ready);
            queued.addWaiting(waiting);
        }
        sql.batch(PUT_READY, ready, StateRow::writeReady);
        sql.batch(PUT_WAITING, waiting, StateRow::writeWaiting);
        sql.batch(PUT_SETTLED, settled, StateRow::writeSettled);
    }

    private void putLease(StateRow state, CounterKey kind, @Nullable Sequence sequence, @Nullable StateRow back)
            throws SQLException {
        byte[] key = sequence == null ? null : sequence.key().bytes();
        Instant backDue = back == null ? null : back.dueAt();
        sql.update(PUT_LEASE, out -> {
            state.writeLease(out, kind, key);
            out.int2OrNull(back == null ? null : back.status().ordinal());
            out.int8(backDue == null ? null : backDue.toEpochMilli());
        });
    }

    public void put(AttemptRow attempt) throws SQLException {
        sql.update(PUT_ATTEMPT, attempt::write);
    }

    public void put(StoredTrace trace) throws SQLException {
        if (trace.id() == null) return;
        sql.update(PUT_TRACE, out -> {
            out.id(trace.id());
            out.text(trace.frames());
        });
    }

    /** Notes that a cause was seen, for the first time or again after it had been resolved. */
    public void seen(Fingerprint fingerprint, Instant time) throws SQLException {
        put(fingerprint, time);
        regress(fingerprint.id().value());
        deltas.seen(fingerprint.id().value(), time);
    }

    public void put(Fingerprint fingerprint, Instant time) throws SQLException {
        sql.update(PUT_CAUSE, out -> {
            out.id(fingerprint.id().value());
            out.int4(fingerprint.version());
            out.text(fingerprint.type());
            out.text(String.join("\n", fingerprint.frames()));
            out.text(fingerprint.message());
            out.int8(time.toEpochMilli());
        });
    }

    public void regress(UUID cause) throws SQLException {
        sql.update(REGRESS, out -> {
            out.int2(CauseState.REGRESSED.ordinal());
            out.id(cause);
            out.int2(CauseState.RESOLVED.ordinal());
        });
    }

    // Sequences

    /** Lines a letter up; true when it has to wait behind another one. */
    public boolean enter(@Nullable Sequence sequence, UUID id) throws SQLException {
        if (sequence == null) return false;
        boolean others = sql.first(
                        "SELECT 1 FROM dlq_sequence WHERE channel = ? AND key = ? LIMIT 1",
                        in -> name(in, sequence),
                        Columns::number)
                .isPresent();
        sql.update("INSERT INTO dlq_sequence (channel, key, id, holder) VALUES (?, ?, ?, ?)", in -> {
            name(in, sequence);
            in.id(id);
            in.int2(others ? 0 : 1);
        });
        return others;
    }

    /** Takes a closed letter out of its sequence; the next one may go. */
    public void leave(@Nullable Sequence sequence, UUID id) throws SQLException {
        if (sequence == null) return;
        boolean held = sql.first(
                        "DELETE FROM dlq_sequence WHERE channel = ? AND key = ? AND id = ? RETURNING holder",
                        in -> {
                            name(in, sequence);
                            in.id(id);
                        },
                        Columns::number)
                .filter(holder -> holder == 1)
                .isPresent();
        if (!held) return;
        Optional<UUID> next = sql.first(
                "SELECT id FROM dlq_sequence WHERE channel = ? AND key = ? ORDER BY id LIMIT 1",
                in -> name(in, sequence),
                Columns::id);
        if (next.isPresent()) promote(sequence, next.get());
    }

    private void promote(Sequence sequence, UUID next) throws SQLException {
        sql.update("UPDATE dlq_sequence SET holder = 1 WHERE channel = ? AND key = ? AND id = ?", in -> {
            name(in, sequence);
            in.id(next);
        });
        List<StateRow> due = sql.query(
                "DELETE FROM dlq_waiting WHERE id = ? AND due_at <= ? RETURNING " + StateRow.READY_NAMES,
                in -> {
                    in.id(next);
                    in.int8(now.toEpochMilli());
                },
                StateRow::readReady);
        if (due.isEmpty()) sql.update("UPDATE dlq_waiting SET blocked = 0 WHERE id = ?", in -> in.id(next));
        else putAll(due);
    }

    /** The letter that holds the sequence while this one waits in it. */
    Optional<UUID> ahead(@Nullable Sequence sequence, UUID id) throws SQLException {
        if (sequence == null) return Optional.empty();
        return sql.first(
                """
                SELECT h.id FROM dlq_sequence m
                JOIN dlq_sequence h ON h.channel = m.channel AND h.key = m.key AND h.holder = 1
                WHERE m.channel = ? AND m.key = ? AND m.id = ? AND m.holder = 0""",
                in -> {
                    name(in, sequence);
                    in.id(id);
                },
                Columns::id);
    }

    private static void name(ColumnSink in, Sequence sequence) throws SQLException {
        in.text(sequence.channel());
        in.bytes(sequence.key().bytes());
    }

    // Attempts

    /** Empty when somebody else was faster. */
    public Optional<ClaimResult> claim(Found found, String worker, Duration time) throws SQLException {
        return claim(found, worker, time, null);
    }

    private Optional<ClaimResult> claim(Found found, String worker, Duration time, @Nullable StateRow back)
            throws SQLException {
        StateRow state = found.state();
        if (state.status().after(Move.CLAIM).isEmpty())
            return Optional.of(new ClaimResult.NotAllowed(state.status(), state.leaseUntil()));
        Completeness completeness = found.letter().message().completeness();
        if (!completeness.isWhole()) return Optional.of(new ClaimResult.NotWhole(completeness));
        Optional<UUID> ahead = ahead(found.sequence(), state.id());
        if (ahead.isPresent()) return Optional.of(new ClaimResult.Blocked(new LetterId(ahead.get())));
        if (!take(state)) return Optional.empty();
        keepAttemptOf(state);
        StateRow leased = state.leased(worker, now, now.plus(time));
        putLease(leased, found.kind(), found.sequence(), back);
        deltas.move(found.kind(), state.status(), LetterStatus.RETRYING);
        return Optional.of(
                new ClaimResult.Leased(LetterMapper.claimed(found.letter(), leased), state.status(), state.dueAt()));
    }

    /** As it was wished for, or how it stands instead; empty when somebody else was faster. */
    public Optional<ClaimResult> claim(Found found, ExpectedLetter wish, String worker, Duration time)
            throws SQLException {
        StateRow state = found.state();
        int version = found.letter().version();
        boolean asWished =
                state.status() == wish.status() && state.token() == wish.attempt() && version == wish.version();
        if (!asWished && state.status() != LetterStatus.RETRYING)
            return Optional.of(new ClaimResult.Changed(state.status(), state.token(), version));
        return claim(found, worker, time, state);
    }

    /** A worker did not come back: the attempt counts, and the letter is where it was, due again, or failed. */
    public void lose(LeaseRow gone) throws SQLException {
        StateRow lease = gone.lease();
        Instant until = Objects.requireNonNull(lease.leaseUntil());
        Instant started = Objects.requireNonNull(lease.startedAt());
        Attempt lost = new Attempt(
                lease.token(),
                started,
                Duration.between(started, until),
                Objects.requireNonNull(lease.worker()),
                "unknown",
                Attempt.Result.LEASE_LOST,
                null);
        put(new AttemptRow(lease.id(), lost, null, List.of()));
        LetterStatus last = lease.retryCount() >= lease.maxRetries() ? LetterStatus.FAILED : LetterStatus.PENDING;
        LetterStatus to = gone.backTo() == null ? last : gone.backTo();
        if (to == LetterStatus.PENDING) {
            put(lease.pending(now, gone.backDue() == null ? until : gone.backDue(), false));
        } else {
            put(lease.settled(to, now, null));
            deltas.move(gone.kind(), LetterStatus.RETRYING, to);
        }
    }

    /** Writes the end of an attempt whose lease was just taken out of its table; returns the new status. */
    public LetterStatus settle(StateRow lease, CounterKey kind, @Nullable Sequence sequence, Settlement settlement)
            throws SQLException {
        Settlement.Outcome outcome = settlement.outcome();
        LetterStatus to = LetterStatus.RETRYING.after(outcome.move()).orElseThrow();
        if (outcome instanceof Settlement.Succeeded done) {
            put(lease.settled(to, now, new Resolution(now, done.how(), done.by(), null))
                    .by(attemptOf(lease, settlement, Attempt.Result.SUCCEEDED, null)));
            deltas.move(kind, LetterStatus.RETRYING, to);
            leave(sequence, lease.id());
        } else if (outcome instanceof Settlement.Sent sent) {
            attempt(lease, settlement, Attempt.Result.SENT);
            put(lease.settled(to, now, null).withReceipt(sent.receipt()));
            deltas.move(kind, LetterStatus.RETRYING, to);
        } else if (outcome instanceof Settlement.Failed failed) {
            StateRow after = lease.failedAt(now);
            failed(after, kind, attemptOf(lease, settlement, Attempt.Result.FAILED, failed.failure()), failed);
            putFailed(after, failed, to, false);
            count(after, kind, to, failed);
        } else if (outcome instanceof Settlement.Released released) {
            put(lease.pending(now, released.at(), false).withRetries(lease.retryCount() - 1, lease.maxRetries()));
        } else if (outcome instanceof Settlement.PutBack back) {
            put(lease.putBack(back, now));
            deltas.move(kind, LetterStatus.RETRYING, to);
        }
        return to;
    }

    private void attempt(StateRow lease, Settlement settlement, Attempt.Result result) throws SQLException {
        put(new AttemptRow(lease.id(), attemptOf(lease, settlement, result, null), null, List.of()));
    }

    public static Attempt attemptOf(
            StateRow lease, Settlement settlement, Attempt.Result result, @Nullable Failure failure) {
        return new Attempt(
                lease.token(),
                Objects.requireNonNull(lease.startedAt()),
                settlement.took(),
                Objects.requireNonNull(lease.worker()),
                settlement.strategy(),
                result,
                failure);
    }

    /** The attempt keeps the failure; the letter stays as it is. */
    private void failed(StateRow letter, CounterKey kind, Attempt attempt, Settlement.Failed why) throws SQLException {
        Failure failure = why.failure();
        StoredTrace trace = StoredTrace.of(failure.stackTrace(), now);
        put(trace);
        put(new AttemptRow(letter.id(), attempt, trace.id(), trace.messages()));
        seen(why.fingerprint(), now);
        putLastFailure(letter, kind, why);
    }

    private void putLastFailure(StateRow letter, CounterKey kind, Settlement.Failed why) throws SQLException {
        UUID cause = why.fingerprint().id().value();
        String type = why.failure().type();
        boolean asCaptured = cause.equals(kind.cause()) && type.equals(kind.errorType());
        if (!asCaptured) {
            sql.update(PUT_LAST_FAILURE, out -> {
                out.id(letter.id());
                out.id(cause);
                out.text(type);
            });
        } else if (letter.token() > 1) {
            sql.update("DELETE FROM dlq_last_failure WHERE id = ?", in -> in.id(letter.id()));
        }
    }

    private void putFailed(StateRow letter, Settlement.Failed why, LetterStatus to, boolean behind)
            throws SQLException {
        put(
                why instanceof Settlement.Retry retry
                        ? letter.pending(now, retry.at(), behind)
                        : letter.settled(to, now, null));
    }

    /** It is counted under the failure that made it, but may fail with another cause from now on. */
    private void count(StateRow before, CounterKey kind, LetterStatus to, Settlement.Failed why) {
        deltas.add(kind, before.status(), -1);
        deltas.add(kind.failingWith(why.fingerprint().id().value()), to, 1);
    }

    // Come-backs

    /** Takes a letter back that failed at its consumer; empty when the news is old or it does not wait for any. */
    public Optional<LetterStatus> comeBack(ReturnedLetter back) throws SQLException {
        while (true) {
            Optional<Found> found = find(back.id().value());
            if (found.isEmpty()) return Optional.empty();
            StateRow state = found.get().state();
            if (!back.isNewsTo(state.status(), state.token())) return Optional.empty();
            if (take(state))
                return Optional.of(
                        comeBack(found.get(), back.of(found.get().letter().message())));
        }
    }

    private LetterStatus comeBack(Found found, ReturnedLetter back) throws SQLException {
        StateRow before = found.state();
        StateRow after = before.cameBack(now);
        LetterStatus to = before.status().after(back.move()).orElseThrow();
        if (before.status() == LetterStatus.RETRYING) keepSending(before);
        else keepAttemptOf(before);
        boolean behind = before.status().isOpen()
                ? ahead(found.sequence(), before.id()).isPresent()
                : enter(found.sequence(), before.id());
        failed(
                after,
                found.kind(),
                Attempt.cameBack(after.token(), back.failedAt(), back.outcome().failure()),
                back.outcome());
        putFailed(after, back.outcome(), to, behind);
        count(before, found.kind(), to, back.outcome());
        return to;
    }

    /** The attempt that resolved a letter stands with its resolution until the letter leaves there. */
    private void keepAttemptOf(StateRow settled) throws SQLException {
        if (settled.tried() != null) put(new AttemptRow(settled.id(), settled.tried(), null, List.of()));
    }

    /** Its worker has not said so yet, but it must have sent the letter. */
    private void keepSending(StateRow lease) throws SQLException {
        Instant started = Objects.requireNonNull(lease.startedAt());
        Attempt sent = new Attempt(
                lease.token(),
                started,
                Duration.between(started, now),
                Objects.requireNonNull(lease.worker()),
                "unknown",
                Attempt.Result.SENT,
                null);
        put(new AttemptRow(lease.id(), sent, null, List.of()));
    }

    // Orders

    /** Empty when somebody else was faster. */
    public Optional<MoveResult> move(Found found, ManualMove order) throws SQLException {
        StateRow state = found.state();
        Optional<LetterStatus> to = state.status().after(order.move());
        if (to.isEmpty() || !order.concerns(state.receipt()))
            return Optional.of(new MoveResult.NotAllowed(state.status(), state.leaseUntil()));
        Completeness completeness = found.letter().message().completeness();
        if (to.get() == LetterStatus.PENDING && !completeness.isWhole())
            return Optional.of(new MoveResult.NotWhole(completeness));
        if (!take(state)) return Optional.empty();
        boolean closes = state.status().isOpen() && !to.get().isOpen();
        boolean opens = !state.status().isOpen() && to.get().isOpen();
        boolean behind = opens
                ? enter(found.sequence(), state.id())
                : ahead(found.sequence(), state.id()).isPresent();
        StateRow moved = moved(state, to.get(), order, behind);
        if (to.get() == LetterStatus.PENDING) keepAttemptOf(state);
        put(moved);
        if (closes) leave(found.sequence(), state.id());
        deltas.move(found.kind(), state.status(), to.get());
        return Optional.of(new MoveResult.To(state.channel(), state.status(), to.get()));
    }

    private StateRow moved(StateRow state, LetterStatus to, ManualMove order, boolean behind) {
        if (to != LetterStatus.PENDING)
            return state.settled(
                    to, now, to.isOpen() ? null : new Resolution(now, order.how(), order.by(), order.notes()));
        StateRow pending = state.pending(now, now, behind);
        if (order.move() == Move.RESET) return pending.withRetries(0, state.maxRetries());
        return pending.withRetries(state.retryCount(), Math.max(state.maxRetries(), state.retryCount() + 1));
    }

    /** Empty when somebody else was faster. */
    public Optional<EditResult> edit(Found found, int expectedVersion, Edit edit) throws SQLException {
        StateRow state = found.state();
        LetterRow letter = found.letter();
        if (state.status() == LetterStatus.RETRYING || !state.status().isOpen())
            return Optional.of(new EditResult.NotAllowed(state.status()));
        if (letter.version() != expectedVersion) return Optional.of(new EditResult.Outdated(letter.version()));
        if (!take(state)) return Optional.empty();
        if (letter.version() == 0) {
            Instant created = new LetterId(letter.id()).createdAt();
            putVersion(letter, 0, created, null, null, letter.priority(), letter.tags());
        }
        Priority priority = edit.priority() == null ? letter.priority() : edit.priority();
        List<String> tags = edit.tags() == null ? letter.tags() : List.copyOf(edit.tags());
        LetterRow edited = withContent(letter, edit);
        int version = expectedVersion + 1;
        putVersion(edited, version, now, edit.by(), edit.notes(), priority, tags);
        setContent(edited, priority, tags, expectedVersion);
        setTags(letter.id(), tags);
        StateRow after = state.with(priority, now);
        boolean waits =
                state.status() == LetterStatus.PENDING && !edited.message().isWhole();
        put(waits ? after.settled(LetterStatus.MANUAL, now, null) : after);
        if (waits) deltas.move(found.kind(), LetterStatus.PENDING, LetterStatus.MANUAL);
        return Optional.of(new EditResult.As(version));
    }

    private static LetterRow withContent(LetterRow letter, Edit edit) {
        return new LetterRow(
                letter.id(),
                letter.channel(),
                edit.in(letter.message()),
                letter.failure(),
                letter.traceId(),
                letter.traceMessages(),
                letter.cause(),
                letter.lastFailure(),
                letter.lastCause(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                letter.captureKey(),
                letter.firstFailedAt(),
                letter.version());
    }

    private void setContent(LetterRow letter, Priority priority, List<String> tags, int expectedVersion)
            throws SQLException {
        ColumnCodec.Packed payload = ColumnCodec.pack(letter.message().payload());
        sql.update(SET_CONTENT, out -> {
            out.bytes(payload.bytes);
            out.int2(payload.form);
            out.int4(payload.size);
            out.bytes(ColumnCodec.headers(letter.message().headers()));
            out.int2(priority.ordinal());
            out.text(ColumnCodec.tags(tags));
            out.int4(expectedVersion + 1);
            out.int2(letter.message().completeness().ordinal());
            out.bytes(LetterRow.sealed(letter.message()));
            out.id(letter.id());
            out.int4(expectedVersion);
        });
    }

    private void putVersion(
            LetterRow letter,
            int number,
            Instant time,
            @Nullable String by,
            @Nullable String notes,
            Priority priority,
            List<String> tags)
            throws SQLException {
        ColumnCodec.Packed payload = ColumnCodec.pack(letter.message().payload());
        sql.update(PUT_EDIT, out -> {
            out.id(letter.id());
            out.int4(number);
            out.int8(time.toEpochMilli());
            out.text(by);
            out.text(notes);
            out.bytes(payload.bytes);
            out.int2(payload.form);
            out.bytes(ColumnCodec.headers(letter.message().headers()));
            out.int2(priority.ordinal());
            out.text(ColumnCodec.tags(tags));
            out.int2(letter.message().completeness().ordinal());
        });
    }

    private void setTags(UUID id, List<String> tags) throws SQLException {
        sql.update("DELETE FROM dlq_tag WHERE id = ?", in -> in.id(id));
        for (String tag : tags) CaptureTables.insertTag(sql, id, tag);
    }

    /** Empty when somebody else was faster. */
    public Optional<DeleteResult> delete(Found found) throws SQLException {
        StateRow state = found.state();
        if (state.status() == LetterStatus.RETRYING)
            return Optional.of(new DeleteResult.Leased(Objects.requireNonNull(state.leaseUntil())));
        if (!take(state)) return Optional.empty();
        if (state.status().isOpen()) leave(found.sequence(), state.id());
        for (String table : List.of("dlq_letter", "dlq_attempt", "dlq_last_failure", "dlq_tag", "dlq_edit"))
            sql.update("DELETE FROM " + table + " WHERE id = ?", in -> in.id(state.id()));
        UUID key = found.letter().captureKey();
        if (key != null) sql.update("DELETE FROM dlq_capture_key WHERE key = ?", in -> in.id(key));
        deltas.add(found.kind(), state.status(), -1);
        return Optional.of(new DeleteResult.Gone());
    }
}

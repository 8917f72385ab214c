package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.leases.Settlement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a letter stands, as it is in one of the four state tables. */
public record StateRow(
        UUID id,
        String channel,
        Priority priority,
        int retryCount,
        int maxRetries,
        int token,
        Instant lastFailedAt,
        Instant updatedAt,
        LetterStatus status,
        @Nullable Instant dueAt,
        boolean blocked,
        @Nullable String worker,
        @Nullable Instant startedAt,
        @Nullable Instant leaseUntil,
        @Nullable Resolution resolution,
        @Nullable String receipt,
        @Nullable Attempt tried) {

    public static final String READY_NAMES =
            "id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at";
    public static final String WAITING_NAMES = READY_NAMES + ", blocked";
    public static final String LEASE_NAMES =
            "id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, worker, started_at,"
                    + " lease_until, error_type, category, cause_id, last_cause_id, sequence_key";
    public static final String SETTLED_NAMES =
            "id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, status, resolution_time,"
                    + " resolution_how, resolved_by, notes, receipt, started_at, took, worker, strategy";

    /** The state of the letter {@code l}, found wherever it is; {@link #JOINS} goes with it. */
    static final String SELECTED = """
            l.id, l.channel, l.priority,
            COALESCE(r.retry_count, w.retry_count, e.retry_count, s.retry_count),
            COALESCE(r.max_retries, w.max_retries, e.max_retries, s.max_retries),
            COALESCE(r.token, w.token, e.token, s.token),
            COALESCE(r.last_failed_at, w.last_failed_at, e.last_failed_at, s.last_failed_at),
            COALESCE(r.updated_at, w.updated_at, e.updated_at, s.updated_at),
            CASE WHEN s.id IS NOT NULL THEN s.status WHEN e.id IS NOT NULL THEN 1 ELSE 0 END,
            COALESCE(r.due_at, w.due_at), w.blocked, e.worker, e.started_at, e.lease_until,
            s.resolution_time, s.resolution_how, s.resolved_by, s.notes, s.receipt, s.started_at, s.took, s.worker,
            s.strategy""";

    static final String JOINS = """

            LEFT JOIN dlq_ready r ON r.id = l.id
            LEFT JOIN dlq_waiting w ON w.id = l.id
            LEFT JOIN dlq_lease e ON e.id = l.id
            LEFT JOIN dlq_settled s ON s.id = l.id
            """;

    private static final LetterStatus[] STATUSES = LetterStatus.values();
    private static final Priority[] PRIORITIES = Priority.values();
    private static final Resolution.How[] HOWS = Resolution.How.values();

    public static StateRow of(NewLetter letter, boolean blocked) {
        NewLetter.Start start = letter.start();
        Instant created = letter.id().createdAt();
        return new StateRow(
                letter.id().value(),
                letter.channel(),
                letter.priority(),
                start.retryCount(),
                start.maxRetries(),
                0,
                created,
                created,
                start.status(),
                start.dueAt(),
                blocked && start.status() == LetterStatus.PENDING,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    public static StateRow of(ImportedLetter adopted, NewLetter letter, boolean blocked) {
        return of(letter, blocked).changed(draft -> {
            draft.token = adopted.token();
            draft.lastFailedAt = adopted.letter().standing().lastFailedAt();
            draft.updatedAt = adopted.letter().standing().updatedAt();
            draft.resolution = adopted.resolution();
            draft.receipt = adopted.receipt();
        });
    }

    static StateRow read(Columns in) throws SQLException {
        UUID id = in.id();
        String channel = in.text();
        Priority priority = PRIORITIES[in.number()];
        int retryCount = in.number();
        int maxRetries = in.number();
        int token = in.number();
        Instant lastFailedAt = in.time();
        Instant updatedAt = in.time();
        LetterStatus status = STATUSES[in.number()];
        Instant dueAt = in.timeOrNull();
        boolean blocked = in.number() == 1;
        String worker = in.textOrNull();
        Instant startedAt = in.timeOrNull();
        Instant leaseUntil = in.timeOrNull();
        Instant resolved = in.timeOrNull();
        Integer how = in.numberOrNull();
        String by = in.textOrNull();
        String notes = in.textOrNull();
        Resolution resolution = resolved == null || how == null ? null : new Resolution(resolved, HOWS[how], by, notes);
        return new StateRow(
                id,
                channel,
                priority,
                retryCount,
                maxRetries,
                token,
                lastFailedAt,
                updatedAt,
                status,
                dueAt,
                blocked,
                worker,
                startedAt,
                leaseUntil,
                resolution,
                in.textOrNull(),
                tried(token, in));
    }

    private static @Nullable Attempt tried(int token, Columns in) throws SQLException {
        Instant started = in.timeOrNull();
        long took = in.big();
        String worker = in.textOrNull();
        String strategy = in.textOrNull();
        if (started == null || worker == null || strategy == null) return null;
        return new Attempt(token, started, Duration.ofMillis(took), worker, strategy, Attempt.Result.SUCCEEDED, null);
    }

    /** The first columns of a row of {@code dlq_lease}, in the order of {@link #LEASE_NAMES}. */
    public static StateRow readLease(Columns in) throws SQLException {
        return new StateRow(
                in.id(),
                in.text(),
                PRIORITIES[in.number()],
                in.number(),
                in.number(),
                in.number(),
                in.time(),
                in.time(),
                LetterStatus.RETRYING,
                null,
                false,
                in.text(),
                in.time(),
                in.time(),
                null,
                null,
                null);
    }

    /** A row of {@code dlq_ready}, in the order of {@link #READY_NAMES}. */
    static StateRow readReady(Columns in) throws SQLException {
        return new StateRow(
                in.id(),
                in.text(),
                PRIORITIES[in.number()],
                in.number(),
                in.number(),
                in.number(),
                in.time(),
                in.time(),
                LetterStatus.PENDING,
                in.time(),
                false,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    public void writeReady(ColumnSink out) throws SQLException {
        writeShared(out);
        out.int8(Objects.requireNonNull(dueAt).toEpochMilli());
    }

    public void writeWaiting(ColumnSink out) throws SQLException {
        writeReady(out);
        out.int2(blocked ? 1 : 0);
    }

    void writeLease(ColumnSink out, CounterKey kind, byte @Nullable [] sequenceKey) throws SQLException {
        writeShared(out);
        out.text(worker);
        out.int8(LetterRow.millis(startedAt));
        out.int8(LetterRow.millis(leaseUntil));
        out.text(kind.errorType());
        out.int2(kind.category());
        out.id(kind.cause());
        out.id(kind.lastCause());
        out.bytes(sequenceKey);
    }

    public void writeSettled(ColumnSink out) throws SQLException {
        writeShared(out);
        out.int2(status.ordinal());
        out.int8(resolution == null ? null : resolution.time().toEpochMilli());
        out.int2OrNull(resolution == null ? null : resolution.how().ordinal());
        out.text(resolution == null ? null : resolution.by());
        out.text(resolution == null ? null : resolution.notes());
        out.text(receipt);
        out.int8(tried == null ? null : tried.startedAt().toEpochMilli());
        out.int8(tried == null ? null : tried.took().toMillis());
        out.text(tried == null ? null : tried.worker());
        out.text(tried == null ? null : tried.strategy());
    }

    private void writeShared(ColumnSink out) throws SQLException {
        out.id(id);
        out.text(channel);
        out.int2(priority.ordinal());
        out.int4(retryCount);
        out.int4(maxRetries);
        out.int4(token);
        out.int8(lastFailedAt.toEpochMilli());
        out.int8(updatedAt.toEpochMilli());
    }

    LetterState standing(Instant firstFailedAt, @Nullable UUID blockedBy, int version) {
        return new LetterState(
                status,
                retryCount,
                maxRetries,
                token,
                dueAt,
                worker,
                startedAt,
                leaseUntil,
                firstFailedAt,
                lastFailedAt,
                updatedAt,
                receipt,
                resolution,
                blockedBy == null ? null : new LetterId(blockedBy),
                version);
    }

    // What may become of it. Each is a copy in which a few things differ.

    StateRow pending(Instant now, Instant due, boolean behind) {
        return changed(draft -> {
            draft.moveTo(LetterStatus.PENDING, now);
            draft.dueAt = due;
            draft.blocked = behind;
            draft.tried = null;
        });
    }

    public StateRow settled(LetterStatus to, Instant now, @Nullable Resolution how) {
        return changed(draft -> {
            draft.moveTo(to, now);
            draft.resolution = how;
        });
    }

    public StateRow leased(String by, Instant now, Instant until) {
        return changed(draft -> {
            draft.moveTo(LetterStatus.RETRYING, now);
            draft.retryCount++;
            draft.token++;
            draft.worker = by;
            draft.startedAt = now;
            draft.leaseUntil = until;
            draft.tried = null;
        });
    }

    /** A lease whose letter was not tried: it stands as before, but for the token, which was used. */
    public StateRow putBack(Settlement.PutBack back, Instant now) {
        Instant due = back.dueAt();
        StateRow before = due == null ? settled(back.status(), now, null) : pending(now, due, false);
        return before.withRetries(retryCount - 1, maxRetries);
    }

    StateRow withRetries(int count, int max) {
        return changed(draft -> {
            draft.retryCount = count;
            draft.maxRetries = max;
        });
    }

    StateRow failedAt(Instant time) {
        return changed(draft -> draft.lastFailedAt = time);
    }

    /** Tried once more, at its consumer and without a claim: the retry that sent it was counted when it began. */
    StateRow cameBack(Instant now) {
        return changed(draft -> {
            draft.token++;
            draft.lastFailedAt = now;
            draft.tried = null;
        });
    }

    StateRow withReceipt(String value) {
        return changed(draft -> draft.receipt = value);
    }

    /** Resolved by this attempt. */
    public StateRow by(Attempt attempt) {
        return changed(draft -> draft.tried = attempt);
    }

    StateRow with(Priority value, Instant now) {
        return changed(draft -> {
            draft.priority = value;
            draft.updatedAt = now;
        });
    }

    private StateRow changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.done();
    }

    /** A copy that can still be changed. */
    private static final class Draft {
        private final StateRow from;
        Priority priority;
        int retryCount;
        int maxRetries;
        int token;
        Instant lastFailedAt;
        Instant updatedAt;
        LetterStatus status;

        @Nullable
        Instant dueAt;

        boolean blocked;

        @Nullable
        String worker;

        @Nullable
        Instant startedAt;

        @Nullable
        Instant leaseUntil;

        @Nullable
        Resolution resolution;

        @Nullable
        String receipt;

        @Nullable
        Attempt tried;

        Draft(StateRow from) {
            this.from = from;
            priority = from.priority;
            retryCount = from.retryCount;
            maxRetries = from.maxRetries;
            token = from.token;
            lastFailedAt = from.lastFailedAt;
            updatedAt = from.updatedAt;
            status = from.status;
            dueAt = from.dueAt;
            blocked = from.blocked;
            worker = from.worker;
            startedAt = from.startedAt;
            leaseUntil = from.leaseUntil;
            resolution = from.resolution;
            receipt = from.receipt;
            tried = from.tried;
        }

        /** Nothing of what belonged to the place where it was goes along, but for the attempt that resolved it. */
        void moveTo(LetterStatus to, Instant now) {
            status = to;
            updatedAt = now;
            dueAt = null;
            blocked = false;
            worker = null;
            startedAt = null;
            leaseUntil = null;
            resolution = null;
            receipt = null;
        }

        StateRow done() {
            return new StateRow(
                    from.id,
                    from.channel,
                    priority,
                    retryCount,
                    maxRetries,
                    token,
                    lastFailedAt,
                    updatedAt,
                    status,
                    dueAt,
                    blocked,
                    worker,
                    startedAt,
                    leaseUntil,
                    resolution,
                    receipt,
                    tried);
        }
    }
}

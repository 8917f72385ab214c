package dev.redrive.jdbc.rows;

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
import org.jspecify.annotations.Nullable;

/** The state of a letter: one row of one of the four state tables. Its place says which table, with the columns of that table. */
public record StateRow(
        UUID id,
        String channel,
        Priority priority,
        int retryCount,
        int maxRetries,
        int token,
        Instant lastFailedAt,
        Instant updatedAt,
        Place place) {

    /** The state of the letter {@code l}, in whichever table it is. */
    public static final String JOINS = """

            LEFT JOIN dlq_ready r ON r.id = l.id
            LEFT JOIN dlq_waiting w ON w.id = l.id
            LEFT JOIN dlq_lease e ON e.id = l.id
            LEFT JOIN dlq_settled s ON s.id = l.id
            """;

    private static final LetterStatus[] STATUSES = LetterStatus.values();
    private static final Priority[] PRIORITIES = Priority.values();

    public static StateRow of(NewLetter letter, boolean blocked, Instant now) {
        NewLetter.Start start = letter.start();
        Instant created = letter.id().createdAt();
        Place place = start.status() == LetterStatus.PENDING
                ? Place.pending(Objects.requireNonNull(start.dueAt()), blocked, now)
                : Place.Settled.in(start.status());
        return new StateRow(
                letter.id().value(),
                letter.channel(),
                letter.priority(),
                start.retryCount(),
                start.maxRetries(),
                0,
                created,
                created,
                place);
    }

    public static StateRow of(ImportedLetter imported, NewLetter letter, boolean blocked, Instant now) {
        StateRow row = of(letter, blocked, now);
        LetterState state = imported.letter().state();
        Place place = row.place instanceof Place.Settled
                ? new Place.Settled(row.status(), imported.resolution(), imported.receipt(), null)
                : row.place;
        return new StateRow(
                row.id,
                row.channel,
                row.priority,
                row.retryCount,
                row.maxRetries,
                imported.token(),
                state.lastFailedAt(),
                state.updatedAt(),
                place);
    }

    /**
     * The state of a letter in whichever table it is: the columns that all state tables share, the status, when it is due,
     * whether it is blocked, then the columns of a lease and those of a settled letter. By position, because several tables
     * have columns of the same name.
     */
    public static StateRow read(Columns in) throws SQLException {
        UUID id = in.id();
        String channel = in.text();
        Priority priority = PRIORITIES[in.number()];
        int retryCount = in.number();
        int maxRetries = in.number();
        int token = in.number();
        Instant lastFailedAt = in.time();
        Instant updatedAt = in.time();
        Place place = readPlace(token, in);
        return new StateRow(id, channel, priority, retryCount, maxRetries, token, lastFailedAt, updatedAt, place);
    }

    private static Place readPlace(int token, Columns in) throws SQLException {
        LetterStatus status = STATUSES[in.number()];
        Instant dueAt = in.time();
        Integer blocked = in.numberOrNull();
        String worker = in.textOrNull();
        Instant startedAt = in.time();
        Instant leaseUntil = in.time();
        Place.Settled settled = Place.Settled.read(status, token, in);
        if (status == LetterStatus.PENDING)
            return blocked == null ? new Place.Ready(dueAt) : new Place.Waiting(dueAt, blocked == 1);
        return status == LetterStatus.RETRYING && worker != null
                ? new Place.Leased(worker, startedAt, leaseUntil)
                : settled;
    }

    /** The first columns of a row of {@code dlq_lease}: those that all state tables share, then worker, start and end. */
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
                new Place.Leased(in.text(), in.time(), in.time()));
    }

    /** A row of {@code dlq_ready}: the columns that all state tables share, then the time when it is due. */
    public static StateRow readReady(Columns in) throws SQLException {
        return new StateRow(
                in.id(),
                in.text(),
                PRIORITIES[in.number()],
                in.number(),
                in.number(),
                in.number(),
                in.time(),
                in.time(),
                new Place.Ready(in.time()));
    }

    /** The lease of a letter that a claim took: reads channel, priority, retries, token and last failure as they were before. */
    public static StateRow readClaimed(UUID id, Columns in, Instant now, Place.Leased lease) throws SQLException {
        return new StateRow(
                id,
                in.text(),
                PRIORITIES[in.number()],
                in.number() + 1,
                in.number(),
                in.number() + 1,
                in.time(),
                now,
                lease);
    }

    /** The columns that all state tables share, then those of the place, in the order of the table; a lease has more. */
    public void write(ColumnSink out) throws SQLException {
        out.id(id);
        out.text(channel);
        out.int2(priority.ordinal());
        out.int4(retryCount);
        out.int4(maxRetries);
        out.int4(token);
        out.int8(lastFailedAt.toEpochMilli());
        out.int8(updatedAt.toEpochMilli());
        place.write(out);
    }

    // What the place says

    public LetterStatus status() {
        return place.status();
    }

    /** When a pending letter is due. */
    public @Nullable Instant dueAt() {
        if (place instanceof Place.Ready ready) return ready.dueAt();
        return place instanceof Place.Waiting waiting ? waiting.dueAt() : null;
    }

    public boolean blocked() {
        return place instanceof Place.Waiting waiting && waiting.blocked();
    }

    /** The lease of a letter that is known to be leased. */
    public Place.Leased lease() {
        return (Place.Leased) place;
    }

    @Nullable
    public Instant leaseUntil() {
        return place instanceof Place.Leased lease ? lease.until() : null;
    }

    @Nullable
    public String receipt() {
        return place instanceof Place.Settled settled ? settled.receipt() : null;
    }

    /** The attempt that resolved the letter. */
    @Nullable
    public Attempt attempt() {
        return place instanceof Place.Settled settled ? settled.attempt() : null;
    }

    /** The attempt of a leased letter whose worker did not report how it ended. */
    public Attempt unreportedAttempt(Attempt.Result result, Instant ended) {
        Place.Leased lease = lease();
        Duration took = Duration.between(lease.startedAt(), ended);
        return new Attempt(token, lease.startedAt(), took, lease.worker(), "unknown", result, null);
    }

    public LetterState letterState(Instant firstFailedAt, @Nullable UUID blockedBy, int version) {
        Place.Leased lease = place instanceof Place.Leased leased ? leased : null;
        return new LetterState(
                status(),
                retryCount,
                maxRetries,
                token,
                dueAt(),
                lease == null ? null : lease.worker(),
                lease == null ? null : lease.startedAt(),
                lease == null ? null : lease.until(),
                firstFailedAt,
                lastFailedAt,
                updatedAt,
                receipt(),
                place instanceof Place.Settled settled ? settled.resolution() : null,
                blockedBy == null ? null : new LetterId(blockedBy),
                version);
    }

    // Moves. Each is a copy in which a few columns differ.

    private StateRow movedTo(Place to, Instant now) {
        return new StateRow(id, channel, priority, retryCount, maxRetries, token, lastFailedAt, now, to);
    }

    public StateRow pending(Instant now, Instant due, boolean blocked) {
        return movedTo(Place.pending(due, blocked, now), now);
    }

    /** The attempt that resolved the letter stays with it, when it moves from one settled status to another. */
    public StateRow settled(LetterStatus to, Instant now, @Nullable Resolution resolution) {
        return movedTo(new Place.Settled(to, resolution, null, attempt()), now);
    }

    /** With what is noted in a resolution, where the letter has one. */
    public StateRow noted(@Nullable Resolution other) {
        return other != null && place instanceof Place.Settled settled
                ? movedTo(settled.noted(other.notes()), updatedAt)
                : this;
    }

    public StateRow sent(LetterStatus to, Instant now, String receipt) {
        return movedTo(new Place.Settled(to, null, receipt, null), now);
    }

    public StateRow resolved(Instant now, Settlement.Succeeded outcome, Attempt attempt) {
        Resolution resolution = new Resolution(now, outcome.how(), outcome.by(), null);
        return movedTo(new Place.Settled(LetterStatus.RESOLVED, resolution, null, attempt), now);
    }

    public StateRow leased(Place.Leased lease, Instant now) {
        return new StateRow(id, channel, priority, retryCount + 1, maxRetries, token + 1, lastFailedAt, now, lease);
    }

    /** Takes back the claim that this lease is of. */
    public StateRow beforeClaim(Instant changed, Place.Ready place) {
        return new StateRow(id, channel, priority, retryCount - 1, maxRetries, token - 1, lastFailedAt, changed, place);
    }

    /** Releases a lease whose letter was not tried: it stands as before the claim, except for the token, which is used up. */
    public StateRow putBack(Settlement.PutBack back, Instant now) {
        Instant due = back.dueAt();
        StateRow before = due == null ? settled(back.status(), now, null) : pending(now, due, false);
        return before.withRetries(retryCount - 1, maxRetries);
    }

    public StateRow withRetries(int count, int max) {
        return new StateRow(id, channel, priority, count, max, token, lastFailedAt, updatedAt, place);
    }

    public StateRow failedAt(Instant time) {
        return new StateRow(id, channel, priority, retryCount, maxRetries, token, time, updatedAt, place);
    }

    /** Counts the attempt that failed at the consumer. It is no retry: the retry that sent the letter was counted when it began. */
    public StateRow returned(Instant now) {
        Place without = place instanceof Place.Settled settled ? settled.withoutAttempt() : place;
        return new StateRow(id, channel, priority, retryCount, maxRetries, token + 1, now, updatedAt, without);
    }

    /** A pending letter may have become due since it was written. */
    public StateRow edited(Priority newPriority, Instant now) {
        Instant due = dueAt();
        Place same = due == null ? place : Place.pending(due, blocked(), now);
        return new StateRow(id, channel, newPriority, retryCount, maxRetries, token, lastFailedAt, now, same);
    }
}

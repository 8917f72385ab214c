package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The state table that holds a letter, with the columns that only this table has. */
public sealed interface Place {
    LetterStatus status();

    /** Writes the table's own columns, which follow those that all state tables share. */
    void write(ColumnSink out) throws SQLException;

    /** {@code dlq_ready} or {@code dlq_waiting}: a pending letter is ready once it is due and holds its sequence. */
    static Place pending(Instant dueAt, boolean blocked, Instant now) {
        return blocked || dueAt.isAfter(now) ? new Waiting(dueAt, blocked) : new Ready(dueAt);
    }

    /** {@code dlq_ready}: due, and free to be claimed. */
    record Ready(Instant dueAt) implements Place {
        @Override
        public LetterStatus status() {
            return LetterStatus.PENDING;
        }

        @Override
        public void write(ColumnSink out) throws SQLException {
            out.int8(dueAt.toEpochMilli());
        }
    }

    /**
     * {@code dlq_waiting}: due later, or behind another letter of its sequence.
     *
     * @param blocked whether another letter holds the sequence
     */
    record Waiting(Instant dueAt, boolean blocked) implements Place {
        @Override
        public LetterStatus status() {
            return LetterStatus.PENDING;
        }

        @Override
        public void write(ColumnSink out) throws SQLException {
            out.int8(dueAt.toEpochMilli());
            out.int2(blocked ? 1 : 0);
        }
    }

    /** {@code dlq_lease}: claimed by a worker, whose attempt runs. */
    record Leased(String worker, Instant startedAt, Instant until) implements Place {
        @Override
        public LetterStatus status() {
            return LetterStatus.RETRYING;
        }

        @Override
        public void write(ColumnSink out) throws SQLException {
            out.text(worker);
            out.int8(startedAt.toEpochMilli());
            out.int8(until.toEpochMilli());
        }
    }

    /**
     * {@code dlq_settled}: all other statuses.
     *
     * @param receipt the receipt of the target that the letter was sent to
     * @param attempt the attempt that resolved the letter; it stays here until the letter leaves the table
     */
    record Settled(
            LetterStatus status,
            @Nullable Resolution resolution,
            @Nullable String receipt,
            @Nullable Attempt attempt) implements Place {
        private static final Resolution.How[] HOWS = Resolution.How.values();

        static Settled in(LetterStatus status) {
            return new Settled(status, null, null, null);
        }

        Settled noted(@Nullable String notes) {
            Resolution noted = resolution == null ? null : resolution.noted(notes);
            return new Settled(status, noted, receipt, attempt);
        }

        Settled withoutAttempt() {
            return new Settled(status, resolution, receipt, null);
        }

        /** In the order in which {@link #write} writes them, but for the status, which is read before. */
        static Settled read(LetterStatus status, int token, Columns in) throws SQLException {
            Instant resolvedAt = in.timeOrNull();
            Integer how = in.numberOrNull();
            String by = in.textOrNull();
            String notes = in.textOrNull();
            Resolution resolution =
                    resolvedAt == null || how == null ? null : new Resolution(resolvedAt, HOWS[how], by, notes);
            String receipt = in.textOrNull();
            return new Settled(status, resolution, receipt, readAttempt(token, in));
        }

        private static @Nullable Attempt readAttempt(int token, Columns in) throws SQLException {
            Instant startedAt = in.timeOrNull();
            long took = in.big();
            String worker = in.textOrNull();
            String strategy = in.textOrNull();
            if (startedAt == null || worker == null || strategy == null) return null;
            return new Attempt(
                    token, startedAt, Duration.ofMillis(took), worker, strategy, Attempt.Result.SUCCEEDED, null);
        }

        @Override
        public void write(ColumnSink out) throws SQLException {
            out.int2(status.ordinal());
            out.int8(resolution == null ? null : resolution.time().toEpochMilli());
            out.int2OrNull(resolution == null ? null : resolution.how().ordinal());
            out.text(resolution == null ? null : resolution.by());
            out.text(resolution == null ? null : resolution.notes());
            out.text(receipt);
            out.int8(attempt == null ? null : attempt.startedAt().toEpochMilli());
            out.int8(attempt == null ? null : attempt.took().toMillis());
            out.text(attempt == null ? null : attempt.worker());
            out.text(attempt == null ? null : attempt.strategy());
        }
    }
}

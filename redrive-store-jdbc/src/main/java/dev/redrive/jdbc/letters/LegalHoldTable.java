package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.sql.AdvisoryLock;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.store.StoreException;
import dev.redrive.store.holds.HoldSubject;
import dev.redrive.store.holds.LegalHold;
import dev.redrive.store.holds.LegalHolds;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table {@code dlq_legal_hold}, inside a transaction. */
public final class LegalHoldTable {
    private static final String FIND = """
            SELECT letter_id, cause_id, channel, held_by, reason, since FROM dlq_legal_hold
            WHERE letter_id = ? OR cause_id = ? OR channel = ?""";
    private static final String PUT = """
            INSERT INTO dlq_legal_hold (letter_id, cause_id, channel, held_by, reason, since) VALUES (?, ?, ?, ?, ?, ?)""";
    private static final String LIFT = """
            DELETE FROM dlq_legal_hold WHERE letter_id = ? OR cause_id = ? OR channel = ?
            RETURNING letter_id, cause_id, channel, held_by, reason, since""";
    private static final String LIST = """
            SELECT letter_id, cause_id, channel, held_by, reason, since FROM dlq_legal_hold
            ORDER BY since DESC,
                CASE WHEN letter_id IS NOT NULL THEN 0 WHEN cause_id IS NOT NULL THEN 1 ELSE 2 END,
                letter_id, cause_id, channel""";
    private static final String ON = """
            SELECT letter_id, cause_id, channel, held_by, reason, since FROM dlq_legal_hold
            WHERE letter_id = ? OR channel = ? OR cause_id = ? OR cause_id = ?
            ORDER BY CASE WHEN letter_id IS NOT NULL THEN 0 WHEN cause_id IS NOT NULL THEN 1 ELSE 2 END, cause_id
            LIMIT 1""";

    private LegalHoldTable() {}

    /**
     * What was placed before is seen from now on, and nothing more is placed until this transaction ends. Before any letter
     * is looked at that may leave the store in it; SQLite has one writer anyway.
     */
    public static void keep(Sql sql) throws SQLException {
        if (sql.dialect() == SqlDialect.POSTGRESQL) AdvisoryLock.LEGAL_HOLDS.share(sql);
    }

    /** Waits for the transactions in which letters leave the store. */
    public static LegalHold place(Sql sql, LegalHold hold) throws SQLException {
        if (sql.dialect() == SqlDialect.POSTGRESQL) AdvisoryLock.LEGAL_HOLDS.take(sql);
        Optional<LegalHold> there = sql.first(FIND, in -> bind(hold.subject(), in), LegalHoldTable::read);
        if (there.isPresent()) return there.get();
        if (count(sql) >= LegalHolds.MOST)
            throw new StoreException("there are " + LegalHolds.MOST
                    + " legal holds already; hold a cause or a channel instead of many letters");
        sql.update(PUT, out -> {
            bind(hold.subject(), out);
            out.text(hold.by());
            out.text(hold.reason());
            out.int8(hold.since().toEpochMilli());
        });
        return sql.first(FIND, in -> bind(hold.subject(), in), LegalHoldTable::read)
                .orElseThrow();
    }

    private static int count(Sql sql) throws SQLException {
        return sql.first("SELECT COUNT(*) FROM dlq_legal_hold", in -> {}, Columns::number)
                .orElseThrow();
    }

    public static Optional<LegalHold> lift(Sql sql, HoldSubject subject) throws SQLException {
        return sql.first(LIFT, in -> bind(subject, in), LegalHoldTable::read);
    }

    public static List<LegalHold> list(Sql sql) throws SQLException {
        return sql.query(LIST, in -> {}, LegalHoldTable::read);
    }

    /** Of several, the one on the letter, then on a cause, then on the channel. */
    public static Optional<LegalHold> on(Sql sql, UUID letter, String channel, UUID cause, UUID lastCause)
            throws SQLException {
        return sql.first(
                ON,
                in -> {
                    in.id(letter);
                    in.text(channel);
                    in.id(cause);
                    in.id(lastCause);
                },
                LegalHoldTable::read);
    }

    static Optional<LegalHold> on(Sql sql, LetterRow letter) throws SQLException {
        return on(sql, letter.id(), letter.channel(), letter.cause(), letter.lastCause());
    }

    /** The other two are null, which no column equals. */
    private static void bind(HoldSubject subject, ColumnSink out) throws SQLException {
        out.id(
                subject.kind() == HoldSubject.Kind.LETTER
                        ? LetterId.of(subject.name()).value()
                        : null);
        out.id(
                subject.kind() == HoldSubject.Kind.CAUSE
                        ? CauseId.of(subject.name()).value()
                        : null);
        out.text(subject.kind() == HoldSubject.Kind.CHANNEL ? subject.name() : null);
    }

    private static LegalHold read(Columns row) throws SQLException {
        UUID letter = row.idOrNull();
        UUID cause = row.idOrNull();
        String channel = row.textOrNull();
        return new LegalHold(subject(letter, cause, channel), row.text(), row.text(), row.time());
    }

    private static HoldSubject subject(@Nullable UUID letter, @Nullable UUID cause, @Nullable String channel) {
        if (letter != null) return HoldSubject.letter(new LetterId(letter));
        if (cause != null) return HoldSubject.cause(new CauseId(cause));
        return HoldSubject.channel(Objects.requireNonNull(channel));
    }
}

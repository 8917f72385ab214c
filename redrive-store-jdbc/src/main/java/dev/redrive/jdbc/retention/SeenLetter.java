package dev.redrive.jdbc.retention;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.retention.DueLetter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A settled letter without its content: what its counters, its sequence and its other rows are known by, and what tells
 * whether it is still as it was seen.
 *
 * @param key by which its capture is known
 * @param held by a legal hold
 */
record SeenLetter(
        UUID id,
        CounterKey kind,
        LetterStatus status,
        int token,
        Instant updatedAt,
        int version,
        @Nullable Sequence sequence,
        @Nullable UUID key,
        boolean held) {
    private static final LetterStatus[] STATUSES = LetterStatus.values();

    private static final String FIND = """
            SELECT s.id, s.channel, l.error_type, l.category, l.cause_id, f.cause_id, s.status, s.token, s.updated_at,
                l.edit_version, l.ordered, l.message_key, l.capture_key,
                CASE WHEN EXISTS (
                    SELECT 1 FROM dlq_legal_hold h WHERE h.letter_id = l.id OR h.channel = l.channel
                        OR h.cause_id = l.cause_id OR h.cause_id = f.cause_id) THEN 1 ELSE 0 END
            FROM dlq_settled s
            JOIN dlq_letter l ON l.id = s.id
            LEFT JOIN dlq_last_failure f ON f.id = s.id
            WHERE %s ORDER BY s.id %s""";

    /** Locks the states where others could change them. */
    static List<SeenLetter> lock(Sql sql, List<DueLetter> letters) throws SQLException {
        return find(sql, letters, sql.dialect() == SqlDialect.POSTGRESQL ? "FOR UPDATE OF s" : "");
    }

    static List<SeenLetter> find(Sql sql, List<DueLetter> letters) throws SQLException {
        return find(sql, letters, "");
    }

    private static List<SeenLetter> find(Sql sql, List<DueLetter> letters, String locking) throws SQLException {
        Condition these = Condition.in(
                "s.id", letters.stream().map(letter -> letter.id().value()).toList());
        return sql.query(FIND.formatted(these.sql(), locking), these::bind, SeenLetter::read);
    }

    private static SeenLetter read(Columns row) throws SQLException {
        UUID id = row.id();
        String channel = row.text();
        CounterKey captured = new CounterKey(channel, row.text(), row.number(), row.id(), null);
        UUID lastCause = row.idOrNull();
        LetterStatus status = STATUSES[row.number()];
        int token = row.number();
        Instant updatedAt = row.time();
        int version = row.number();
        boolean ordered = row.number() == 1;
        byte[] key = row.bytesOrNull();
        return new SeenLetter(
                id,
                lastCause == null ? captured : captured.failingWith(lastCause),
                status,
                token,
                updatedAt,
                version,
                ordered && key != null ? new Sequence(channel, Payload.of(key)) : null,
                row.idOrNull(),
                row.number() == 1);
    }

    boolean isStill(DueLetter seen) {
        return status == seen.status()
                && token == seen.attempt()
                && updatedAt.equals(seen.updatedAt())
                && version == seen.version();
    }
}

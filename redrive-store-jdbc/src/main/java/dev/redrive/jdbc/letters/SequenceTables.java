package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.StateRow;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.store.captures.Sequence;
import dev.redrive.store.questions.Total;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The table {@code dlq_sequence}: the open letters of each ordered key. One of them holds the sequence, the others wait behind it. */
public final class SequenceTables {
    private static final String WAITING = """
            SELECT COUNT(*) FROM (
                SELECT DISTINCT key FROM dlq_sequence WHERE channel = ? AND holder = 0 LIMIT ?) waiting""";

    private final Sql sql;
    private final Instant now;
    private final StateTables states;

    SequenceTables(Sql sql, Instant now, StateTables states) {
        this.sql = sql;
        this.now = now;
        this.states = states;
    }

    /** Adds a letter to its sequence; true when it has to wait behind another one. */
    public boolean enter(@Nullable Sequence sequence, UUID id) throws SQLException {
        if (sequence == null) return false;
        boolean others = sql.first(
                        "SELECT 1 FROM dlq_sequence WHERE channel = ? AND key = ? LIMIT 1",
                        in -> bind(sequence, in),
                        Columns::number)
                .isPresent();
        sql.update("INSERT INTO dlq_sequence (channel, key, id, holder) VALUES (?, ?, ?, ?)", in -> {
            bind(sequence, in);
            in.id(id);
            in.int2(others ? 0 : 1);
        });
        return others;
    }

    /** Removes a closed letter from its sequence; if it was the holder, the next letter becomes the holder. */
    public void leave(@Nullable Sequence sequence, UUID id) throws SQLException {
        if (sequence == null) return;
        boolean held = sql.first(
                        "DELETE FROM dlq_sequence WHERE channel = ? AND key = ? AND id = ? RETURNING holder",
                        in -> {
                            bind(sequence, in);
                            in.id(id);
                        },
                        Columns::number)
                .filter(holder -> holder == 1)
                .isPresent();
        if (!held) return;
        Optional<UUID> next = sql.first(
                "SELECT id FROM dlq_sequence WHERE channel = ? AND key = ? ORDER BY id LIMIT 1",
                in -> bind(sequence, in),
                Columns::id);
        if (next.isPresent()) makeHolder(sequence, next.get());
    }

    private void makeHolder(Sequence sequence, UUID next) throws SQLException {
        sql.update("UPDATE dlq_sequence SET holder = 1 WHERE channel = ? AND key = ? AND id = ?", in -> {
            bind(sequence, in);
            in.id(next);
        });
        List<StateRow> due = sql.query(
                """
                DELETE FROM dlq_waiting WHERE id = ? AND due_at <= ?
                RETURNING id, channel, priority, retry_count, max_retries, token, last_failed_at, updated_at, due_at""",
                in -> {
                    in.id(next);
                    in.int8(now.toEpochMilli());
                },
                StateRow::readReady);
        if (due.isEmpty()) sql.update("UPDATE dlq_waiting SET blocked = 0 WHERE id = ?", in -> in.id(next));
        else states.insertAll(due);
    }

    /** The letter that holds the sequence while the given one waits in it. */
    Optional<UUID> holderBefore(@Nullable Sequence sequence, UUID id) throws SQLException {
        if (sequence == null) return Optional.empty();
        return sql.first(
                """
                SELECT h.id FROM dlq_sequence m
                JOIN dlq_sequence h ON h.channel = m.channel AND h.key = m.key AND h.holder = 1
                WHERE m.channel = ? AND m.key = ? AND m.id = ? AND m.holder = 0""",
                in -> {
                    bind(sequence, in);
                    in.id(id);
                },
                Columns::id);
    }

    /** In how many sequences of a channel letters wait. */
    public static Total waitingIn(Sql sql, String channel) throws SQLException {
        int counted = sql.first(
                        WAITING,
                        in -> {
                            in.text(channel);
                            in.int4(Total.COUNTED + 1);
                        },
                        Columns::number)
                .orElseThrow();
        return Total.counted(counted);
    }

    private static void bind(Sequence sequence, ColumnSink in) throws SQLException {
        in.text(sequence.channel());
        in.bytes(sequence.key().bytes());
    }
}

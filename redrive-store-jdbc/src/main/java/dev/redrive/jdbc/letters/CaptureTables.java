package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.captures.CaptureKey;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The tables that a capture or an import writes besides the state: letters, capture keys, event patterns and tags. */
public final class CaptureTables {
    public static final String INSERT_LETTER = """
            INSERT INTO dlq_letter (
                id, channel, event_id, subscriber_id, pattern, event_version, source_type, source_id, source_name,
                event_time, metadata, payload, payload_form, payload_size, headers, topic, partition_no, offset_no,
                message_key, origin_time, consumer_group, source_service, error_type, error_code, error_message,
                trace_id, trace_messages, error_context, category, retryability, cause_id, priority, tags, ordered,
                capture_key, first_failed_at, edit_version, completeness, event_instance_id, additional, cpu_usage,
                memory_usage, dlq_retries, sealed, attributes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
                ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private CaptureTables() {}

    /** The letter that already has this key; empty when the given letter has it from now on. */
    public static Optional<LetterId> ownerOf(Sql sql, @Nullable CaptureKey key, LetterId letter) throws SQLException {
        if (key == null) return Optional.empty();
        int added = sql.update("INSERT INTO dlq_capture_key (key, id) VALUES (?, ?) ON CONFLICT DO NOTHING", in -> {
            in.id(key.value());
            in.id(letter.value());
        });
        if (added == 1) return Optional.empty();
        return sql.first(
                "SELECT id FROM dlq_capture_key WHERE key = ?",
                in -> in.id(key.value()),
                row -> new LetterId(row.id()));
    }

    public static void insertPattern(Sql sql, String pattern) throws SQLException {
        sql.update("INSERT INTO dlq_pattern (pattern) VALUES (?) ON CONFLICT DO NOTHING", in -> in.text(pattern));
    }

    public static void insertTag(Sql sql, UUID letter, String tag) throws SQLException {
        sql.update("INSERT INTO dlq_tag (tag, id) VALUES (?, ?) ON CONFLICT DO NOTHING", in -> {
            in.text(tag);
            in.id(letter);
        });
    }

    public static void replaceTags(Sql sql, UUID letter, List<String> tags) throws SQLException {
        sql.update("DELETE FROM dlq_tag WHERE id = ?", in -> in.id(letter));
        for (String tag : tags) insertTag(sql, letter, tag);
    }
}

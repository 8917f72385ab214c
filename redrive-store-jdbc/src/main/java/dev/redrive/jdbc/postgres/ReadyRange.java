package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.sql.ColumnArrays;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Priority;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/** The ready letters of one channel, or of all of them, and of one priority behind an id. */
record ReadyRange(String channel, int priority, UUID after) {
    private static final int PRIORITIES = Priority.values().length;
    private static final String ALL_CHANNELS = "";

    /** Since when a letter is due, any of them; those that lie before the remembered positions are known by their ids. */
    private static final String DUE = """
            (SELECT due_at FROM dlq_ready WHERE id = ANY (?::uuid[]) LIMIT 1)
            UNION ALL
            (SELECT b.due_at FROM unnest(?::smallint[], ?::uuid[]) AS c(priority, after)
                CROSS JOIN LATERAL (
                    SELECT r.due_at FROM dlq_ready r
                    WHERE r.token >= 0 AND r.priority = c.priority AND r.id > c.after
                    ORDER BY priority DESC, id LIMIT 1) b LIMIT 1)
            LIMIT 1""";

    /** The same with ranges of channels: these are in another index, which has no condition on the token. */
    private static final String DUE_OF_CHANNELS = """
            (SELECT due_at FROM dlq_ready WHERE id = ANY (?::uuid[]) AND channel = ANY (?::text[]) LIMIT 1)
            UNION ALL
            (SELECT b.due_at FROM unnest(?::text[], ?::smallint[], ?::uuid[]) AS c(name, priority, after)
                CROSS JOIN LATERAL (
                    SELECT r.due_at FROM dlq_ready r
                    WHERE r.channel = c.name AND r.priority = c.priority AND r.id > c.after
                    ORDER BY priority DESC, id LIMIT 1) b LIMIT 1)
            LIMIT 1""";

    private static List<ReadyRange> of(ClaimPositions.View view) {
        return IntStream.range(0, PRIORITIES)
                .mapToObj(i -> new ReadyRange(ALL_CHANNELS, i, view.after(i)))
                .toList();
    }

    static List<ReadyRange> of(Set<String> channels, ClaimPositions.View view) {
        List<ReadyRange> ranges = new ArrayList<>(channels.size());
        for (String channel : channels) {
            UUID[] after = view.ofChannel(channel);
            for (int i = 0; i < PRIORITIES; i++)
                ranges.add(new ReadyRange(channel, i, after == null ? ClaimPositions.START : after[i]));
        }
        return ranges;
    }

    /** Binds the parameters after the given one, and returns the last of them. */
    static int bindOfChannels(Sql sql, PreparedStatement statement, int at, List<ReadyRange> ranges)
            throws SQLException {
        new ColumnArrays<>(sql.connection(), statement, at + 1, ranges)
                .texts(ReadyRange::channel)
                .int2(ReadyRange::priority)
                .ids(ReadyRange::after);
        return at + 3;
    }

    /** Since when a letter is due that a claim would get; any of them, because it is due. */
    static Optional<Instant> due(Sql sql, Optional<Set<String>> channels, ClaimPositions.View view)
            throws SQLException {
        String text = channels.isEmpty() ? DUE : DUE_OF_CHANNELS;
        try (PreparedStatement statement = sql.connection().prepareStatement(text)) {
            statement.setArray(1, sql.connection().createArrayOf("uuid", view.late()));
            if (channels.isEmpty()) {
                new ColumnArrays<>(sql.connection(), statement, 2, of(view))
                        .int2(ReadyRange::priority)
                        .ids(ReadyRange::after);
            } else {
                statement.setArray(
                        2, sql.connection().createArrayOf("text", channels.get().toArray()));
                bindOfChannels(sql, statement, 2, of(channels.get(), view));
            }
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(Instant.ofEpochMilli(rows.getLong(1))) : Optional.empty();
            }
        }
    }
}

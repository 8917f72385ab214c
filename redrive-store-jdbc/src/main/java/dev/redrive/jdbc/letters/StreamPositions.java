package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.store.PositionConflict;
import dev.redrive.store.streams.ReadRange;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The table {@code dlq_position}: the offsets up to which streams were read. A transaction moves positions before anything
 * else and in a fixed order, so that of two readers of a partition one waits here and then fails with a conflict.
 */
public final class StreamPositions {
    private static final String ADVANCE =
            "UPDATE dlq_position SET next_offset = ? WHERE stream = ? AND partition_no = ? AND next_offset = ?";
    private static final String BEGIN = """
            INSERT INTO dlq_position (stream, partition_no, next_offset) VALUES (?, ?, ?) ON CONFLICT DO NOTHING""";
    private static final String FIND = "SELECT next_offset FROM dlq_position WHERE stream = ? AND partition_no = ?";

    private StreamPositions() {}

    public static void advance(Sql sql, List<ReadRange> read) throws SQLException {
        List<ReadRange> inOrder = read.stream()
                .sorted(Comparator.comparing(ReadRange::stream).thenComparing(ReadRange::partition))
                .toList();
        for (ReadRange range : inOrder) {
            if (!continues(sql, range) && !begins(sql, range))
                throw new PositionConflict(range, storedOffset(sql, range));
        }
    }

    private static boolean continues(Sql sql, ReadRange range) throws SQLException {
        return sql.update(ADVANCE, in -> {
                    in.int8(range.next());
                    in.text(range.stream());
                    in.int4(range.partition());
                    in.int8(range.from());
                })
                == 1;
    }

    /** A partition that was never read may begin anywhere. */
    private static boolean begins(Sql sql, ReadRange range) throws SQLException {
        return sql.update(BEGIN, in -> {
                    in.text(range.stream());
                    in.int4(range.partition());
                    in.int8(range.next());
                })
                == 1;
    }

    private static long storedOffset(Sql sql, ReadRange range) throws SQLException {
        return sql.first(
                        FIND,
                        in -> {
                            in.text(range.stream());
                            in.int4(range.partition());
                        },
                        Columns::big)
                .orElseThrow();
    }

    public static Map<Integer, Long> of(Sql sql, String stream) throws SQLException {
        Map<Integer, Long> positions = new TreeMap<>();
        sql.query(
                "SELECT partition_no, next_offset FROM dlq_position WHERE stream = ?",
                in -> in.text(stream),
                row -> positions.put(row.number(), row.big()));
        return positions;
    }
}

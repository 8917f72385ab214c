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
 * How far streams were read, the same on both databases. Positions move before anything else in a transaction and in a
 * fixed order: of two readers one waits here, and then finds that it was overtaken.
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
        for (ReadRange stretch : inOrder) {
            if (!goesOn(sql, stretch) && !begins(sql, stretch))
                throw new PositionConflict(stretch, found(sql, stretch));
        }
    }

    private static boolean goesOn(Sql sql, ReadRange stretch) throws SQLException {
        return sql.update(ADVANCE, in -> {
                    in.int8(stretch.next());
                    in.text(stretch.stream());
                    in.int4(stretch.partition());
                    in.int8(stretch.from());
                })
                == 1;
    }

    /** A partition that was never read may begin anywhere. */
    private static boolean begins(Sql sql, ReadRange stretch) throws SQLException {
        return sql.update(BEGIN, in -> {
                    in.text(stretch.stream());
                    in.int4(stretch.partition());
                    in.int8(stretch.next());
                })
                == 1;
    }

    private static long found(Sql sql, ReadRange stretch) throws SQLException {
        return sql.first(
                        FIND,
                        in -> {
                            in.text(stretch.stream());
                            in.int4(stretch.partition());
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

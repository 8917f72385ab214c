package dev.redrive.jdbc.search;

import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Priority;
import dev.redrive.store.questions.Version;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Reads the versions of edited letters. */
final class Versions {
    private static final Completeness[] COMPLETENESSES = Completeness.values();
    private static final Priority[] PRIORITIES = Priority.values();

    private static final String OF = """
            SELECT version, edited_at, edited_by, notes, payload, payload_form, headers, completeness, priority, tags
            FROM dlq_edit WHERE id = ? ORDER BY version""";

    private static final String SIZES = """
            SELECT payload_form, LENGTH(payload), SUBSTR(payload, 1, 18), LENGTH(headers) FROM dlq_edit WHERE id = ?""";

    private final Sql sql;

    Versions(Sql sql) {
        this.sql = sql;
    }

    List<Version> of(UUID letter) throws SQLException {
        return sql.query(OF, in -> in.id(letter), Versions::read);
    }

    private static Version read(Columns row) throws SQLException {
        return new Version(
                row.at("version").number(),
                row.at("edited_at").time(),
                row.at("edited_by").textOrNull(),
                row.at("notes").textOrNull(),
                ColumnCodec.unpack(
                        row.at("payload").bytesOrNull(), row.at("payload_form").number()),
                ColumnCodec.headers(row.at("headers").bytesOrNull()),
                COMPLETENESSES[row.at("completeness").number()],
                PRIORITIES[row.at("priority").number()],
                ColumnCodec.tags(row.at("tags").textOrNull()));
    }

    /** The beginning of a compressed payload says how large it was. */
    long bytes(UUID letter) throws SQLException {
        return sql
                .query(
                        SIZES,
                        in -> in.id(letter),
                        row -> ColumnCodec.size(row.number(), row.number(), row.bytesOrNull()) + row.number())
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}

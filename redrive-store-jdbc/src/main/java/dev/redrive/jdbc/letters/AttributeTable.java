package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.AttributeRow;
import dev.redrive.jdbc.rows.KeptPaths;
import dev.redrive.jdbc.sql.BulkInsert;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.Message;
import dev.redrive.store.attributes.SearchPaths;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The table {@code dlq_attribute}: the values by which letters are found. */
public final class AttributeTable {
    private static final BulkInsert ROWS = BulkInsert.into("dlq_attribute", "id, path, value");

    private AttributeTable() {}

    /** Written with letters that are new. */
    public static void insert(Sql sql, Collection<AttributeRow> rows) throws SQLException {
        if (rows.isEmpty()) return;
        ROWS.run(sql, rows, (row, out) -> {
            out.id(row.letter());
            out.int4(row.path());
            out.text(row.value());
        });
    }

    /** Written after a letter, in whose place nobody else writes then. */
    static void replace(Sql sql, UUID letter, Message message) throws SQLException {
        replace(sql, List.of(letter), kept(sql).rows(letter, message));
    }

    static void replace(Sql sql, List<UUID> letters, List<AttributeRow> rows) throws SQLException {
        Condition these = Condition.in("id", letters);
        sql.update("DELETE FROM dlq_attribute WHERE " + these.sql(), these::bind);
        insert(sql, rows);
    }

    /** By the newest id of each name. */
    static KeptPaths kept(Sql sql) throws SQLException {
        record Kept(int id, String name, String path) {}
        List<Kept> all = sql.query(
                "SELECT id, name, path FROM dlq_search_path ORDER BY id",
                in -> {},
                row -> new Kept(row.number(), row.text(), row.text()));
        if (all.isEmpty()) return KeptPaths.NONE;
        Map<String, String> paths = new HashMap<>();
        Map<String, Integer> ids = new HashMap<>();
        for (Kept kept : all) {
            paths.put(kept.name(), kept.path());
            ids.put(kept.name(), kept.id());
        }
        return new KeptPaths(SearchPaths.of(paths), ids);
    }
}

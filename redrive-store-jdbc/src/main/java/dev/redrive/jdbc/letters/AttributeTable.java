package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.rows.AttributeRow;
import dev.redrive.jdbc.rows.KeptPaths;
import dev.redrive.jdbc.sql.BulkInsert;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Condition;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.store.attributes.SearchPaths;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The table {@code dlq_attribute}: the values by which letters are found. It has one index, by value. Which rows a letter has is in the
 * letter's own row, and in {@code dlq_attribute_later} when they were taken after that one was written.
 */
public final class AttributeTable {
    private static final BulkInsert ROWS = BulkInsert.into("dlq_attribute", "path, value, id");
    private static final BulkInsert LATER = BulkInsert.into("dlq_attribute_later", "id, attributes");
    private static final String DELETE = "DELETE FROM dlq_attribute WHERE path = ? AND value = ? AND id = ?";

    private AttributeTable() {}

    /** Of letters in whose own rows they are written, too. */
    public static void insert(Sql sql, Collection<AttributeRow> rows) throws SQLException {
        if (rows.isEmpty()) return;
        ROWS.run(sql, rows, AttributeTable::write);
    }

    private static void write(AttributeRow row, ColumnSink out) throws SQLException {
        out.int4(row.path());
        out.text(row.value());
        out.id(row.letter());
    }

    /** What a letter has in its own row, which is not written again, and what it is found by from now on. */
    record Found(UUID letter, List<AttributeRow> captured, List<AttributeRow> now) {
        /** As it is with letters that were captured since the paths were chosen. */
        private boolean isKept() {
            return !now.isEmpty() && now.equals(captured);
        }
    }

    /** Of letters that are locked. */
    static void replace(Sql sql, List<Found> all) throws SQLException {
        List<Found> letters = all.stream().filter(letter -> !letter.isKept()).toList();
        if (letters.isEmpty()) return;
        Condition these = Condition.in("id", letters.stream().map(Found::letter).toList());
        forget(sql, these, letters.stream().map(Found::captured).toList());
        insert(sql, letters.stream().flatMap(letter -> letter.now().stream()).toList());
        List<Found> found =
                letters.stream().filter(letter -> !letter.now().isEmpty()).toList();
        LATER.run(sql, found, (letter, out) -> {
            out.id(letter.letter());
            out.bytes(AttributeRow.pack(letter.now()));
        });
    }

    /** Deletes the rows of these letters, and all by which they are found. */
    public static void deleteLetters(Sql sql, List<UUID> letters) throws SQLException {
        Condition these = Condition.in("id", letters);
        List<List<AttributeRow>> captured = sql.query(
                "DELETE FROM dlq_letter WHERE " + these.sql() + " RETURNING id, attributes",
                these::bind,
                AttributeTable::rows);
        forget(sql, these, captured);
    }

    /** Before the letter is changed, with its new attributes: no other transaction does so from here on. */
    static void forget(Sql sql, UUID letter) throws SQLException {
        Condition one = Condition.in("id", List.of(letter));
        List<List<AttributeRow>> captured = sql.query(
                "SELECT id, attributes FROM dlq_letter WHERE id = ?"
                        + (sql.dialect() == SqlDialect.POSTGRESQL ? " FOR UPDATE" : ""),
                one::bind,
                AttributeTable::rows);
        forget(sql, one, captured);
    }

    /** With the ones that letters, which nobody else changes meanwhile, have in their own rows. */
    private static void forget(Sql sql, Condition these, List<List<AttributeRow>> captured) throws SQLException {
        List<List<AttributeRow>> later = sql.query(
                "DELETE FROM dlq_attribute_later WHERE " + these.sql() + " RETURNING id, attributes",
                these::bind,
                AttributeTable::rows);
        List<AttributeRow> gone = Stream.concat(captured.stream(), later.stream())
                .flatMap(List::stream)
                .toList();
        sql.batch(DELETE, gone, AttributeTable::write);
    }

    private static List<AttributeRow> rows(Columns row) throws SQLException {
        return AttributeRow.unpack(row.id(), row.bytesOrNull());
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

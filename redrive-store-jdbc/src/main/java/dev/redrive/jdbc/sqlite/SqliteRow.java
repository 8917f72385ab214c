package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.rows.KeptPaths;
import dev.redrive.jdbc.rows.LetterRow;
import dev.redrive.jdbc.rows.PreparedLetter;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.store.captures.NewLetter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A letter with the row that the caller encoded for SQLite, so that the one writer only has to bind it. */
final class SqliteRow implements ColumnSink {
    private final PreparedLetter prepared;
    private final List<@Nullable Object> values = new ArrayList<>(LetterRow.COLUMNS);

    private SqliteRow(PreparedLetter prepared) {
        this.prepared = prepared;
    }

    static SqliteRow of(NewLetter letter, KeptPaths paths) {
        PreparedLetter prepared = PreparedLetter.of(letter, paths);
        SqliteRow row = new SqliteRow(prepared);
        try {
            LetterRow.write(prepared, row);
        } catch (SQLException e) {
            throw new IllegalStateException("a row in memory cannot fail", e);
        }
        return row;
    }

    PreparedLetter prepared() {
        return prepared;
    }

    void bind(ColumnSink out) throws SQLException {
        for (Object value : values) {
            if (value instanceof String text) out.text(text);
            else if (value instanceof byte[] bytes) out.bytes(bytes);
            else if (value instanceof Long number) out.int8(number);
            else if (value instanceof Integer number) out.int4(number);
            else if (value instanceof Double number) out.float8(number);
            else out.text(null);
        }
    }

    @Override
    public void id(@Nullable UUID value) {
        values.add(value == null ? null : SqlDialect.blob(value));
    }

    @Override
    public void text(@Nullable String value) {
        values.add(value);
    }

    @Override
    public void bytes(byte @Nullable [] value) {
        values.add(value);
    }

    @Override
    public void int2(int value) {
        values.add(value);
    }

    @Override
    public void int4(@Nullable Integer value) {
        values.add(value);
    }

    @Override
    public void int8(@Nullable Long value) {
        values.add(value);
    }

    @Override
    public void float8(@Nullable Double value) {
        values.add(value);
    }

    @Override
    public void int2OrNull(@Nullable Integer value) {
        values.add(value);
    }
}

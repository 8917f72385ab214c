package dev.redrive.jdbc.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the columns of the current row: one after the other, or those that {@link #at} names. */
public final class Columns {
    private final ResultSet row;
    private final SqlDialect dialect;
    private int index;

    public Columns(ResultSet row, SqlDialect dialect) {
        this.row = row;
        this.dialect = dialect;
    }

    /** Goes to the next row, to its first column. */
    public boolean next() throws SQLException {
        index = 0;
        return row.next();
    }

    /** Goes to the column of this name, which is read next. */
    public Columns at(String name) throws SQLException {
        index = row.findColumn(name) - 1;
        return this;
    }

    @Nullable
    public UUID idOrNull() throws SQLException {
        return dialect.id(row, ++index);
    }

    public UUID id() throws SQLException {
        return Objects.requireNonNull(idOrNull());
    }

    @Nullable
    public String textOrNull() throws SQLException {
        return row.getString(++index);
    }

    public String text() throws SQLException {
        return Objects.requireNonNull(textOrNull());
    }

    public byte @Nullable [] bytesOrNull() throws SQLException {
        return row.getBytes(++index);
    }

    public int number() throws SQLException {
        return row.getInt(++index);
    }

    @Nullable
    public Integer numberOrNull() throws SQLException {
        int value = row.getInt(++index);
        return row.wasNull() ? null : value;
    }

    public long big() throws SQLException {
        return row.getLong(++index);
    }

    @Nullable
    public Long bigOrNull() throws SQLException {
        long value = row.getLong(++index);
        return row.wasNull() ? null : value;
    }

    public double real() throws SQLException {
        return row.getDouble(++index);
    }

    @Nullable
    public Double realOrNull() throws SQLException {
        double value = row.getDouble(++index);
        return row.wasNull() ? null : value;
    }

    public Instant time() throws SQLException {
        return Instant.ofEpochMilli(big());
    }

    @Nullable
    public Instant timeOrNull() throws SQLException {
        Long millis = bigOrNull();
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}

package dev.redrive.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the columns of the current row, one after the other. */
final class Columns {
    private final ResultSet row;
    private final Dialect dialect;
    private int index;

    Columns(ResultSet row, Dialect dialect) {
        this.row = row;
        this.dialect = dialect;
    }

    /** Goes to the next row, to its first column. */
    boolean next() throws SQLException {
        index = 0;
        return row.next();
    }

    @Nullable
    UUID idOrNull() throws SQLException {
        return dialect.id(row, ++index);
    }

    UUID id() throws SQLException {
        return Objects.requireNonNull(idOrNull());
    }

    @Nullable
    String textOrNull() throws SQLException {
        return row.getString(++index);
    }

    String text() throws SQLException {
        return Objects.requireNonNull(textOrNull());
    }

    byte @Nullable [] bytesOrNull() throws SQLException {
        return row.getBytes(++index);
    }

    int number() throws SQLException {
        return row.getInt(++index);
    }

    @Nullable
    Integer numberOrNull() throws SQLException {
        int value = row.getInt(++index);
        return row.wasNull() ? null : value;
    }

    long big() throws SQLException {
        return row.getLong(++index);
    }

    @Nullable
    Long bigOrNull() throws SQLException {
        long value = row.getLong(++index);
        return row.wasNull() ? null : value;
    }

    double real() throws SQLException {
        return row.getDouble(++index);
    }

    @Nullable
    Double realOrNull() throws SQLException {
        double value = row.getDouble(++index);
        return row.wasNull() ? null : value;
    }

    Instant time() throws SQLException {
        return Instant.ofEpochMilli(big());
    }

    @Nullable
    Instant timeOrNull() throws SQLException {
        Long millis = bigOrNull();
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}

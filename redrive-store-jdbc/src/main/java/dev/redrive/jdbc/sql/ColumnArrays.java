package dev.redrive.jdbc.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Rows as one array for each column, for a statement of PostgreSQL that unnests them. Arrays of a type that the driver knows travel
 * in their binary form.
 *
 * @param <R> the rows
 */
public final class ColumnArrays<R> {
    private final PGConnection connection;
    private final PreparedStatement statement;
    private final List<R> rows;
    private int next;

    /** Binds from the given parameter on. */
    public ColumnArrays(Connection connection, PreparedStatement statement, int first, List<R> rows)
            throws SQLException {
        this.connection = connection.unwrap(PGConnection.class);
        this.statement = statement;
        this.rows = rows;
        this.next = first;
    }

    public ColumnArrays<R> ids(Function<R, @Nullable UUID> column) throws SQLException {
        @Nullable UUID[] values = new UUID[rows.size()];
        for (int i = 0; i < values.length; i++) values[i] = column.apply(rows.get(i));
        return bind("uuid", values);
    }

    public ColumnArrays<R> texts(Function<R, @Nullable String> column) throws SQLException {
        @Nullable String[] values = new String[rows.size()];
        for (int i = 0; i < values.length; i++) values[i] = column.apply(rows.get(i));
        return bind("text", values);
    }

    public ColumnArrays<R> int2(ToIntFunction<R> column) throws SQLException {
        short[] values = new short[rows.size()];
        for (int i = 0; i < values.length; i++) values[i] = (short) column.applyAsInt(rows.get(i));
        return bind("int2", values);
    }

    public ColumnArrays<R> int4(ToIntFunction<R> column) throws SQLException {
        return bind("int4", rows.stream().mapToInt(column).toArray());
    }

    public ColumnArrays<R> int8(ToLongFunction<R> column) throws SQLException {
        return bind("int8", rows.stream().mapToLong(column).toArray());
    }

    private ColumnArrays<R> bind(String type, Object values) throws SQLException {
        statement.setArray(next++, connection.createArrayOf(type, values));
        return this;
    }
}

package dev.redrive.jdbc.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of a statement, from the first one on. */
final class StatementSink implements ColumnSink {
    private final PreparedStatement statement;
    private final SqlDialect dialect;
    private int index;

    StatementSink(PreparedStatement statement, SqlDialect dialect) {
        this.statement = statement;
        this.dialect = dialect;
    }

    /** Starts again at the first parameter. */
    StatementSink restart() {
        index = 0;
        return this;
    }

    @Override
    public void id(@Nullable UUID value) throws SQLException {
        dialect.setId(statement, ++index, value);
    }

    @Override
    public void text(@Nullable String value) throws SQLException {
        statement.setString(++index, value);
    }

    @Override
    public void bytes(byte @Nullable [] value) throws SQLException {
        statement.setBytes(++index, value);
    }

    @Override
    public void int2(int value) throws SQLException {
        statement.setInt(++index, value);
    }

    @Override
    public void int4(@Nullable Integer value) throws SQLException {
        if (value == null) statement.setNull(++index, Types.INTEGER);
        else statement.setInt(++index, value);
    }

    @Override
    public void int8(@Nullable Long value) throws SQLException {
        if (value == null) statement.setNull(++index, Types.BIGINT);
        else statement.setLong(++index, value);
    }

    @Override
    public void float8(@Nullable Double value) throws SQLException {
        if (value == null) statement.setNull(++index, Types.DOUBLE);
        else statement.setDouble(++index, value);
    }

    @Override
    public void int2OrNull(@Nullable Integer value) throws SQLException {
        int4(value);
    }
}

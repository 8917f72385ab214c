package dev.redrive.jdbc.sql;

import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes the columns of a row, one after the other; a statement's parameters or a COPY stream. */
public interface ColumnSink {
    void id(@Nullable UUID value) throws SQLException;

    void text(@Nullable String value) throws SQLException;

    void bytes(byte @Nullable [] value) throws SQLException;

    void int2(int value) throws SQLException;

    void int4(@Nullable Integer value) throws SQLException;

    void int8(@Nullable Long value) throws SQLException;

    void float8(@Nullable Double value) throws SQLException;

    /** A smallint that may be missing. */
    void int2OrNull(@Nullable Integer value) throws SQLException;
}

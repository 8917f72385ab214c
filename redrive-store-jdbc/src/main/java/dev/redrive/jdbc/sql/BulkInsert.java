package dev.redrive.jdbc.sql;

import java.sql.SQLException;
import java.util.Collection;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Inserts rows into one table: with INSERT, or with COPY when they are many and the database is PostgreSQL. COPY is quicker for
 * many rows and takes longer to set up.
 */
public record BulkInsert(String insert, String copy, int columns) {
    /** From this many rows on, COPY is quicker. */
    public static final int WORTH_COPYING = 200;

    private static final int USUAL_ROW = 256;

    /** The columns have these names, in the order in which rows are written. */
    public static BulkInsert into(String table, String names) {
        int columns = names.split(",", -1).length;
        return new BulkInsert(
                "INSERT INTO " + table + " (" + names + ") VALUES (?" + ", ?".repeat(columns - 1) + ")",
                "COPY " + table + " (" + names + ") FROM STDIN (FORMAT binary)",
                columns);
    }

    public <R> void run(Sql sql, Collection<R> rows, Sql.RowBinder<R> binder) throws SQLException {
        if (sql.dialect() != SqlDialect.POSTGRESQL || rows.size() < WORTH_COPYING) {
            sql.batch(insert, rows, binder);
            return;
        }
        CopySink buffer = new CopySink(rows.size() * USUAL_ROW);
        for (R row : rows) binder.bind(row, buffer.row(columns));
        CopyIn command =
                sql.connection().unwrap(PGConnection.class).getCopyAPI().copyIn(copy);
        CopySink.begin(command);
        command.writeToCopy(buffer.buffer(), 0, buffer.size());
        CopySink.end(command);
    }
}

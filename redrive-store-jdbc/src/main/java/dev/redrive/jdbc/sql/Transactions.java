package dev.redrive.jdbc.sql;

import java.sql.SQLException;

/** Runs work in transactions of a database. */
public interface Transactions {
    interface Work<T> {
        T run(Sql sql) throws SQLException;
    }

    /** Reads only; all of it comes from one moment. */
    <T> T read(Work<T> work);

    <T> T transaction(Work<T> work);

    /** As a transaction, but never beside another one that appends to the audit log. */
    <T> T appending(Work<T> work);
}

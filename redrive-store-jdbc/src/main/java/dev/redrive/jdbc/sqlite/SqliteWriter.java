package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.Transactions;
import java.sql.SQLException;

/** The one connection that writes to a SQLite file, with what is remembered of earlier transactions on it. */
final class SqliteWriter {
    private final Sql sql;
    private final SqliteCaptures captures;
    private final SqliteLeases leases;

    SqliteWriter(Sql sql) {
        this.sql = sql;
        captures = new SqliteCaptures(sql);
        leases = new SqliteLeases(sql);
    }

    Sql sql() {
        return sql;
    }

    SqliteCaptures captures() {
        return captures;
    }

    SqliteLeases leases() {
        return leases;
    }

    /** Overwrites what it deletes, so that no value of a letter that is gone can be found in the file. */
    <T> T erasing(Transactions.Work<T> work) throws SQLException {
        secureDelete("ON");
        try {
            return work.run(sql);
        } finally {
            secureDelete("FAST");
        }
    }

    private void secureDelete(String setting) throws SQLException {
        sql.query("PRAGMA secure_delete = " + setting, in -> {}, row -> 0);
    }

    void committed() {
        captures.committed();
        leases.committed();
    }

    void rolledBack() {
        captures.rolledBack();
        leases.rolledBack();
    }
}

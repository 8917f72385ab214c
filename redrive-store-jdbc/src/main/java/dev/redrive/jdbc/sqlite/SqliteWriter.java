package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.sql.Sql;

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

    void committed() {
        captures.committed();
        leases.committed();
    }

    void rolledBack() {
        captures.rolledBack();
        leases.rolledBack();
    }
}

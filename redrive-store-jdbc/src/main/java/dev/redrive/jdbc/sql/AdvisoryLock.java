package dev.redrive.jdbc.sql;

import java.sql.SQLException;

/** Locks of PostgreSQL that one transaction holds at a time, until it ends. All versions on one database use the same keys. */
public enum AdvisoryLock {
    SCHEMA(0x7265647269766531L),
    PARTITIONS(0x7265647269766532L),
    AUDIT(0x7265647269766533L),
    COUNTERS(0x7265647269766535L),
    IMPORT(0x7265647269766536L),
    LEGAL_HOLDS(0x7265647269766537L),
    SEARCH_PATHS(0x7265647269766538L);

    private final long key;

    AdvisoryLock(long key) {
        this.key = key;
    }

    /** Waits until no other transaction holds it. */
    public void take(Sql sql) throws SQLException {
        take(sql, key);
    }

    /** Waits until no other transaction has taken it; any number may share it. */
    public void share(Sql sql) throws SQLException {
        sql.query("SELECT pg_advisory_xact_lock_shared(?)", in -> in.int8(key), row -> 0);
    }

    /** For locks that are as many as the rows that they protect. */
    public static void take(Sql sql, long key) throws SQLException {
        sql.query("SELECT pg_advisory_xact_lock(?)", in -> in.int8(key), row -> 0);
    }

    /** False when another transaction holds it. */
    public boolean takeIfFree(Sql sql) throws SQLException {
        return sql.first(
                                "SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN 1 ELSE 0 END",
                                in -> in.int8(key),
                                Columns::number)
                        .orElse(0)
                == 1;
    }
}

package dev.redrive.jdbc.sqlite;

import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Month;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the space of removed letters back to the system: pages from the end of the file go to free places before it, a few at
 * a time, and the file is cut. A file that an older version made cannot do so until it is written anew, which is done once,
 * when little of it is left.
 */
final class SqliteSpace {
    private static final Logger LOG = LoggerFactory.getLogger(SqliteSpace.class);

    /** Has an effect on a file without tables, and on what a {@code VACUUM} writes. */
    static final String INCREMENTAL = "PRAGMA auto_vacuum = INCREMENTAL";

    /** So many pages are moved while writers wait. */
    private static final int PAGES_AT_ONCE = 1000;
    /** Left for the next letters. */
    private static final int SPARE_PAGES = 256;
    /** A file with more pages in use takes too long to be written anew. */
    private static final int FEW_PAGES = 32_768;

    private static final int TRACES_AT_ONCE = 500;
    /** A letter that comes out of a local journal still finds the stack trace that was written with an earlier one. */
    private static final Duration STRAGGLERS = Duration.ofDays(31);

    private static final String FORGET_TRACES = """
            DELETE FROM dlq_trace WHERE id IN (SELECT id FROM dlq_trace WHERE id < ? ORDER BY id LIMIT ?)""";

    private final SqliteFile file;
    private final AtomicBoolean warned = new AtomicBoolean();

    SqliteSpace(SqliteFile file) {
        this.file = file;
    }

    /** Before anything else is written to a new file: later it would have to be written anew. */
    static void prepare(Path file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute(INCREMENTAL);
            statement.execute("VACUUM");
        }
    }

    /** True of a file that an older version made: its pages stay where they are. */
    static boolean isFixed(Sql sql) throws SQLException {
        return number(sql, "PRAGMA auto_vacuum") == 0;
    }

    /** A bounded part of the work; false when nothing is left. */
    boolean reclaim(Instant now) {
        if (file.write(writer -> forgetTraces(writer.sql(), now)) == TRACES_AT_ONCE) return true;
        return file.exclusively(writer -> giveBack(writer.sql()));
    }

    /** Those of months before the oldest letter: an attempt may refer to a later month than its letter's, never to an earlier one. */
    private static int forgetTraces(Sql sql, Instant now) throws SQLException {
        Instant newest = now.minus(STRAGGLERS);
        Instant oldest = sql.first("SELECT id FROM dlq_letter ORDER BY id LIMIT 1", in -> {}, Columns::id)
                .map(id -> new LetterId(id).createdAt())
                .orElse(newest);
        Instant until = Month.at(oldest.isBefore(newest) ? oldest : newest).from();
        UUID first = LetterId.firstAt(until).value();
        return sql.update(FORGET_TRACES, in -> {
            in.id(first);
            in.int4(TRACES_AT_ONCE);
        });
    }

    private boolean giveBack(Sql sql) throws SQLException {
        int free = number(sql, "PRAGMA freelist_count");
        if (free <= SPARE_PAGES) return false;
        if (isFixed(sql)) return writeAnew(sql, free);
        int some = Math.min(PAGES_AT_ONCE, free - SPARE_PAGES);
        try (Statement statement = sql.connection().createStatement()) {
            // The driver takes one step of other statements, which is one page, and all steps of an update.
            statement.executeUpdate("PRAGMA incremental_vacuum(" + some + ")");
        }
        boolean isMore = free - some > SPARE_PAGES;
        if (!isMore) emptyLog(sql);
        return isMore;
    }

    private boolean writeAnew(Sql sql, int free) throws SQLException {
        int used = number(sql, "PRAGMA page_count") - free;
        if (free < used) return false;
        if (used > FEW_PAGES) {
            if (warned.compareAndSet(false, true))
                LOG.warn(
                        "{} free pages of the store are kept for new letters; to give them back to the system, restore a backup of it",
                        free);
            return false;
        }
        try (Statement statement = sql.connection().createStatement()) {
            statement.execute(INCREMENTAL);
            statement.execute("VACUUM");
        }
        emptyLog(sql);
        return false;
    }

    /** Brings the log into the file, which is cut then. A reader that goes on for long keeps it from that until another time. */
    static boolean emptyLog(Sql sql) throws SQLException {
        sql.query("PRAGMA busy_timeout = 100", in -> {}, row -> 0);
        try {
            return sql.first("PRAGMA wal_checkpoint(TRUNCATE)", in -> {}, Columns::number)
                            .orElse(1)
                    == 0;
        } finally {
            sql.query("PRAGMA busy_timeout = " + SqliteFile.BUSY.toMillis(), in -> {}, row -> 0);
        }
    }

    private static int number(Sql sql, String pragma) throws SQLException {
        return sql.first(pragma, in -> {}, Columns::number).orElseThrow();
    }
}

package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.YearMonth;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops the partitions of a month. Dropping one locks the table that it is a part of for a moment; a transaction that holds that
 * table for longer, such as a backup, makes us give up soon, because captures would queue behind us.
 */
final class MonthDrops {
    private static final Logger LOG = LoggerFactory.getLogger(MonthDrops.class);
    private static final String GIVE_UP_SOON = "SET LOCAL lock_timeout = '100ms'";

    /** Months that could not be dropped, so that each is logged once. */
    private final Set<YearMonth> locked = ConcurrentHashMap.newKeySet();

    private final PostgresDatabase postgres;

    MonthDrops(PostgresDatabase postgres) {
        this.postgres = postgres;
    }

    /**
     * Drops a month.
     *
     * @param last is done while no letter enters the month or changes in it; says how many letters go, or nothing when the
     *     month must stay
     * @return how many letters went with it; empty when it is still there
     */
    OptionalInt drop(YearMonth month, Transactions.Work<OptionalInt> last) {
        try {
            OptionalInt letters = postgres.transaction(sql -> drop(sql, month, last));
            locked.remove(month);
            return letters;
        } catch (StoreUnavailable e) {
            throw e;
        } catch (StoreException e) {
            if (locked.add(month))
                LOG.warn(
                        "the letters of {} cannot be dropped as a whole for now and are removed one by one: {}",
                        month,
                        e.getMessage());
            return OptionalInt.empty();
        }
    }

    private static OptionalInt drop(Sql sql, YearMonth month, Transactions.Work<OptionalInt> last) throws SQLException {
        try (Statement statement = sql.connection().createStatement()) {
            statement.execute(GIVE_UP_SOON);
            statement.execute("LOCK TABLE " + Partitions.name("dlq_letter", month) + ", "
                    + Partitions.name("dlq_settled", month) + " IN SHARE MODE");
            OptionalInt letters = last.run(sql);
            if (letters.isEmpty()) return letters;
            for (String table :
                    List.of("dlq_letter", "dlq_settled", "dlq_attempt", "dlq_attribute", "dlq_attribute_later"))
                statement.execute("DROP TABLE " + Partitions.name(table, month));
            dropTraces(sql, statement);
            return letters;
        }
    }

    /** An attempt may refer to a trace of a later month than its letter's, never to one of an earlier month. */
    private static void dropTraces(Sql sql, Statement statement) throws SQLException {
        List<YearMonth> kept = Partitions.months(sql, "dlq_letter");
        for (YearMonth month : Partitions.months(sql, "dlq_trace")) {
            if (!kept.isEmpty() && !month.isBefore(kept.get(0))) return;
            statement.execute("DROP TABLE " + Partitions.name("dlq_trace", month));
        }
    }
}

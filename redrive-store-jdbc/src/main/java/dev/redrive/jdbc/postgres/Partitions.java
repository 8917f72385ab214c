package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.sql.AdvisoryLock;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Month;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.StoreException;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The monthly partitions: cut by the time in the ids, made before they are needed, dropped whole. */
final class Partitions {
    static final List<String> TABLES =
            List.of("dlq_letter", "dlq_settled", "dlq_attempt", "dlq_trace", "dlq_attribute", "dlq_attribute_later");

    private static final int AHEAD = 2;
    private static final String NO_PARTITION_FOR_ROW = "23514";
    private static final String NO_SUCH_TABLE = "42P01";

    private final PostgresDatabase postgres;
    private final Set<YearMonth> known = ConcurrentHashMap.newKeySet();

    Partitions(PostgresDatabase postgres) {
        this.postgres = postgres;
    }

    static YearMonth monthOf(Instant time) {
        return Month.at(time).name();
    }

    static UUID firstIdOf(YearMonth month) {
        return LetterId.firstAt(Month.startOf(month)).value();
    }

    /** The ids of a month, as two parameters: from the first, and up to the second. */
    static Sql.Binder rangeOf(YearMonth month) {
        return in -> {
            in.id(firstIdOf(month));
            in.id(firstIdOf(month.plusMonths(1)));
        };
    }

    static String name(String table, YearMonth month) {
        return String.format(Locale.ROOT, "%s_%04d_%02d", table, month.getYear(), month.getMonthValue());
    }

    /** Makes this month's partitions and those of the next ones. */
    void makeAhead(Instant now) {
        for (int i = 0; i <= AHEAD; i++) ensure(monthOf(now).plusMonths(i));
    }

    /**
     * Writes these letters once their partitions are made. A node may drop those of a month that is over before the letters are in
     * them; then nothing is written, and it is done once more.
     */
    <T> T write(List<LetterId> letters, Supplier<T> work) {
        ensureAll(letters);
        try {
            return work.get();
        } catch (StoreException e) {
            if (!isDropped(e)) throw e;
            ensureAll(letters);
            return work.get();
        }
    }

    private void ensureAll(List<LetterId> letters) {
        letters.stream().map(letter -> monthOf(letter.createdAt())).distinct().forEach(this::ensure);
    }

    private static boolean isDropped(StoreException e) {
        return e.getCause() instanceof SQLException cause
                && (NO_PARTITION_FOR_ROW.equals(cause.getSQLState()) || NO_SUCH_TABLE.equals(cause.getSQLState()));
    }

    /**
     * In a transaction of its own: a concurrent caller waits, and finds them made. Those of a month that is over may have been
     * dropped since, by any node.
     */
    void ensure(YearMonth month) {
        boolean mayBeGone = month.isBefore(monthOf(postgres.clock().instant()));
        if (!mayBeGone && known.contains(month)) return;
        postgres.transaction(sql -> {
            AdvisoryLock.PARTITIONS.take(sql);
            for (String table : TABLES) make(sql, table, month);
            return 0;
        });
        known.add(month);
    }

    /** Attached rather than made in place, because that lets others read and write the table meanwhile. */
    private static void make(Sql sql, String table, YearMonth month) throws SQLException {
        String name = name(table, month);
        boolean exists = sql.first(
                        "SELECT 1 FROM pg_class WHERE oid = to_regclass(?)", in -> in.text(name), Columns::number)
                .isPresent();
        if (exists) return;
        try (Statement statement = sql.connection().createStatement()) {
            statement.execute("CREATE TABLE " + name + " (LIKE " + table + " INCLUDING DEFAULTS)"
                    + (table.equals("dlq_letter") ? " WITH (toast_tuple_target = 8160)" : ""));
            if (table.equals("dlq_letter"))
                statement.execute("ALTER TABLE " + name + " ALTER payload SET STORAGE EXTERNAL");
            statement.execute("ALTER TABLE " + table + " ATTACH PARTITION " + name + " FOR VALUES FROM ('"
                    + firstIdOf(month) + "') TO ('" + firstIdOf(month.plusMonths(1)) + "')");
        }
    }

    /** The months that have a partition of this table, oldest first. */
    static List<YearMonth> months(Sql sql, String table) throws SQLException {
        return sql.query("""
                SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                WHERE i.inhparent = to_regclass(?) ORDER BY c.relname""", in -> in.text(table), row -> {
            String[] parts = row.text().substring(table.length() + 1).split("_", -1);
            return YearMonth.of(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
        });
    }
}

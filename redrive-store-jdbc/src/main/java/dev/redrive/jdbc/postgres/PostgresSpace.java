package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.sql.Columns;
import dev.redrive.jdbc.sql.Month;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.letter.LetterId;
import dev.redrive.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives the disk space of removed letters back: drops months that are empty, and vacuums those from which many were removed. */
final class PostgresSpace {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresSpace.class);
    /** Fewer leave little space behind, and autovacuum comes by in time. */
    private static final int MANY = 1000;
    /** Letters of a month that is over still come out of local journals, mostly soon. */
    private static final Duration STRAGGLERS = Duration.ofDays(1);

    private final PostgresDatabase postgres;
    private final MonthDrops drops;
    /** How many letters were removed since the month was vacuumed; what another process removed is for autovacuum. */
    private final Map<YearMonth, Integer> removed = new ConcurrentHashMap<>();

    PostgresSpace(PostgresDatabase postgres, MonthDrops drops) {
        this.postgres = postgres;
        this.drops = drops;
    }

    void removed(Collection<LetterId> letters) {
        for (LetterId letter : letters) removed.merge(Partitions.monthOf(letter.createdAt()), 1, Integer::sum);
    }

    /** Works on one month at most; false when none is left. */
    boolean reclaim() {
        for (YearMonth month : postgres.read(this::emptyMonths)) if (dropEmpty(month)) return true;
        Optional<YearMonth> next = next();
        next.ifPresent(this::vacuum);
        return next.isPresent();
    }

    private List<YearMonth> emptyMonths(Sql sql) throws SQLException {
        Instant over = postgres.now(sql).minus(STRAGGLERS);
        List<YearMonth> empty = new ArrayList<>();
        for (YearMonth month : Partitions.months(sql, "dlq_letter"))
            if (Month.startOf(month.plusMonths(1)).isBefore(over) && isEmpty(sql, month)) empty.add(month);
        return empty;
    }

    private static boolean isEmpty(Sql sql, YearMonth month) throws SQLException {
        return sql.first(
                        "SELECT 1 FROM " + Partitions.name("dlq_letter", month) + " LIMIT 1", in -> {}, Columns::number)
                .isEmpty();
    }

    private boolean dropEmpty(YearMonth month) {
        boolean dropped = drops.drop(month, sql -> isEmpty(sql, month) ? OptionalInt.of(0) : OptionalInt.empty())
                .isPresent();
        if (dropped) removed.remove(month);
        return dropped;
    }

    private Optional<YearMonth> next() {
        return removed.entrySet().stream()
                .filter(month -> month.getValue() >= MANY)
                .map(Map.Entry::getKey)
                .min(YearMonth::compareTo);
    }

    /** A vacuum cuts what is empty off the end of a file, and gives up when another transaction needs the table. */
    private void vacuum(YearMonth month) {
        removed.remove(month);
        try (Connection connection = postgres.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(true);
            for (String table :
                    List.of("dlq_letter", "dlq_settled", "dlq_attempt", "dlq_attribute", "dlq_attribute_later"))
                statement.execute("VACUUM (SKIP_LOCKED) " + Partitions.name(table, month));
        } catch (SQLException | StoreException e) {
            LOG.debug("could not vacuum the letters of {}; autovacuum does it later", month, e);
        }
    }
}

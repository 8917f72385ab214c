package dev.redrive.jdbc.letters;

import dev.redrive.jdbc.sql.Sql;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Queries for the next time at which a letter is due or a lease ends. */
public final class NextDue {
    private NextDue() {}

    public static Optional<Instant> next(Sql sql, Optional<Set<String>> channels) throws SQLException {
        if (channels.isPresent() && channels.get().isEmpty()) return Optional.empty();
        return first(nextEnd(sql), ready(sql, channels), waiting(sql, channels, Long.MIN_VALUE));
    }

    /** Of one channel, whatever leases there are. */
    public static Optional<Instant> nextOf(Sql sql, String channel) throws SQLException {
        Optional<Set<String>> one = Optional.of(Set.of(channel));
        return first(Optional.empty(), ready(sql, one), waiting(sql, one, Long.MIN_VALUE));
    }

    public static Optional<Instant> first(Optional<Instant> lease, Optional<Instant> ready, Optional<Instant> waiting) {
        return Stream.of(lease, ready, waiting).flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    public static Optional<Instant> nextEnd(Sql sql) throws SQLException {
        return time(sql, "SELECT MIN(lease_until) FROM dlq_lease", in -> {});
    }

    private static Optional<Instant> ready(Sql sql, Optional<Set<String>> channels) throws SQLException {
        if (channels.isEmpty())
            return time(sql, "SELECT due_at FROM dlq_ready ORDER BY priority DESC, id LIMIT 1", in -> {});
        Optional<Instant> first = Optional.empty();
        for (String channel : channels.get()) {
            if (first.isEmpty())
                first = time(
                        sql,
                        "SELECT due_at FROM dlq_ready WHERE channel = ? ORDER BY priority DESC, id LIMIT 1",
                        in -> in.text(channel));
        }
        return first;
    }

    /** Of those that are due after a time. */
    public static Optional<Instant> waiting(Sql sql, Optional<Set<String>> channels, long after) throws SQLException {
        List<String> names = channels.map(List::copyOf).orElse(List.of());
        String where = names.isEmpty()
                ? ""
                : " AND channel IN (" + String.join(", ", Collections.nCopies(names.size(), "?")) + ")";
        return time(
                sql,
                "SELECT due_at FROM dlq_waiting WHERE blocked = 0 AND due_at > ?" + where + " ORDER BY due_at LIMIT 1",
                in -> {
                    in.int8(after);
                    for (String name : names) in.text(name);
                });
    }

    private static Optional<Instant> time(Sql sql, String select, Sql.Binder binder) throws SQLException {
        return sql.first(select, binder, row -> Optional.ofNullable(row.timeOrNull()))
                .flatMap(time -> time);
    }
}

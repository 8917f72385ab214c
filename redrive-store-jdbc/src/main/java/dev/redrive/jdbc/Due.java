package dev.redrive.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** When there will be something to do. */
final class Due {
    private Due() {}

    static Optional<Instant> next(Sql sql, Optional<Set<String>> channels) throws SQLException {
        if (channels.isPresent() && channels.get().isEmpty()) return Optional.empty();
        Stream<Optional<Instant>> times = Stream.of(
                time(sql, "SELECT MIN(lease_until) FROM dlq_lease", List.of()),
                ready(sql, channels),
                waiting(sql, channels));
        return times.flatMap(Optional::stream).min(Comparator.naturalOrder());
    }

    private static Optional<Instant> ready(Sql sql, Optional<Set<String>> channels) throws SQLException {
        if (channels.isEmpty())
            return time(sql, "SELECT due_at FROM dlq_ready ORDER BY priority DESC, id LIMIT 1", List.of());
        Optional<Instant> first = Optional.empty();
        for (String channel : channels.get()) {
            if (first.isEmpty())
                first = time(
                        sql,
                        "SELECT due_at FROM dlq_ready WHERE channel = ? ORDER BY priority DESC, id LIMIT 1",
                        List.of(channel));
        }
        return first;
    }

    private static Optional<Instant> waiting(Sql sql, Optional<Set<String>> channels) throws SQLException {
        List<String> names = channels.map(List::copyOf).orElse(List.of());
        String where = names.isEmpty()
                ? ""
                : " AND channel IN (" + String.join(", ", Collections.nCopies(names.size(), "?")) + ")";
        return time(
                sql, "SELECT due_at FROM dlq_waiting WHERE blocked = 0" + where + " ORDER BY due_at LIMIT 1", names);
    }

    private static Optional<Instant> time(Sql sql, String select, List<String> names) throws SQLException {
        return sql.first(
                        select,
                        in -> {
                            for (String name : names) in.text(name);
                        },
                        row -> Optional.ofNullable(row.timeOrNull()))
                .flatMap(time -> time);
    }
}

package dev.redrive.jdbc.book;

import dev.redrive.internal.text.CleanText;
import dev.redrive.jdbc.sql.Millis;
import dev.redrive.jdbc.sql.Sql;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.StepSum;
import dev.redrive.series.Steps;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The counts of minutes, inside a transaction. */
final class MinuteTable {
    private static final String ADD = """
            INSERT INTO dlq_minute (minute, channel, measure, count) VALUES (?, ?, ?, ?)
            ON CONFLICT (minute, channel, measure) DO UPDATE SET count = dlq_minute.count + excluded.count""";
    private static final String SERIES = """
            SELECT minute - minute % ?, measure, CAST(SUM(count) AS bigint) FROM dlq_minute
            WHERE minute >= ? AND minute < ? GROUP BY 1, 2 ORDER BY 1, 2""";
    private static final String SERIES_OF_CHANNEL = """
            SELECT minute - minute % ?, measure, CAST(SUM(count) AS bigint) FROM dlq_minute
            WHERE minute >= ? AND minute < ? AND channel = ? GROUP BY 1, 2 ORDER BY 1, 2""";
    private static final String FORGET = "DELETE FROM dlq_minute WHERE minute < ?";
    private static final List<Measure> MEASURES = List.of(Measure.values());

    private record Slot(Instant minute, String channel, Measure measure) {}

    private MinuteTable() {}

    static void add(Sql sql, Collection<MinuteCount> counts) throws SQLException {
        sql.batch(ADD, sums(counts).entrySet(), (sum, out) -> {
            out.int8(sum.getKey().minute().toEpochMilli());
            out.text(sum.getKey().channel());
            out.int2(sum.getKey().measure().ordinal());
            out.int8(sum.getValue());
        });
    }

    /** Every transaction writes in the same order, so that two that count the same minutes do not deadlock. */
    private static Map<Slot, Long> sums(Collection<MinuteCount> counts) {
        Map<Slot, Long> sums = new TreeMap<>(
                Comparator.comparing(Slot::minute).thenComparing(Slot::channel).thenComparing(Slot::measure));
        for (MinuteCount count : counts)
            sums.merge(
                    new Slot(count.minute(), CleanText.text(count.channel()), count.measure()),
                    count.count(),
                    Long::sum);
        return sums;
    }

    static List<StepSum> series(Sql sql, Steps steps, Optional<String> channel) throws SQLException {
        return sql.query(
                channel.isPresent() ? SERIES_OF_CHANNEL : SERIES,
                in -> {
                    in.int8(steps.length().toMillis());
                    in.int8(Millis.atOrAfter(steps.from()));
                    in.int8(Millis.atOrAfter(steps.to()));
                    if (channel.isPresent()) in.text(CleanText.text(channel.get()));
                },
                row -> new StepSum(row.time(), MEASURES.get(row.number()), row.big()));
    }

    static int forget(Sql sql, Instant before) throws SQLException {
        return sql.update(FORGET, in -> in.int8(Millis.atOrAfter(before)));
    }
}

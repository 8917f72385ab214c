package dev.redrive.jdbc.book;

import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.series.Steps;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The counts per minute in the database of the letters. */
public final class JdbcMinuteCounts implements MinuteCounts {
    private final Transactions transactions;

    public JdbcMinuteCounts(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public void add(Collection<MinuteCount> counts) {
        if (counts.isEmpty()) return;
        transactions.transaction(sql -> {
            MinuteTable.add(sql, counts);
            return true;
        });
    }

    @Override
    public List<StepSum> sums(Instant from, Instant to, Duration step, Optional<String> channel) {
        Steps steps = new Steps(from, to, step);
        return transactions.read(sql -> MinuteTable.series(sql, steps, channel));
    }

    @Override
    public void deleteBefore(Instant time) {
        transactions.transaction(sql -> {
            MinuteTable.forget(sql, time);
            return true;
        });
    }
}

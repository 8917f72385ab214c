package dev.redrive.jdbc.book;

import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.store.retention.RetentionLog;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The lease and the runs of retention in the database of the letters. */
public final class JdbcRetentionLog implements RetentionLog {
    private final Transactions transactions;
    private final JdbcReplayBook.Time time;

    public JdbcRetentionLog(Transactions transactions, JdbcReplayBook.Time time) {
        this.transactions = transactions;
        this.time = time;
    }

    @Override
    public boolean lease(String node, Duration length) {
        return transactions.transaction(sql -> RetentionTables.lease(sql, node, time.now(sql), length));
    }

    @Override
    public Optional<String> running() {
        return transactions.transaction(sql -> RetentionTables.holder(sql, time.now(sql)));
    }

    @Override
    public void end(RetentionRun run) {
        transactions.transaction(sql -> {
            RetentionTables.append(sql, run);
            return RetentionTables.giveBack(sql, run.node());
        });
    }

    @Override
    public List<RetentionRun> runs(int limit) {
        return transactions.read(sql -> RetentionTables.newest(sql, limit));
    }
}

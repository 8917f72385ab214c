package dev.redrive.jdbc.book;

import dev.redrive.jdbc.sql.Sql;
import dev.redrive.jdbc.sql.SqlDialect;
import dev.redrive.jdbc.sql.Transactions;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps replays beside the letters, the same on both databases. */
public final class JdbcReplayBook implements ReplayBook {
    /** A ledger is removed in parts, so that other transactions do not wait for long. */
    private static final int DELETE_AT_ONCE = 10_000;

    private static final int ASK_AT_ONCE = 500;
    /** From here on it matters that the server knows how large the ledgers are. */
    private static final int LARGE = 10_000;

    /** The clock of the store. */
    public interface Time {
        Instant now(Sql sql) throws SQLException;
    }

    private final Transactions transactions;
    private final Time time;

    public JdbcReplayBook(Transactions transactions, Time time) {
        this.transactions = transactions;
        this.time = time;
    }

    // Planning

    @Override
    public void add(Replay replay) {
        transactions.transaction(sql -> ReplayTable.put(sql, replay));
    }

    @Override
    public void append(ReplayId id, List<LedgerLine> lines) {
        if (!lines.isEmpty()) transactions.transaction(sql -> LedgerTable.append(sql, id, lines));
    }

    @Override
    public void planned(ReplayId id, ReplayPlan plan) {
        transactions.transaction(sql -> ReplayTable.planned(sql, id, plan));
        if (plan.count() >= LARGE) transactions.transaction(JdbcReplayBook::analyze);
    }

    /** A server that still thinks the table small would read all of it for each batch of lines. */
    private static int analyze(Sql sql) throws SQLException {
        return sql.dialect() == SqlDialect.POSTGRESQL ? sql.update("ANALYZE dlq_replay_line", in -> {}) : 0;
    }

    @Override
    public void remove(ReplayId id) {
        int gone = DELETE_AT_ONCE;
        while (gone == DELETE_AT_ONCE)
            gone = transactions.transaction(sql -> LedgerTable.delete(sql, id, DELETE_AT_ONCE));
        transactions.transaction(sql -> HoldTable.release(sql, id) + ReplayTable.delete(sql, id));
    }

    @Override
    public Optional<Replay> find(ReplayId id) {
        return transactions.read(sql -> ReplayTable.find(sql, id));
    }

    @Override
    public List<Replay> list(Set<ReplayState> states, int limit, @Nullable ReplayId before) {
        return transactions.read(sql -> ReplayTable.newest(sql, states, limit, before));
    }

    // Running

    @Override
    public Optional<Replay> move(
            ReplayId id, Set<ReplayState> from, ReplayState to, @Nullable String reason, @Nullable Instant wakeAt) {
        ReplayTable.Change change = new ReplayTable.Change(to, reason, wakeAt);
        return transactions.transaction(sql -> ReplayTable.move(sql, id, from, change, time.now(sql)));
    }

    @Override
    public void progress(ReplayId id, ReplayProgress progress) {
        transactions.transaction(sql -> ReplayTable.progress(sql, id, progress));
    }

    @Override
    public void wake(ReplayId id, @Nullable Instant at, @Nullable String reason) {
        transactions.transaction(sql -> ReplayTable.wake(sql, id, at, reason));
    }

    @Override
    public Optional<Replay> take(String node, Duration howLong) {
        return transactions.transaction(sql -> {
            Instant now = time.now(sql);
            return ReplayTable.take(sql, node, now, now.plus(howLong));
        });
    }

    @Override
    public boolean keep(ReplayId id, String node, Duration howLong) {
        return transactions.transaction(
                sql -> ReplayTable.keep(sql, id, node, time.now(sql).plus(howLong)));
    }

    @Override
    public void leave(ReplayId id, String node) {
        transactions.transaction(sql -> ReplayTable.leave(sql, id, node));
    }

    // Letters

    @Override
    public Held hold(ReplayId id, long from, int limit) {
        return transactions.transaction(sql -> HoldTable.hold(sql, id, from, limit, time.now(sql)));
    }

    @Override
    public void takeOver(ReplayId id, long from, int limit) {
        transactions.transaction(sql -> HoldTable.takeOver(sql, id, from, limit));
    }

    @Override
    public Map<LetterId, ReplayId> holders(Collection<LetterId> letters) {
        return transactions.read(sql -> HoldTable.holders(sql, letters));
    }

    @Override
    public void release(ReplayId id) {
        transactions.transaction(sql -> HoldTable.release(sql, id));
    }

    // Ledger

    @Override
    public List<LedgerLine> next(ReplayId id, long after, int limit) {
        return ledger(id, Set.of(LineState.PLANNED), after, limit);
    }

    @Override
    public List<LedgerLine> ledger(ReplayId id, Set<LineState> states, long after, int limit) {
        return transactions.read(sql -> LedgerTable.after(sql, id, states, after, limit));
    }

    @Override
    public Optional<LedgerLine> line(ReplayId id, LetterId letter) {
        return transactions.read(sql -> LedgerTable.of(sql, id, letter));
    }

    @Override
    public Set<Long> mark(ReplayId id, List<LedgerLine.Mark> marks) {
        if (marks.isEmpty()) return Set.of();
        return transactions.transaction(sql -> LedgerTable.mark(sql, id, marks, time.now(sql)));
    }

    @Override
    public Map<LineState, Long> tally(ReplayId id) {
        return transactions.read(sql -> LedgerTable.tally(sql, id));
    }

    @Override
    public int sentBefore(Collection<LetterId> letters) {
        List<LetterId> once = letters.stream().distinct().toList();
        return transactions.read(sql -> {
            int sent = 0;
            for (int from = 0; from < once.size(); from += ASK_AT_ONCE)
                sent += LedgerTable.sent(sql, once.subList(from, Math.min(once.size(), from + ASK_AT_ONCE)));
            return sent;
        });
    }

    @Override
    public int expire(Instant endedBefore, int limit) {
        List<ReplayId> past = transactions.read(sql -> ReplayTable.endedBefore(sql, endedBefore, limit));
        past.forEach(this::remove);
        return past.size();
    }
}

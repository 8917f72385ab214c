package dev.redrive.jdbc.postgres;

import dev.redrive.jdbc.retention.DueLetters;
import dev.redrive.jdbc.retention.ExpiredLetters;
import dev.redrive.jdbc.retention.SettledCounts;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.Expiry;
import dev.redrive.store.retention.SettledCount;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Letters leave PostgreSQL when their retention is over. */
final class PostgresExpiry implements Expiry {
    private final PostgresDatabase postgres;
    private final PostgresSignals signals;
    private final PostgresMaintenance maintenance;
    private final PostgresRetention months;
    private final PostgresSpace space;

    PostgresExpiry(PostgresDatabase postgres, PostgresSignals signals, PostgresMaintenance maintenance) {
        this.postgres = postgres;
        this.signals = signals;
        this.maintenance = maintenance;
        MonthDrops drops = new MonthDrops(postgres);
        months = new PostgresRetention(postgres, drops);
        space = new PostgresSpace(postgres, drops);
    }

    @Override
    public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        return postgres.transaction(sql -> DueLetters.find(sql, status, times, after, limit, postgres.now(sql)));
    }

    private interface Departure {
        List<LetterId> run(ExpiredLetters expired, List<DueLetter> letters) throws SQLException;
    }

    /** A part of them in each transaction. */
    private List<LetterId> inParts(List<DueLetter> letters, Departure departure) {
        List<LetterId> done = new ArrayList<>(letters.size());
        for (int from = 0; from < letters.size(); from += ExpiredLetters.AT_ONCE) {
            List<DueLetter> part = letters.subList(from, Math.min(letters.size(), from + ExpiredLetters.AT_ONCE));
            done.addAll(postgres.transaction(sql -> departure.run(new ExpiredLetters(sql, postgres.now(sql)), part)));
        }
        if (!done.isEmpty()) maintenance.changed();
        return done;
    }

    @Override
    public List<LetterId> remove(List<DueLetter> letters) {
        List<LetterId> gone = inParts(letters, ExpiredLetters::remove);
        space.removed(gone);
        return gone;
    }

    /** What waited behind a closed letter may be due now. */
    @Override
    public List<LetterId> close(List<DueLetter> letters, ManualMove move) {
        List<LetterId> closed = inParts(letters, (expired, part) -> expired.close(part, move));
        if (!closed.isEmpty()) signals.dueSoon();
        return closed;
    }

    @Override
    public int removeWhole(Map<LetterStatus, ChannelTimes> times) {
        int gone = months.removeWhole(times);
        if (gone > 0) maintenance.changed();
        return gone;
    }

    @Override
    public List<SettledCount> settledCounts(Set<LetterStatus> statuses) {
        return postgres.read(sql -> SettledCounts.of(sql, statuses));
    }

    @Override
    public boolean reclaim() {
        return space.reclaim();
    }
}

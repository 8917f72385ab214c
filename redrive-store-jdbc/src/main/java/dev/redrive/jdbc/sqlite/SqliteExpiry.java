package dev.redrive.jdbc.sqlite;

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
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Letters leave a SQLite file when their retention is over. */
final class SqliteExpiry implements Expiry {
    private final SqliteFile file;
    private final SqliteSpace space;
    private final SqliteErasure erasure;
    private final InstantSource clock;

    /** @param clock in whole milliseconds */
    SqliteExpiry(SqliteFile file, InstantSource clock, SqliteErasure erasure) {
        this.file = file;
        this.erasure = erasure;
        this.space = new SqliteSpace(file);
        this.clock = clock;
    }

    @Override
    public DuePage due(LetterStatus status, ChannelTimes times, @Nullable LetterId after, int limit) {
        return file.read(sql -> DueLetters.find(sql, status, times, after, limit, clock.instant()));
    }

    private interface Departure {
        List<LetterId> run(ExpiredLetters expired, List<DueLetter> letters) throws SQLException;
    }

    /** A part of them in each transaction. */
    private List<LetterId> inParts(List<DueLetter> letters, Departure departure) {
        List<LetterId> done = new ArrayList<>(letters.size());
        for (int from = 0; from < letters.size(); from += ExpiredLetters.AT_ONCE) {
            List<DueLetter> part = letters.subList(from, Math.min(letters.size(), from + ExpiredLetters.AT_ONCE));
            done.addAll(file.write(
                    part.size(),
                    writer -> writer.erasing(sql -> departure.run(new ExpiredLetters(sql, clock.instant()), part))));
        }
        return done;
    }

    @Override
    public List<LetterId> remove(List<DueLetter> letters) {
        return inParts(letters, ExpiredLetters::remove);
    }

    @Override
    public List<LetterId> close(List<DueLetter> letters, ManualMove move) {
        return inParts(letters, (expired, part) -> expired.close(part, move));
    }

    /** All months are in one file. */
    @Override
    public int removeWhole(Map<LetterStatus, ChannelTimes> times) {
        return 0;
    }

    @Override
    public List<SettledCount> settledCounts(Set<LetterStatus> statuses) {
        return file.read(sql -> SettledCounts.of(sql, statuses));
    }

    @Override
    public boolean reclaim() {
        erasure.finish();
        return space.reclaim(clock.instant());
    }
}

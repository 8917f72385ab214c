package dev.redrive.internal.retention;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.retention.DueCount;
import dev.redrive.retention.RunResult.Preview;
import dev.redrive.retention.RunResult.PreviewCount;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.SettledCount;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts letters whose retention is over, or soon will be. */
public final class DueLetters {
    private static final Set<LetterStatus> STATUSES =
            EnumSet.of(LetterStatus.RESOLVED, LetterStatus.FAILED, LetterStatus.ARCHIVED);
    private static final int PAGE = 20_000;

    private final DeadLetterStore store;
    private final RetentionRules rules;

    public DueLetters(DeadLetterStore store, RetentionRules rules) {
        this.store = store;
        this.rules = rules;
    }

    /** All letters that have a retention by the day on which it ends, the earliest first. */
    public List<DueCount> byDay() {
        return store.settledCounts(STATUSES).stream()
                .map(this::ending)
                .sorted(Comparator.comparing(DueCount::day)
                        .thenComparing(DueCount::status)
                        .thenComparing(DueCount::channel))
                .toList();
    }

    private DueCount ending(SettledCount count) {
        LocalDate day = count.lastChanged()
                .atStartOfDay()
                .plus(rules.of(count.channel()).of(count.status()))
                .toLocalDate();
        return new DueCount(count.status(), count.channel(), day, count.letters());
    }

    /** Goes through all that is due now, without reading the letters. */
    public Preview preview() {
        Set<String> channels = store.tallies().byChannel().keySet();
        List<PreviewCount> counts = new ArrayList<>();
        long held = 0;
        for (LetterStatus status : STATUSES) {
            Map<String, Long> byChannel = new TreeMap<>();
            held += count(status, rules.times(status, channels), byChannel);
            byChannel.forEach((channel, letters) -> counts.add(new PreviewCount(status, channel, letters)));
        }
        return new Preview(counts, held);
    }

    /** Returns how many are held. */
    private long count(LetterStatus status, ChannelTimes times, Map<String, Long> byChannel) {
        long held = 0;
        LetterId after = null;
        do {
            DuePage page = store.due(status, times, after, PAGE);
            held += page.held();
            for (DueLetter letter : page.letters()) byChannel.merge(letter.channel(), 1L, Long::sum);
            after = page.next();
        } while (after != null);
        return held;
    }
}

package dev.redrive.internal.retention;

import dev.redrive.internal.event.Events;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.RetentionRules;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What the steps of one run share.
 *
 * @param channels all that have letters
 * @param goesOn asked between two batches; false when this process stops or another node runs retention now
 */
record RunContext(
        DeadLetterStore store,
        RetentionRules rules,
        Set<String> channels,
        Events events,
        RunPace pace,
        RunCounts counts,
        BooleanSupplier goesOn) {

    ChannelTimes times(LetterStatus status) {
        return rules.times(status, channels);
    }

    /** Works on all letters in one status whose time is over, page by page, until the run ends. */
    void forEachPage(LetterStatus status, int size, Consumer<List<DueLetter>> work) {
        ChannelTimes times = times(status);
        LetterId after = null;
        do {
            if (!goesOn.getAsBoolean()) return;
            pace.begin();
            DuePage page = store.due(status, times, after, size);
            pace.betweenBatches();
            counts.held += page.held();
            work.accept(page.letters());
            after = page.next();
        } while (after != null);
    }
}

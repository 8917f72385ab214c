package dev.redrive.contract;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.retention.ChannelTimes;
import dev.redrive.store.retention.DueLetter;
import dev.redrive.store.retention.DuePage;
import dev.redrive.store.retention.Expiry;
import java.util.ArrayList;
import java.util.List;

/** Reads all that is due, page by page. */
final class DuePages {
    private DuePages() {}

    /** All letters that are due as one page. */
    static DuePage all(Expiry store, LetterStatus status, ChannelTimes times, int limit) {
        List<DueLetter> letters = new ArrayList<>();
        int held = 0;
        LetterId after = null;
        do {
            DuePage page = store.due(status, times, after, limit);
            letters.addAll(page.letters());
            held += page.held();
            after = page.next();
        } while (after != null);
        return new DuePage(letters, held, null);
    }
}

package dev.redrive.internal.replay;

import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes letters for one replay away from those that stand still, and ends those that have none left to send. */
public final class TakeOver {
    private static final int AT_ONCE = 2000;
    private static final String NONE_LEFT = "no letters left: ";
    private static final Set<ReplayState> STANDING = EnumSet.of(ReplayState.PAUSED, ReplayState.STOPPED);

    private final ReplayContext context;
    private final ReplayBook book;
    private final ReplayId id;
    private final Map<ReplayId, Long> taken = new HashMap<>();

    public TakeOver(ReplayContext context, ReplayId id) {
        this.context = context;
        this.book = context.book();
        this.id = id;
    }

    /** Whether a replay is over because others took what it had left. */
    static boolean isReason(@Nullable String reason) {
        return reason != null && reason.startsWith(NONE_LEFT);
    }

    /** Takes those of its planned lines from a position on, at most so many. */
    public void take(long from, int limit) {
        List<LetterId> letters = book.next(id, from - 1, limit).stream()
                .filter(line -> line.position() < from + limit)
                .map(LedgerLine::letter)
                .toList();
        Map<LetterId, ReplayId> before = book.holders(letters);
        if (before.isEmpty()) return;
        book.takeOver(id, from, limit);
        Map<LetterId, ReplayId> after = book.holders(before.keySet());
        before.forEach((letter, holder) -> {
            if (!holder.equals(after.get(letter))) taken.merge(holder, 1L, Long::sum);
        });
    }

    /** Resuming them would send nothing. */
    public void endEmptied() {
        taken.forEach((from, letters) -> {
            if (isEmpty(from)) end(from, letters);
        });
    }

    private boolean isEmpty(ReplayId other) {
        long after = 0;
        while (true) {
            List<LedgerLine> lines = book.next(other, after, AT_ONCE);
            if (lines.isEmpty()) return true;
            List<LetterId> letters = lines.stream().map(LedgerLine::letter).toList();
            if (book.holders(letters).containsValue(other)) return false;
            after = lines.get(lines.size() - 1).position();
        }
    }

    private void end(ReplayId other, long letters) {
        long unsent = book.tally(other).getOrDefault(LineState.PLANNED, 0L);
        String last = letters < unsent ? ", the last " + letters : "";
        String reason =
                NONE_LEFT + unsent + (unsent == 1 ? " was" : " were") + " taken over" + last + " by replay " + id;
        book.move(other, STANDING, ReplayState.CANCELLING, reason, context.now())
                .ifPresent(moved -> context.events().publish(() -> new RedriveEvent.ReplayChanged(moved)));
    }
}

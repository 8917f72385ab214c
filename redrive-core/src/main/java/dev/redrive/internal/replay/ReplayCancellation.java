package dev.redrive.internal.replay;

import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Ends the ledger of a replay that was cancelled: every line says what became of its letter. */
final class ReplayCancellation {
    private static final int AT_ONCE = 500;
    private static final String WHY = "the replay was cancelled";
    private static final String UNSURE = WHY + " after a node had died while sending it; it may have arrived";

    private final DeadLetterStore store;
    private final RunLedger ledger;
    private final Reconciliation reconciliation;
    private @Nullable Instant waitUntil;

    ReplayCancellation(DeadLetterStore store, ReplayId id, RunLedger ledger) {
        this.store = store;
        this.ledger = ledger;
        this.reconciliation = new Reconciliation(store, id);
    }

    /** Returns when to look again, when a node that died may still be sending a letter. */
    Optional<Instant> cancelRest(BooleanSupplier mayGoOn) {
        long after = 0;
        List<LedgerLine> lines;
        do {
            lines = ledger.next(after, AT_ONCE);
            Map<LetterId, LetterState> states =
                    store.states(lines.stream().map(LedgerLine::letter).toList());
            List<LedgerLine.Mark> marks = new ArrayList<>();
            for (LedgerLine line : lines)
                outcome(line, states.get(line.letter())).ifPresent(marks::add);
            ledger.mark(LineState.PLANNED, marks);
            ledger.publishSometimes();
            if (!lines.isEmpty()) after = lines.get(lines.size() - 1).position();
        } while (lines.size() == AT_ONCE && mayGoOn.getAsBoolean());
        return Optional.ofNullable(waitUntil);
    }

    private Optional<LedgerLine.Mark> outcome(LedgerLine line, @Nullable LetterState now) {
        boolean untouched = now == null || (now.attempt() == line.attempt() && now.status() != LetterStatus.RETRYING);
        if (untouched) return cancelled(line, WHY);
        Reconciliation.Outcome outcome = reconciliation.of(line);
        if (outcome instanceof Reconciliation.Outcome.Wait wait) {
            if (waitUntil == null || wait.until().isAfter(waitUntil)) waitUntil = wait.until();
            return Optional.empty();
        }
        if (outcome instanceof Reconciliation.Outcome.Over over && over.state() != LineState.SKIPPED)
            return Optional.of(new LedgerLine.Mark(line.position(), over.state(), over.why()));
        boolean maybeSent = outcome instanceof Reconciliation.Outcome.GoOn goOn && goOn.maybeSent();
        return maybeSent ? cancelled(line, UNSURE) : cancelled(line, WHY);
    }

    private static Optional<LedgerLine.Mark> cancelled(LedgerLine line, String why) {
        return Optional.of(new LedgerLine.Mark(line.position(), LineState.CANCELLED, why));
    }
}

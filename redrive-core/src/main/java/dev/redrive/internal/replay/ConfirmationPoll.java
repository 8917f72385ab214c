package dev.redrive.internal.replay;

import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.DeadLetterStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Finds out what became of letters that a broker has: confirmed, or failed again at their consumers. */
final class ConfirmationPoll {
    private static final int AT_ONCE = 500;

    private final DeadLetterStore store;
    private final ReplayId id;
    private final RunLedger ledger;

    ConfirmationPoll(DeadLetterStore store, ReplayId id, RunLedger ledger) {
        this.store = store;
        this.id = id;
        this.ledger = ledger;
    }

    /** Looks once at every line that is {@code SENT}. */
    void look(BooleanSupplier mayGoOn) {
        long after = 0;
        List<LedgerLine> lines;
        do {
            lines = store.replays().ledger(id, Set.of(LineState.SENT), after, AT_ONCE);
            Map<LetterId, LetterState> states =
                    store.states(lines.stream().map(LedgerLine::letter).toList());
            List<LedgerLine.Mark> marks = new ArrayList<>();
            for (LedgerLine line : lines)
                outcome(line, states.get(line.letter())).ifPresent(marks::add);
            ledger.mark(LineState.SENT, marks);
            if (!lines.isEmpty()) after = lines.get(lines.size() - 1).position();
        } while (lines.size() == AT_ONCE && mayGoOn.getAsBoolean());
    }

    /** Looks at one line that is {@code SENT}; returns what became of it. */
    LineState look(LedgerLine line) {
        LetterState now = store.states(List.of(line.letter())).get(line.letter());
        Optional<LedgerLine.Mark> mark = outcome(line, now);
        mark.ifPresent(known -> ledger.mark(LineState.SENT, List.of(known)));
        return mark.map(LedgerLine.Mark::state).orElse(LineState.SENT);
    }

    private Optional<LedgerLine.Mark> outcome(LedgerLine line, @Nullable LetterState now) {
        if (now == null) return mark(line, LineState.RESOLVED, "it was deleted after it had been sent");
        return switch (now.status()) {
            case REPLAYED, RETRYING -> Optional.empty();
            case RESOLVED -> mark(line, LineState.RESOLVED, null);
            case ARCHIVED -> mark(line, LineState.RESOLVED, "it was closed by hand");
            case PENDING, FAILED, MANUAL -> mark(line, LineState.CAME_BACK, why(line.letter(), now.status()));
        };
    }

    private static Optional<LedgerLine.Mark> mark(LedgerLine line, LineState state, @Nullable String why) {
        return Optional.of(new LedgerLine.Mark(line.position(), state, why));
    }

    private String why(LetterId letter, LetterStatus status) {
        return store.find(letter).map(DeadLetter::failure).map(Reason::of).orElse("it is " + status + " again");
    }
}

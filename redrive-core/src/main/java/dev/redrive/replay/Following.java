package dev.redrive.replay;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Standing;
import dev.redrive.store.DeadLetterStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Finds out what became of letters that a broker has: confirmed, or failed again at their consumers. */
final class Following {
    private static final int AT_ONCE = 500;

    private final DeadLetterStore store;
    private final ReplayId id;
    private final Ledger ledger;

    Following(DeadLetterStore store, ReplayId id, Ledger ledger) {
        this.store = store;
        this.id = id;
        this.ledger = ledger;
    }

    /** Looks once at every line that is {@code SENT}. */
    void look(BooleanSupplier mayGoOn) {
        long after = 0;
        List<Line> lines;
        do {
            lines = store.replays().ledger(id, Set.of(LineState.SENT), after, AT_ONCE);
            Map<LetterId, Standing> standings =
                    store.standings(lines.stream().map(Line::letter).toList());
            List<Line.Mark> marks = new ArrayList<>();
            for (Line line : lines) outcome(line, standings.get(line.letter())).ifPresent(marks::add);
            ledger.mark(LineState.SENT, marks);
            if (!lines.isEmpty()) after = lines.get(lines.size() - 1).position();
        } while (lines.size() == AT_ONCE && mayGoOn.getAsBoolean());
    }

    /** Looks at one line that is {@code SENT}; returns what became of it. */
    LineState look(Line line) {
        Standing now = store.standings(List.of(line.letter())).get(line.letter());
        Optional<Line.Mark> mark = outcome(line, now);
        mark.ifPresent(known -> ledger.mark(LineState.SENT, List.of(known)));
        return mark.map(Line.Mark::state).orElse(LineState.SENT);
    }

    private Optional<Line.Mark> outcome(Line line, @Nullable Standing now) {
        if (now == null) return mark(line, LineState.RESOLVED, "it was deleted after it had been sent");
        return switch (now.status()) {
            case REPLAYED, RETRYING -> Optional.empty();
            case RESOLVED -> mark(line, LineState.RESOLVED, null);
            case ARCHIVED -> mark(line, LineState.RESOLVED, "it was closed by hand");
            case PENDING, FAILED, MANUAL -> mark(line, LineState.CAME_BACK, why(line.letter(), now.status()));
        };
    }

    private static Optional<Line.Mark> mark(Line line, LineState state, @Nullable String why) {
        return Optional.of(new Line.Mark(line.position(), state, why));
    }

    private String why(LetterId letter, LetterStatus status) {
        return store.find(letter).map(DeadLetter::failure).map(Why::of).orElse("it is " + status + " again");
    }
}

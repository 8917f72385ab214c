package dev.redrive.internal.replay;

import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.letter.Summary;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the letters that a replay is about, a page at a time. */
public final class Planner {
    /** The most letters in one replay. */
    private static final int MAX_LETTERS = 1_000_000;

    private static final Set<LetterStatus> CAN_BE_TRIED = Arrays.stream(LetterStatus.values())
            .filter(status -> status.after(Move.CLAIM).isPresent())
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(LetterStatus.class)));

    private final ReplayContext context;
    private final PlanRequest request;
    private final PlanSummary plan;

    public Planner(ReplayContext context, PlanRequest request) {
        this.context = context;
        this.request = request;
        String target = request.task().target();
        this.plan = new PlanSummary(
                target == null ? context.engine()::targetOf : channel -> Optional.of(target),
                request.task().takeOver());
    }

    /** Refuses what could not be carried out later. */
    public void check() {
        String target = request.task().target();
        if (target != null && !context.engine().hasTarget(target))
            throw new IllegalArgumentException("there is no target \"" + target + "\"; name one of those configured");
        LetterTransformer.Transformer unused = context.transformer().prepare(request.task());
        if (request.selection() instanceof Selection.ByFilter by) {
            if (!by.filter().attributes().isEmpty())
                by.filter().checkAttributes(context.store().attributes().paths());
            for (LetterStatus status : by.filter().statuses())
                if (!CAN_BE_TRIED.contains(status))
                    throw new IllegalArgumentException(
                            "letters that are " + status + " cannot be replayed, only those that" + " are "
                                    + CAN_BE_TRIED.stream().map(Enum::name).collect(Collectors.joining(", ")));
        }
    }

    /** Hands out the lines of the plan, in order and a page at a time. */
    public PlanSummary plan(Consumer<List<LedgerLine>> lines) {
        if (request.selection() instanceof Selection.ByFilter by) byFilter(by, lines);
        else byIds(((Selection.ByIds) request.selection()).ids(), lines);
        return plan;
    }

    private void byFilter(Selection.ByFilter by, Consumer<List<LedgerLine>> lines) {
        Filter filter = by.filter().statuses().isEmpty() ? by.filter().with(CAN_BE_TRIED) : by.filter();
        @Nullable LetterId after = null;
        do {
            Page page = context.store().search(new Query(filter, by.sort(), by.direction(), Query.MAX_LIMIT, after, 0));
            write(page.items(), lines);
            after = page.next();
        } while (after != null);
    }

    private void byIds(List<LetterId> ids, Consumer<List<LedgerLine>> lines) {
        for (int from = 0; from < ids.size(); from += Query.MAX_LIMIT) {
            List<Summary> found = new ArrayList<>();
            for (LetterId id : ids.subList(from, Math.min(ids.size(), from + Query.MAX_LIMIT)))
                context.store().find(id).ifPresentOrElse(letter -> found.add(letter.summary()), plan::notFound);
            write(found, lines);
        }
    }

    private void write(List<Summary> letters, Consumer<List<LedgerLine>> lines) {
        List<LedgerLine> page = new ArrayList<>(letters.size());
        for (Summary letter : letters) {
            if (!CAN_BE_TRIED.contains(letter.state().status())) {
                plan.notAllowed();
                continue;
            }
            plan.found(letter);
            page.add(line(plan.count(), letter));
        }
        if (plan.count() > MAX_LETTERS)
            throw new IllegalArgumentException("more than " + MAX_LETTERS
                    + " letters are meant, which is the most for one replay; narrow the filter, for instance by time");
        if (page.isEmpty()) return;
        List<LetterId> ids = page.stream().map(LedgerLine::letter).toList();
        plan.sentBefore(context.book().sentBefore(ids));
        plan.heldBy(context.book().holders(ids).values());
        lines.accept(page);
    }

    private static LedgerLine line(long position, Summary letter) {
        return LedgerLine.planned(
                position,
                letter.id(),
                letter.channel(),
                letter.state().status(),
                letter.state().attempt(),
                letter.state().version());
    }
}

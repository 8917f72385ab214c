package dev.redrive.replay;

import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterIds;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where people plan replays, look at them and steer them. */
public final class Replays {
    /** The most letters in one replay. */
    public static final int MAX_LETTERS = 1_000_000;

    private final ReplayContext tools;
    private final Replayer replayer;
    private final LetterIds ids;

    public Replays(ReplayContext tools, Replayer replayer) {
        this.tools = tools;
        this.replayer = replayer;
        this.ids = new LetterIds(tools.store().clock());
    }

    // Planning

    /**
     * Fixes the set of letters and keeps the replay, in {@code PLANNED}.
     *
     * @throws IllegalArgumentException when the request cannot be carried out, with a message for whoever asked
     */
    public Replay plan(PlanRequest request) {
        Planner planner = new Planner(tools, request);
        planner.check();
        Replay replay = fresh(request);
        ReplayId id = replay.id();
        ReplayBook book = tools.book();
        book.add(replay);
        try {
            PlanSummary plan = planner.plan(lines -> book.append(id, lines));
            book.planned(id, plan.json(tools.store()), plan.count());
        } catch (RuntimeException e) {
            book.remove(id);
            throw e;
        }
        Replay planned = book.find(id).orElseThrow();
        tell(planned);
        return planned;
    }

    /** The same, but nothing is kept: the answer only shows what would be planned. */
    public Replay dryRun(PlanRequest request) {
        Planner planner = new Planner(tools, request);
        planner.check();
        Replay replay = fresh(request);
        PlanSummary plan = planner.plan(lines -> {});
        return replay.planned(plan.json(tools.store()), plan.count());
    }

    private Replay fresh(PlanRequest request) {
        Instant now = tools.now();
        return Replay.fresh(ReplayId.next(ids), request.by(), now, request.asked(), request.brakes(), request.errand());
    }

    // Looking

    public Optional<Replay> find(ReplayId id) {
        return tools.book().find(id);
    }

    /** The newest first, made before the given one; of all states when none is given. */
    public List<Replay> list(Set<ReplayState> states, int limit, @Nullable ReplayId before) {
        return tools.book().list(states, limit, before);
    }

    /** The next lines in one of these states (in any, when none is given), in order, after a position. */
    public List<LedgerLine> ledger(ReplayId id, Set<LineState> states, long after, int limit) {
        return tools.book().ledger(id, states, after, limit);
    }

    // Steering

    /** Starts, pauses, resumes or cancels; the same command twice is as good as once. */
    public CommandResult tell(ReplayId id, ReplayState.Command command, @Nullable String by) {
        Instant wakeAt = command == ReplayState.Command.PAUSE ? null : tools.now();
        String reason = command == ReplayState.Command.PAUSE ? "paused" + (by == null ? "" : " by " + by) : null;
        Set<ReplayState> from = EnumSet.copyOf(ReplayState.before(command));
        tools.book().find(id).filter(found -> found.allows(command)).ifPresent(found -> from.add(found.state()));
        Optional<Replay> moved = tools.book().move(id, from, command.leadsTo(), reason, wakeAt);
        if (moved.isEmpty()) return notMoved(id, command);
        tell(moved.get());
        replayer.told(id, command);
        return new CommandResult.Done(moved.get());
    }

    private CommandResult notMoved(ReplayId id, ReplayState.Command command) {
        Optional<Replay> found = tools.book().find(id);
        if (found.isEmpty()) return new CommandResult.NoSuchReplay();
        ReplayState state = found.get().state();
        boolean wasTold =
                state == command.leadsTo() || (command == ReplayState.Command.CANCEL && state == ReplayState.CANCELLED);
        return wasTold ? new CommandResult.Done(found.get()) : new CommandResult.NotAllowed(state);
    }

    private void tell(Replay replay) {
        tools.events().publish(() -> new RedriveEvent.ReplayChanged(replay));
    }
}

package dev.redrive;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.replay.PlanSummary;
import dev.redrive.internal.replay.Planner;
import dev.redrive.internal.replay.ReplayContext;
import dev.redrive.internal.replay.Replayer;
import dev.redrive.internal.replay.TakeOver;
import dev.redrive.json.Json;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterIds;
import dev.redrive.replay.CommandResult;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Plans, finds and controls replays. */
public final class Replays {
    private static final int TAKEN_AT_ONCE = 2000;

    private final ReplayContext context;
    private final Replayer replayer;
    private final LetterIds ids;

    Replays(ReplayContext context, Replayer replayer) {
        this.context = context;
        this.replayer = replayer;
        this.ids = new LetterIds(context.store().clock());
    }

    // Planning

    /**
     * Fixes the set of letters and keeps the replay, in {@code PLANNED}.
     *
     * @throws IllegalArgumentException when the request cannot be carried out, with a message for the user
     */
    public Replay plan(PlanRequest request) {
        Planner planner = new Planner(context, request);
        planner.check();
        Replay replay = fresh(request);
        ReplayId id = replay.id();
        ReplayBook book = context.book();
        book.add(replay);
        try {
            PlanSummary plan = planner.plan(lines -> book.append(id, lines));
            book.planned(id, plan.plan(context.store()));
        } catch (RuntimeException e) {
            book.remove(id);
            throw e;
        }
        Replay planned = book.find(id).orElseThrow();
        publish(planned);
        return planned;
    }

    /** The same, but nothing is kept: the answer only shows what would be planned. */
    public Replay dryRun(PlanRequest request) {
        Planner planner = new Planner(context, request);
        planner.check();
        Replay replay = fresh(request);
        PlanSummary plan = planner.plan(lines -> {});
        return replay.planned(plan.plan(context.store()));
    }

    private Replay fresh(PlanRequest request) {
        Instant now = context.now();
        // The plan acts on the selection; what was asked for is only kept and shown.
        Json asked = context.gate().json(request.asked());
        return Replay.fresh(ReplayId.next(ids), request.by(), now, asked, request.brakes(), request.task());
    }

    // Looking

    public Optional<Replay> find(ReplayId id) {
        return context.book().find(id);
    }

    /** The newest first, made before the given one; of all states when none is given. */
    public List<Replay> list(Set<ReplayState> states, int limit, @Nullable ReplayId before) {
        return context.book().list(states, limit, before);
    }

    /** The next lines in one of these states (in any, when none is given), in order, after a position. */
    public List<LedgerLine> ledger(ReplayId id, Set<LineState> states, long after, int limit) {
        return context.book().ledger(id, states, after, limit);
    }

    // Commands

    /** Starts, pauses, resumes or cancels. Commands are idempotent. */
    public CommandResult command(ReplayId id, ReplayState.Command command, @Nullable String by) {
        Set<ReplayState> from = EnumSet.copyOf(ReplayState.before(command));
        context.book().find(id).filter(found -> found.allows(command)).ifPresent(found -> from.add(found.state()));
        return command(id, command, from, by);
    }

    /** Cancels a replay that is only planned; one that was started goes on. */
    public CommandResult cancelUnstarted(ReplayId id) {
        return command(id, ReplayState.Command.CANCEL, EnumSet.of(ReplayState.PLANNED), null);
    }

    private CommandResult command(
            ReplayId id, ReplayState.Command command, Set<ReplayState> from, @Nullable String by) {
        Instant wakeAt = command == ReplayState.Command.PAUSE ? null : context.now();
        String reason = command == ReplayState.Command.PAUSE ? "paused" + (by == null ? "" : " by " + by) : null;
        // First, because it may be taken as soon as it runs.
        boolean isNew = command.leadsTo() == ReplayState.RUNNING && replayer.startedHere(id);
        Optional<Replay> moved = context.book().move(id, from, command.leadsTo(), reason, wakeAt);
        if (moved.isEmpty()) {
            if (isNew) replayer.notStartedHere(id);
            return notMoved(id, command);
        }
        publish(moved.get());
        replayer.commanded(id);
        return new CommandResult.Done(moved.get());
    }

    /**
     * Starts a planned replay, after taking its letters away from replays that are stopped or paused. What those have not sent by then,
     * they skip when they go on; one that has nothing left to send is cancelled.
     */
    public CommandResult startTakingOver(ReplayId id, @Nullable String by) {
        long planned = find(id).filter(replay -> replay.state() == ReplayState.PLANNED)
                .map(replay -> replay.progress().matched())
                .orElse(0L);
        TakeOver others = new TakeOver(context, id);
        for (long from = 1; from <= planned; from += TAKEN_AT_ONCE) others.take(from, TAKEN_AT_ONCE);
        others.endEmptied();
        return command(id, ReplayState.Command.START, by);
    }

    /**
     * Gives back the letters that a paused or stopped replay has not sent, so that others can send them. When it is resumed, it
     * takes those that are free then. One that would go on by itself is paused for good first; one that is over holds none.
     */
    public CommandResult release(ReplayId id, @Nullable String by) {
        Optional<Replay> found = find(id);
        if (found.filter(replay -> replay.state() == ReplayState.PAUSED && replay.wakeAt() != null)
                .isPresent()) {
            CommandResult unused = command(id, ReplayState.Command.PAUSE, by);
            found = find(id);
        }
        if (found.isEmpty()) return new CommandResult.NoSuchReplay();
        Replay replay = found.get();
        if (!replay.canBeTakenFrom() && !replay.state().isEnded()) return new CommandResult.NotAllowed(replay.state());
        context.book().release(id);
        return new CommandResult.Done(replay);
    }

    private CommandResult notMoved(ReplayId id, ReplayState.Command command) {
        Optional<Replay> found = context.book().find(id);
        if (found.isEmpty()) return new CommandResult.NoSuchReplay();
        ReplayState state = found.get().state();
        boolean isDone =
                state == command.leadsTo() || (command == ReplayState.Command.CANCEL && state == ReplayState.CANCELLED);
        return isDone ? new CommandResult.Done(found.get()) : new CommandResult.NotAllowed(state);
    }

    private void publish(Replay replay) {
        context.events().publish(() -> new RedriveEvent.ReplayChanged(replay));
    }
}

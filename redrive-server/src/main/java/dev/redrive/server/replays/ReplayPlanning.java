package dev.redrive.server.replays;

import dev.redrive.Letters;
import dev.redrive.Replays;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.replay.CommandResult;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Plans replays within the channels of the caller, and audits them. */
@Component
public final class ReplayPlanning {
    /** Each of them may look at a million letters. */
    private static final int AT_ONCE = 4;

    private final Replays replays;
    private final Letters letters;
    private final Settings settings;
    private final Audit audit;
    private final InstantSource clock;
    private final Semaphore places = new Semaphore(AT_ONCE);

    public ReplayPlanning(Replays replays, Letters letters, Settings settings, Audit audit, InstantSource clock) {
        this.replays = replays;
        this.letters = letters;
        this.settings = settings;
        this.audit = audit;
        this.clock = clock;
    }

    /** What would be planned; nothing is kept. */
    Replay dryRun(Caller caller, ReplayBody body) {
        return inTurn(request(caller, body), replays::dryRun);
    }

    Replay plan(Caller caller, ReplayBody body) {
        Replay planned = inTurn(request(caller, body), replays::plan);
        audit.record(
                caller,
                "replay plan",
                planned.id() + ": " + body.choice().subject(),
                planned.plan().count());
        return planned;
    }

    /** Plans all letters of a cause that can be tried, held back as usual; nothing is sent before it is started. */
    public Replay plan(Caller caller, CauseId cause) {
        return plan(caller, ReplayBody.ofCause(cause.toString(), new byte[0]));
    }

    /** Plans and starts at once. */
    Replay run(Caller caller, ReplayBody body) {
        Replay planned = plan(caller, body);
        CommandResult result = replays.command(planned.id(), ReplayState.Command.START, caller.name());
        audit.record(caller, "replay start", planned.id().toString(), 0);
        if (result instanceof CommandResult.Done done) return done.replay();
        return replays.find(planned.id()).orElse(planned);
    }

    private Replay inTurn(PlanRequest request, Function<PlanRequest, Replay> work) {
        enter();
        try {
            return work.apply(request);
        } catch (IllegalArgumentException e) {
            throw Problem.badRequest(Objects.requireNonNullElse(e.getMessage(), "this cannot be planned"));
        } finally {
            leave();
        }
    }

    /** Takes one of the places for plans and previews; each must be left again. */
    void enter() {
        if (!places.tryAcquire())
            throw Problem.of(
                    HttpStatus.TOO_MANY_REQUESTS,
                    AT_ONCE + " replays are being planned or previewed already; try again when one of them is done");
    }

    void leave() {
        places.release();
    }

    private PlanRequest request(Caller caller, ReplayBody body) {
        checkTarget(caller, body.task().target());
        return new PlanRequest(selection(caller, body), body.brakes(), body.task(), body.asked(), caller.name());
    }

    /** Named targets are open to all callers; the target of a channel only to callers of that channel. */
    private void checkTarget(Caller caller, @Nullable String target) {
        if (target != null && !settings.targets().containsKey(target) && !caller.mayUse(target))
            throw Problem.forbidden("you are limited to other channels than those of the target " + target)
                    .with("target", target);
    }

    Selection selection(Caller caller, ReplayBody body) {
        Scope scope = Scope.of(caller);
        if (!body.choice().isByIds())
            return new Selection.ByFilter(
                    scope.limit(body.choice().filter(clock.instant())), body.sort(), body.direction());
        List<LetterId> ids = List.copyOf(body.choice().ids());
        if (!scope.isAll()) ids.forEach(id -> check(scope, id));
        return new Selection.ByIds(ids);
    }

    /** One letter that the caller may not change refuses the whole request. */
    private void check(Scope scope, LetterId id) {
        DeadLetter unused = letters.find(id).map(scope::allowed).orElse(null);
    }
}

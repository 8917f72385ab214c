package dev.redrive.internal.replay;

import dev.redrive.internal.engine.ReplayAttempts;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayProgress;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says when a replay has to wait or stop: too much fails, a target is not well, its hours are over, a step is complete. */
final class BrakeCheck {
    private static final long LOOK_EVERY = Duration.ofSeconds(3).toNanos();

    private final ReplayContext context;
    private final Replay replay;
    private final Brakes brakes;
    private final StopRule share;
    private final Set<String> targets = new HashSet<>();
    private final Set<String> channels = new HashSet<>();
    private long looked;
    private boolean lookNow = true;
    private @Nullable String refused;
    private long inStep;
    private long failedInStep;

    BrakeCheck(ReplayContext context, Replay replay) {
        this.context = context;
        this.replay = replay;
        this.brakes = replay.brakes();
        this.share = new StopRule(brakes.stop(), replay.progress().count(LineState.PLANNED));
    }

    // What it hears

    /** A letter of this channel goes out. */
    void uses(String channel) {
        if (channels.contains(channel)) return;
        Optional<String> target = targetOf(channel);
        if (target.isEmpty()) return;
        channels.add(channel);
        lookNow |= targets.add(target.get());
    }

    private Optional<String> targetOf(String channel) {
        String other = replay.task().target();
        return other != null ? Optional.of(other) : context.engine().targetOf(channel);
    }

    void ended(boolean hasFailed) {
        inStep++;
        if (hasFailed) failedInStep++;
    }

    /** What lets letters go until too many have failed. */
    ReplayAttempts.SendCheck sendCheck() {
        return share;
    }

    void refused(String target, Instant until) {
        refused = open(target, until);
    }

    private static String open(String target, Instant until) {
        Instant shown = until.truncatedTo(ChronoUnit.SECONDS);
        return "the circuit to " + target + " is open until " + shown + ", because it kept failing; resume after that";
    }

    // What it says

    Optional<StopCause> verdict() {
        if (refused != null) return Optional.of(new StopCause.Stopped(refused));
        Optional<StopCause> failing = share.verdict().map(StopCause.Stopped::new);
        return failing.or(this::hours).or(this::health);
    }

    private Optional<StopCause> hours() {
        Instant now = context.now();
        return brakes.hours().flatMap(hours -> hours.opensAfter(now)).map(StopCause.OutOfHours::new);
    }

    private Optional<StopCause> health() {
        if (!lookNow && System.nanoTime() - looked < LOOK_EVERY) return Optional.empty();
        lookNow = false;
        looked = System.nanoTime();
        for (String target : targets) {
            Optional<String> unwell = context.engine()
                    .openUntil(target)
                    .map(until -> open(target, until))
                    .or(() ->
                            context.health().apply(target).map(why -> "the target " + target + " is not well: " + why));
            if (unwell.isPresent()) return unwell.map(StopCause.Stopped::new);
        }
        boolean met =
                brakes.onlyWhile().map(c -> c.met(context.hostLoad(), true)).orElse(true);
        return met
                ? Optional.empty()
                : Optional.of(new StopCause.Stopped("this machine is too busy for it; resume later"));
    }

    /** Before anything is claimed: looks at the targets of the letters that would go first. */
    Optional<StopCause> before(Iterable<LedgerLine> first) {
        for (LedgerLine line : first) uses(line.channel());
        return verdict();
    }

    // Steps

    /** How many letters may go out before the next wait. */
    long leftInStep(ReplayProgress progress) {
        if (progress.step() >= brakes.steps().size()) return Long.MAX_VALUE / 2;
        return brakes.sentAfter(progress.step() + 1) - progress.replayed();
    }

    /** When all letters of a step are back and there are more. */
    Optional<StopCause> stepDone(RunLedger ledger) {
        ReplayProgress progress = ledger.progress();
        if (leftInStep(progress) > 0) return Optional.empty();
        ledger.stepDone();
        int step = progress.step() + 1;
        String done = "step " + step + " of " + (brakes.steps().size() + 1) + " is done: " + inStep + " sent, "
                + failedInStep + " failed";
        if (share.isTooMuch(failedInStep, inStep))
            return Optional.of(new StopCause.Stopped(done + ", and it stops above "
                    + StopRule.percent(brakes.stop().share()) + " %"));
        String more = step < brakes.steps().size() ? brakes.steps().get(step) + " more" : "the rest";
        Optional<Instant> goesOnAt =
                brakes.stepPause().map(pause -> context.now().plus(pause));
        String next = goesOnAt.isPresent() ? "; it goes on with " + more : "; resume it to send " + more;
        return Optional.of(new StopCause.StepDone(done + next, goesOnAt));
    }
}

package dev.redrive.internal.engine;

import dev.redrive.classify.HasRetryAfter;
import dev.redrive.engine.RejectedByTarget;
import dev.redrive.engine.Target;
import dev.redrive.internal.cause.Diagnosis;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import dev.redrive.policy.Conditional;
import dev.redrive.policy.HostLoad;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.redaction.CannotOpen;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes one attempt at a letter and says what follows from it. */
final class AttemptRunner {
    private static final String MANUAL = "manual";
    private static final String REPLAY = "replay";

    private final DeadLetterStore store;
    private final Diagnostics diagnostics;
    private final Policies policies;
    private final HostLoad hostLoad;
    private final InstantSource clock;
    private final RetryDecider decider;
    private final RedactionGate gate;

    AttemptRunner(
            DeadLetterStore store,
            Diagnostics diagnostics,
            Policies policies,
            HostLoad hostLoad,
            RandomGenerator random,
            RedactionGate gate) {
        this.store = store;
        this.diagnostics = diagnostics;
        this.gate = gate;
        this.policies = policies;
        this.hostLoad = hostLoad;
        this.clock = store.clock();
        this.decider = new RetryDecider(policies, store.clock(), random);
    }

    /** An automatic attempt: it asks the brakes first and gives the letter back when they say no. */
    AttemptResult attempt(LeasedLetter claimed, Route route) {
        if (!claimed.letter().message().isWhole()) return setAside(claimed);
        Policy policy = policyFor(claimed.letter());
        if (policy.strategy() instanceof Conditional conditional && !conditional.met(hostLoad, route.mayBeTried()))
            return released(claimed, clock.instant().plus(conditional.recheck()));
        Instant refusal = route.refusal();
        if (refusal != null) return released(claimed, refusal);
        AttemptResult tried = send(
                claimed,
                route,
                policy.strategy().word(),
                new Settlement.Succeeded(Resolution.How.AUTOMATIC_RETRY, null));
        if (tried instanceof SendResult.NotNow notNow) return released(claimed, notNow.until());
        if (tried instanceof SendResult.Undeliverable none) return released(claimed, none.until());
        return tried;
    }

    /** A manual attempt: it ignores the brakes, but its result counts for the target as any other. */
    AttemptResult attemptByHand(LeasedLetter claimed, Route route, @Nullable String by) {
        return send(claimed, route, MANUAL, new Settlement.Succeeded(Resolution.How.MANUAL_RETRY, by));
    }

    /** An attempt of a replay, after its target has admitted it. */
    AttemptResult attemptInReplay(LeasedLetter claimed, Route route, @Nullable String by) {
        return send(claimed, route, REPLAY, new Settlement.Succeeded(Resolution.How.MANUAL_RETRY, by));
    }

    /** No store hands such a letter out; should one do so, nothing of it is sent. */
    private static AttemptResult setAside(LeasedLetter claimed) {
        return new AttemptResult.ToSettle(new Settlement(
                claimed.lease(), Duration.ZERO, "none", new Settlement.PutBack(LetterStatus.MANUAL, null)));
    }

    /** Its sealed values cannot be read here, which is no failure of its target. */
    private AttemptResult setAside(LeasedLetter claimed, String strategy, CannotOpen why) {
        Diagnosis diagnosis = diagnostics.of(why);
        return new AttemptResult.ToSettle(new Settlement(
                claimed.lease(),
                Duration.ZERO,
                strategy,
                new Settlement.SetAside(diagnosis.failure(), diagnosis.fingerprint())));
    }

    static AttemptResult released(LeasedLetter claimed, Instant at) {
        return new AttemptResult.ToSettle(
                new Settlement(claimed.lease(), Duration.ZERO, "none", new Settlement.Released(at)));
    }

    private Policy policyFor(DeadLetter letter) {
        Failure failure = letter.lastFailure();
        return policies.policyFor(letter.channel(), failure.type(), failure.category(), failure.retryability());
    }

    private AttemptResult send(LeasedLetter claimed, Route route, String strategy, Settlement.Succeeded success) {
        LeasedLetter whole;
        try {
            whole = new LeasedLetter(gate.open(claimed.letter()), claimed.lease());
        } catch (CannotOpen e) {
            return setAside(claimed, strategy, e);
        }
        long started = System.nanoTime();
        try {
            AttemptResult tried = deliver(whole, route, strategy, success, started);
            if (tried instanceof SendResult.NotNow notNow) route.leaveAlone(notNow.until());
            else if (tried instanceof SendResult.Undeliverable) route.notSent();
            else route.succeeded(since(started));
            return tried;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(claimed, route, strategy, since(started), e);
        } catch (Throwable e) {
            return failed(claimed, route, strategy, since(started), e);
        }
    }

    private AttemptResult deliver(
            LeasedLetter claimed, Route route, String strategy, Settlement.Succeeded success, long started)
            throws Exception {
        if (route.work() instanceof Route.Transacts transacts) {
            SettleResult settled = ((TransactionalStore) store).settleWith(claimed, transacts.handler(), success);
            return new AttemptResult.AlreadySettled(
                    settled, new Settlement(claimed.lease(), since(started), strategy, success));
        }
        Target.Delivery delivery = ((Route.Sends) route.work()).target().send(claimed.letter());
        if (delivery == null) throw new IllegalStateException("the target answered nothing, so nothing is known");
        if (delivery instanceof Target.Delivery.NotNow notNow)
            return new SendResult.NotNow(clock.instant().plus(notNow.pause()), notNow.why());
        if (delivery instanceof Target.Delivery.Undeliverable none)
            return new SendResult.Undeliverable(clock.instant().plus(none.pause()), none.why());
        Settlement.Outcome outcome =
                delivery instanceof Target.Delivery.Sent sent ? new Settlement.Sent(sent.receipt()) : success;
        return new AttemptResult.ToSettle(new Settlement(claimed.lease(), since(started), strategy, outcome));
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    private AttemptResult failed(LeasedLetter claimed, Route route, String strategy, Duration took, Throwable thrown) {
        DeadLetter letter = claimed.letter();
        if (thrown instanceof RejectedByTarget rejected)
            rejected.hideInAnswer(answer -> gate.textAbout(letter, answer));
        Diagnosis diagnosis =
                gate.hide(diagnostics.of(thrown), letter).withShortNames().sameCauseAs(letter);
        route.failed(took, thrown, diagnosis.failure());
        return new AttemptResult.ToSettle(new Settlement(
                claimed.lease(), took, strategy, decider.decide(letter, diagnosis, HasRetryAfter.in(thrown))));
    }
}

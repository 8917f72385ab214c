package dev.redrive.internal.engine;

import dev.redrive.internal.cause.Diagnosis;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.policy.Decision;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.policy.RetryContext;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Decides by a letter's policy what follows when an attempt failed. */
public final class RetryDecider {
    private final Policies policies;
    private final InstantSource clock;
    private final RandomGenerator random;

    public RetryDecider(Policies policies, InstantSource clock, RandomGenerator random) {
        this.policies = policies;
        this.clock = clock;
        this.random = random;
    }

    /** The letter's retry count has this failure in it already: an attempt counts when it starts. */
    public Settlement.Failed decide(DeadLetter letter, Diagnosis diagnosis, Optional<Duration> retryAfter) {
        Failure failure = diagnosis.failure();
        Policy policy =
                policies.policyFor(letter.channel(), failure.type(), failure.category(), failure.retryability());
        Instant now = clock.instant();
        Decision decision = policies.decide(
                policy,
                new RetryContext(
                        letter.retryCount(), now, retryAfter.map(now::plus).orElse(null), random),
                letter.state().maxRetries());
        if (decision instanceof Decision.RetryAt at)
            return new Settlement.Retry(
                    failure,
                    diagnosis.fingerprint(),
                    Instant.ofEpochMilli(at.time().toEpochMilli()));
        if (decision instanceof Decision.SetAside) return new Settlement.SetAside(failure, diagnosis.fingerprint());
        return new Settlement.GaveUp(failure, diagnosis.fingerprint());
    }
}

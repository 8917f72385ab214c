package dev.redrive.kafka.retry;

import dev.redrive.internal.policy.JvmHostLoad;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.kafka.record.Parked;
import dev.redrive.policy.Conditional;
import dev.redrive.policy.Decision;
import dev.redrive.policy.HostLoad;
import dev.redrive.policy.Policies;
import dev.redrive.policy.Policy;
import dev.redrive.policy.RetryContext;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Decides whether a record of a dead letter topic is sent back, parked or skipped, and when. */
final class RetryPlan {
    private final Set<String> topics;
    private final Policies policies;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final HostLoad hostLoad = new JvmHostLoad(() -> true);

    RetryPlan(Set<String> topics, Policies policies, InstantSource clock, RandomGenerator random) {
        this.topics = topics;
        this.policies = policies;
        this.clock = clock;
        this.random = random;
    }

    sealed interface Next {
        record SendBack(Instant due) implements Next {}

        record Park(Parked.Reason reason) implements Next {}

        /** It reports no failure. It has no payload either, and sent back it would delete its key on a compacted topic. */
        record Skip() implements Next {}
    }

    Next next(DlqRecord record) {
        if (record.status() == DlqStatus.RESOLVED) return new Next.Skip();
        if (!topics.contains(record.originalTopic())) return new Next.Park(Parked.Reason.FOREIGN_TOPIC);
        if (record.payloadTruncated()) return new Next.Park(Parked.Reason.PAYLOAD_CUT);
        Policy policy = policyFor(record);
        Decision decision = policy.strategy().next(context(record));
        if (decision instanceof Decision.GiveUp) return new Next.Park(Parked.Reason.PERMANENT);
        if (decision instanceof Decision.SetAside) return new Next.Park(Parked.Reason.MANUAL);
        if (record.retryCount() >= policy.maxRetries()) return new Next.Park(Parked.Reason.EXHAUSTED);
        return new Next.SendBack(((Decision.RetryAt) decision).time());
    }

    private Policy policyFor(DlqRecord record) {
        return policies.policyFor(
                record.originalTopic(),
                record.errorType(),
                record.failureCategory(),
                record.failureCategory().retryability());
    }

    /** A time of death that lies in the future, by a wrong clock, must not make the record wait for it. */
    private RetryContext context(DlqRecord record) {
        Instant now = clock.instant();
        Instant died = record.dlqTimestamp().isAfter(now) ? now : record.dlqTimestamp();
        return new RetryContext(record.retryCount(), died, null, random);
    }

    /** When to check the conditions of the policy again; empty when they are met. */
    Optional<Duration> recheckAfter(DlqRecord record) {
        return policyFor(record).strategy() instanceof Conditional conditional && !conditional.met(hostLoad, true)
                ? Optional.of(conditional.recheck())
                : Optional.empty();
    }
}

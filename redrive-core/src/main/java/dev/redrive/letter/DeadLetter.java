package dev.redrive.letter;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One failed message, with everything that was tried since.
 *
 * @param failure the one that made the letter; it never changes
 * @param lastFailure the newest one: that of the last attempt that failed, or the first when none did
 * @param lastCause what the letter fails with now
 */
public record DeadLetter(
        LetterId id,
        String channel,
        Message message,
        Failure failure,
        CauseId cause,
        Failure lastFailure,
        CauseId lastCause,
        Priority priority,
        List<String> tags,
        boolean ordered,
        LetterState state,
        List<Attempt> attempts) {

    /** The same letter with another message. */
    public DeadLetter with(Message value) {
        return new DeadLetter(
                id, channel, value, failure, cause, lastFailure, lastCause, priority, tags, ordered, state, attempts);
    }

    /** The same letter in another state. */
    public DeadLetter with(LetterState value) {
        return new DeadLetter(
                id, channel, message, failure, cause, lastFailure, lastCause, priority, tags, ordered, value, attempts);
    }

    public Payload payload() {
        return message.payload();
    }

    public LetterStatus status() {
        return state.status();
    }

    public int retryCount() {
        return state.retryCount();
    }

    /** The token of the attempt that is being made, or of the last one; it grows with every attempt. */
    public int attempt() {
        return state.attempt();
    }

    /** Where the letter is while it is {@code REPLAYED}, as its target said. */
    public Optional<String> receipt() {
        return Optional.ofNullable(state.receipt());
    }

    public Instant createdAt() {
        return id.createdAt();
    }

    /** The letter that must be closed before this one is tried, in an ordered channel. */
    public Optional<LetterId> blockedBy() {
        return Optional.ofNullable(state.blockedBy());
    }

    /** The same for every attempt at this letter, so that a target can see that it did the work already. */
    public String idempotencyKey() {
        return "redrive-" + id;
    }

    /** The event's own id, or the letter's when it had none. */
    public String eventId() {
        String given = message.event().id();
        return given == null ? id.toString() : given;
    }

    /** The id inside the event itself. */
    public String instanceId() {
        String own = message.event().instanceId();
        return own == null ? eventId() : own;
    }

    /** How often dead letter queues tried it; what was tried before it became one counts in {@link #retryCount()} only. */
    public int dlqRetryCount() {
        long here = attempts.stream()
                .filter(attempt -> !attempt.wasBeforeCapture() && attempt.result() != Attempt.Result.CAME_BACK)
                .count();
        return message.additional().dlqRetries() + (int) here;
    }

    /** What a list shows of it. */
    public Summary summary() {
        return new Summary(
                id,
                channel,
                eventId(),
                instanceId(),
                message.event().pattern(),
                message.subscriberId(),
                message.origin().key(),
                failure.type(),
                failure.code(),
                failure.message(),
                failure.category(),
                failure.retryability(),
                cause,
                Summary.Reason.of(lastFailure),
                lastCause,
                priority,
                tags,
                message.payload().size(),
                message.completeness(),
                state);
    }
}

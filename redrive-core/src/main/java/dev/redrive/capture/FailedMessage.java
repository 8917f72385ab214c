package dev.redrive.capture;

import dev.redrive.classify.HasRetryAfter;
import dev.redrive.letter.Message;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StackTrace;
import dev.redrive.text.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A message whose processing failed, as it is handed in for capture. */
public record FailedMessage(
        String channel,
        Message message,
        Reason reason,
        int retriesSoFar,
        @Nullable Priority priority,
        List<String> tags,
        @Nullable String idempotencyKey,
        @Nullable Instant firstFailedAt) {

    public FailedMessage {
        tags = List.copyOf(tags);
    }

    /** Why it failed: an exception, or what somebody else said of one. */
    public sealed interface Reason {
        /** How long the other side wants to be left alone, if it said so. */
        Optional<Duration> retryAfter();
    }

    public record Thrown(Throwable exception) implements Reason {
        @Override
        public Optional<Duration> retryAfter() {
            return HasRetryAfter.in(exception);
        }
    }

    public record Told(String type, @Nullable String code, String message, StackTrace stackTrace, Json context)
            implements Reason {
        @Override
        public Optional<Duration> retryAfter() {
            return Optional.empty();
        }
    }

    public static FailedMessage of(String channel, Message message, Throwable exception) {
        return of(channel, message, new Thrown(exception));
    }

    public static FailedMessage of(String channel, Message message, Reason reason) {
        return new FailedMessage(channel, message, reason, 0, null, List.of(), null, null);
    }

    public FailedMessage afterRetries(int count) {
        return new FailedMessage(channel, message, reason, count, priority, tags, idempotencyKey, firstFailedAt);
    }

    public FailedMessage with(Priority value) {
        return new FailedMessage(channel, message, reason, retriesSoFar, value, tags, idempotencyKey, firstFailedAt);
    }

    public FailedMessage tagged(String... values) {
        return new FailedMessage(
                channel, message, reason, retriesSoFar, priority, List.of(values), idempotencyKey, firstFailedAt);
    }

    /** The same key again means the same letter. Without one, the source coordinates decide. */
    public FailedMessage withIdempotencyKey(String key) {
        return new FailedMessage(channel, message, reason, retriesSoFar, priority, tags, key, firstFailedAt);
    }

    public FailedMessage firstFailedAt(Instant time) {
        return new FailedMessage(channel, message, reason, retriesSoFar, priority, tags, idempotencyKey, time);
    }
}

package dev.redrive.capture;

import dev.redrive.classify.HasRetryAfter;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Message;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StackTrace;
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
        @Nullable Instant firstFailedAt,
        @Nullable Integer maxRetries,
        List<Try> history) {

    public FailedMessage {
        tags = List.copyOf(tags);
        history = List.copyOf(history);
    }

    /** What its sender tried before, oldest first. */
    public record Try(
            Instant time,
            Duration took,
            String worker,
            String strategy,
            Attempt.Result result,
            @Nullable ReportedError error) {}

    /** Why it failed: an exception, or the report of one. */
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

    /**
     * An error as another process or system reported it.
     *
     * @param category what kind of failure its sender says it is; null leaves that to the classification
     */
    public record ReportedError(
            String type,
            @Nullable String code,
            String message,
            StackTrace stackTrace,
            Json context,
            @Nullable Category category)
            implements Reason {
        public ReportedError(String type, @Nullable String code, String message, StackTrace stackTrace, Json context) {
            this(type, code, message, stackTrace, context, null);
        }

        @Override
        public Optional<Duration> retryAfter() {
            return Optional.empty();
        }
    }

    public static FailedMessage of(String channel, Message message, Throwable exception) {
        return of(channel, message, new Thrown(exception));
    }

    public static FailedMessage of(String channel, Message message, Reason reason) {
        return new FailedMessage(channel, message, reason, 0, null, List.of(), null, null, null, List.of());
    }

    public FailedMessage with(Message value) {
        return new FailedMessage(
                channel,
                value,
                reason,
                retriesSoFar,
                priority,
                tags,
                idempotencyKey,
                firstFailedAt,
                maxRetries,
                history);
    }

    public FailedMessage afterRetries(int count) {
        return new FailedMessage(
                channel, message, reason, count, priority, tags, idempotencyKey, firstFailedAt, maxRetries, history);
    }

    /** Its own limit, which counts for more than the one of its policy. */
    public FailedMessage atMostRetries(int count) {
        return new FailedMessage(
                channel, message, reason, retriesSoFar, priority, tags, idempotencyKey, firstFailedAt, count, history);
    }

    public FailedMessage with(List<Try> earlier) {
        return new FailedMessage(
                channel,
                message,
                reason,
                retriesSoFar,
                priority,
                tags,
                idempotencyKey,
                firstFailedAt,
                maxRetries,
                earlier);
    }

    public FailedMessage with(Priority value) {
        return new FailedMessage(
                channel,
                message,
                reason,
                retriesSoFar,
                value,
                tags,
                idempotencyKey,
                firstFailedAt,
                maxRetries,
                history);
    }

    public FailedMessage tagged(String... values) {
        return new FailedMessage(
                channel,
                message,
                reason,
                retriesSoFar,
                priority,
                List.of(values),
                idempotencyKey,
                firstFailedAt,
                maxRetries,
                history);
    }

    /** The same key again means the same letter. Without one, the source coordinates decide. */
    public FailedMessage withIdempotencyKey(String key) {
        return new FailedMessage(
                channel, message, reason, retriesSoFar, priority, tags, key, firstFailedAt, maxRetries, history);
    }

    public FailedMessage firstFailedAt(Instant time) {
        return new FailedMessage(
                channel, message, reason, retriesSoFar, priority, tags, idempotencyKey, time, maxRetries, history);
    }
}

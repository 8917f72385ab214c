package dev.redrive.letter;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a list shows of a letter: everything but payload, headers, stack trace and attempts.
 *
 * @param instanceId the id inside the event itself, see {@link DeadLetter#instanceId()}
 */
public record Summary(
        LetterId id,
        String channel,
        String eventId,
        String instanceId,
        @Nullable String pattern,
        @Nullable String subscriberId,
        @Nullable Payload key,
        String errorType,
        @Nullable String errorCode,
        String errorMessage,
        Category category,
        Retryability retryability,
        CauseId cause,
        Reason lastError,
        CauseId lastCause,
        Priority priority,
        List<String> tags,
        int payloadSize,
        Completeness completeness,
        LetterState state) {

    /** The same letter, with other words for its errors and for what people noted. */
    public Summary withWords(UnaryOperator<String> words) {
        return new Summary(
                id,
                channel,
                eventId,
                instanceId,
                pattern,
                subscriberId,
                key,
                errorType,
                errorCode,
                words.apply(errorMessage),
                category,
                retryability,
                cause,
                new Reason(
                        lastError.type(),
                        lastError.code(),
                        words.apply(lastError.message()),
                        lastError.category(),
                        lastError.retryability()),
                lastCause,
                priority,
                tags,
                payloadSize,
                completeness,
                state.withNotes(words));
    }

    /** What a list shows of a failure. */
    public record Reason(
            String type, @Nullable String code, String message, Category category, Retryability retryability) {
        public static Reason of(Failure failure) {
            return new Reason(
                    failure.type(), failure.code(), failure.message(), failure.category(), failure.retryability());
        }
    }
}

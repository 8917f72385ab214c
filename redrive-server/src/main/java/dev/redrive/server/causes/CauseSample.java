package dev.redrive.server.causes;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A letter of a cause, without its payload. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CauseSample(
        String id,
        String eventId,
        String channel,
        LetterStatus status,
        String errorType,
        @Nullable String errorCode,
        String errorMessage,
        Category category,
        String lastErrorType,
        String lastErrorMessage,
        String causeId,
        String lastCauseId,
        int retryCount,
        int maxRetries,
        int payloadSize,
        Instant createdAt,
        Instant lastFailedAt) {

    static CauseSample of(Summary letter) {
        return new CauseSample(
                letter.id().toString(),
                letter.eventId(),
                letter.channel(),
                letter.state().status(),
                letter.errorType(),
                letter.errorCode(),
                letter.errorMessage(),
                letter.category(),
                letter.lastError().type(),
                letter.lastError().message(),
                letter.cause().toString(),
                letter.lastCause().toString(),
                letter.state().retryCount(),
                letter.state().maxRetries(),
                letter.payloadSize(),
                letter.id().createdAt(),
                letter.state().lastFailedAt());
    }
}

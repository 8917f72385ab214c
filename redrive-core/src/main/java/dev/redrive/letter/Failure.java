package dev.redrive.letter;

import dev.redrive.json.Json;
import org.jspecify.annotations.Nullable;

/** Why a message failed: error type, code, message and stack trace as text, and their classification. */
public record Failure(
        String type,
        @Nullable String code,
        String message,
        StackTrace stackTrace,
        Json context,
        Category category,
        Retryability retryability) {

    /** The same failure, known to be of a kind. */
    public Failure classified(Category as, Retryability may) {
        return new Failure(type, code, message, stackTrace, context, as, may);
    }
}

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
    /** The type of a failure that says none. */
    public static final String UNKNOWN_TYPE = "Error";
}

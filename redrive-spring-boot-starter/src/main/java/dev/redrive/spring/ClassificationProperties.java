package dev.redrive.spring;

import dev.redrive.classify.Rule;
import dev.redrive.classify.Rule.StatusRange;
import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import dev.redrive.text.Glob;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A classification rule. All conditions that are set must match.
 *
 * @param errorType the error's type, {@code *} stands for anything
 * @param code the error's code, {@code *} stands for anything
 * @param httpStatus an HTTP status such as 503, 500-599 or 5xx
 * @param message what the error's message contains
 * @param category the kind
 * @param retryability whether trying again may help; without it what is usual for the kind
 */
public record ClassificationProperties(
        @Nullable String errorType,
        @Nullable String code,
        @Nullable String httpStatus,
        @Nullable String message,
        @Nullable Category category,
        @Nullable Retryability retryability) {

    Rule rule() {
        if (category == null) throw new IllegalArgumentException("category is missing");
        if (errorType == null && code == null && httpStatus == null && message == null)
            throw new IllegalArgumentException(
                    "fits nothing; give it an error-type, code, http-status or message (error-type \"*\" is any)");
        Rule rule = new Rule(
                Optional.ofNullable(errorType).map(Glob::new),
                Optional.ofNullable(code).map(Glob::new),
                Optional.ofNullable(httpStatus).map(StatusRange::parse),
                Optional.empty(),
                category,
                retryability == null ? category.retryability() : retryability);
        return message == null ? rule : rule.message(message);
    }
}

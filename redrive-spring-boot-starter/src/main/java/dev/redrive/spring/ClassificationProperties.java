package dev.redrive.spring;

import dev.redrive.classify.Rule;
import dev.redrive.classify.Rule.StatusRange;
import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import dev.redrive.text.Glob;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern STATUSES = Pattern.compile("([1-5])xx|([1-5][0-9]{2})(?:-([1-5][0-9]{2}))?");

    Rule rule() {
        if (category == null) throw new IllegalArgumentException("category is missing");
        if (errorType == null && code == null && httpStatus == null && message == null)
            throw new IllegalArgumentException(
                    "fits nothing; give it an error-type, code, http-status or message (error-type \"*\" is any)");
        Rule rule = new Rule(
                Optional.ofNullable(errorType).map(Glob::new),
                Optional.ofNullable(code).map(Glob::new),
                Optional.ofNullable(httpStatus).map(ClassificationProperties::statuses),
                Optional.empty(),
                category,
                retryability == null ? category.retryability() : retryability);
        return message == null ? rule : rule.message(message);
    }

    private static StatusRange statuses(String text) {
        Matcher parts = STATUSES.matcher(text);
        if (!parts.matches())
            throw new IllegalArgumentException("http-status is 503, 500-599 or 5xx, not \"" + text + "\"");
        if (parts.group(1) != null) {
            int first = Integer.parseInt(parts.group(1)) * 100;
            return new StatusRange(first, first + 99);
        }
        int first = Integer.parseInt(parts.group(2));
        return new StatusRange(first, parts.group(3) == null ? first : Integer.parseInt(parts.group(3)));
    }
}

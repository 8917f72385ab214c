package dev.redrive.server.config;

import dev.redrive.classify.Rule;
import dev.redrive.classify.Rule.StatusRange;
import dev.redrive.letter.Category;
import dev.redrive.letter.Retryability;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import dev.redrive.text.Glob;
import java.util.List;
import java.util.Optional;

/** Reads {@code classification}. */
final class ClassificationReader {
    static final ValueForm<Category> CATEGORY = ValueForms.oneOf(Category.values());
    static final ValueForm<Retryability> RETRYABILITY = ValueForms.oneOf(Retryability.values(), Retryability::word);

    private static final ValueForm<StatusRange> STATUS =
            ValueForm.of("an HTTP status such as 503, 500-599 or 5xx", StatusRange::parse);

    private ClassificationReader() {}

    static List<Rule> read(Section root) {
        return root.each("classification", ClassificationReader::rule);
    }

    private static Optional<Rule> rule(Section section) {
        Optional<Glob> errorType = section.value("error-type", ValueForms.PATTERN);
        Optional<Glob> code = section.value("code", ValueForms.PATTERN);
        Optional<StatusRange> status = section.value("http-status", STATUS);
        Optional<String> message = section.value("message", ValueForms.TEXT);
        if (hasNoCondition(section)) {
            section.mistake(
                    "fits nothing; give it an error-type, code, http-status or message (error-type \"*\" is any)");
        }
        Optional<Category> category = section.required("category", CATEGORY);
        Optional<Retryability> retryability = section.value("retryability", RETRYABILITY);
        return category.map(kind -> {
            Rule rule =
                    new Rule(errorType, code, status, Optional.empty(), kind, retryability.orElse(kind.retryability()));
            return message.map(rule::message).orElse(rule);
        });
    }

    private static boolean hasNoCondition(Section section) {
        return List.of("error-type", "code", "http-status", "message").stream().noneMatch(section::isGiven);
    }
}

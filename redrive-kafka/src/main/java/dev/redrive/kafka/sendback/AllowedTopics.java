package dev.redrive.kafka.sendback;

import dev.redrive.text.Glob;
import java.util.List;

/**
 * The topics that a letter may go back to because it says that it came from there. Kafka's own topics begin with two
 * underscores and are only meant by patterns that do so, too.
 *
 * @param setting the name of the setting that lists them, for error messages
 */
public record AllowedTopics(List<Glob> patterns, String setting) {
    private static final String INTERNAL = "__";

    public AllowedTopics {
        patterns = List.copyOf(patterns);
    }

    public static AllowedTopics of(String setting, String... patterns) {
        return new AllowedTopics(List.of(patterns).stream().map(Glob::new).toList(), setting);
    }

    public boolean allows(String topic) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.matches(topic)
                        && (!topic.startsWith(INTERNAL) || pattern.pattern().startsWith(INTERNAL)));
    }
}

package dev.redrive.server.config.values;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts environment variables in place of <code>${NAME}</code> and <code>${NAME:default}</code>, so that secrets need
 * not be in files. <code>$${</code> stands for itself without the first dollar.
 */
public final class Placeholders {
    private static final Pattern PLACEHOLDER =
            Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::([^}]*))?}|\\$\\{");

    private final Map<String, String> environment;

    public Placeholders(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Empty after a mistake. */
    Optional<String> fill(String text, Consumer<String> mistakes) {
        Matcher found = PLACEHOLDER.matcher(text);
        StringBuilder filled = new StringBuilder();
        while (found.find()) {
            Optional<String> meaning = meaning(found, mistakes);
            if (meaning.isEmpty()) return Optional.empty();
            found.appendReplacement(filled, Matcher.quoteReplacement(meaning.get()));
        }
        return Optional.of(found.appendTail(filled).toString());
    }

    private Optional<String> meaning(Matcher found, Consumer<String> mistakes) {
        if (found.group().equals("$${")) return Optional.of("${");
        String name = found.group(1);
        if (name == null) {
            mistakes.accept("a placeholder is written ${NAME} or ${NAME:default}, and $${ stands for ${ itself");
            return Optional.empty();
        }
        Optional<String> value = Optional.ofNullable(environment.get(name))
                .filter(text -> !text.isBlank())
                .map(String::strip)
                .or(() -> Optional.ofNullable(found.group(2)));
        if (value.isEmpty()) {
            mistakes.accept("the environment variable " + name + " is not set; set it, or write ${" + name
                    + ":default} for what to use without it");
        }
        return value;
    }
}

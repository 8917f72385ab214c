package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.redrive.server.config.values.BadSettings;
import dev.redrive.server.config.values.Options;
import java.util.List;
import java.util.Map;

/** Reads settings for tests, of lines that stand under {@code redrive:}. */
final class SettingsFixture {
    private SettingsFixture() {}

    static Settings file(String lines) {
        return both(Map.of(), lines);
    }

    static Settings environment(Map<String, String> environment) {
        return both(environment, "");
    }

    static Settings both(Map<String, String> environment, String lines) {
        return whole(environment, lines).settings();
    }

    static ReadSettings whole(Map<String, String> environment, String lines) {
        return new SettingsReader(environment, Options.none()).readText(under(lines), "redrive.yaml");
    }

    static List<String> mistakes(String lines) {
        return mistakes(Map.of(), lines);
    }

    static List<String> mistakes(Map<String, String> environment, String lines) {
        return catchThrowableOfType(BadSettings.class, () -> whole(environment, lines))
                .mistakes();
    }

    private static String under(String lines) {
        return "redrive:\n" + lines.indent(2);
    }
}

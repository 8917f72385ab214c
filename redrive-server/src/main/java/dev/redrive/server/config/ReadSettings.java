package dev.redrive.server.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Settings that can be used, and what looks odd about them.
 *
 * @param warnings sentences for people, for the log
 * @param file the file that was read, if there was one
 */
public record ReadSettings(Settings settings, List<String> warnings, Optional<Path> file) {
    public ReadSettings {
        warnings = List.copyOf(warnings);
    }
}

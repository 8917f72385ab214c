package dev.redrive.server.config;

import dev.redrive.server.config.values.Section;
import dev.redrive.transform.schema.BadSchema;
import dev.redrive.transform.schema.PayloadSchema;
import dev.redrive.transform.schema.Schemas;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the JSON Schemas that channels name; their files stand beside the settings, unless they say otherwise. */
final class SchemaFiles {
    private static final String KEY = "schema";
    private static final long LARGEST = 1L << 20;

    private final Path folder;

    SchemaFiles(Path folder) {
        this.folder = folder;
    }

    /** Empty after a mistake, which is reported. */
    Optional<PayloadSchema> read(Section section, String name) {
        try {
            Path file = folder.resolve(name);
            if (!Files.isRegularFile(file)) return wrong(section, name, "there is no such file in " + folder());
            if (Files.size(file) > LARGEST) return wrong(section, name, "it is larger than " + LARGEST + " bytes");
            return Optional.of(Schemas.parse(Files.readString(file)));
        } catch (BadSchema e) {
            return wrong(section, name, String.valueOf(e.getMessage()));
        } catch (CharacterCodingException e) {
            return wrong(section, name, "it is not UTF-8");
        } catch (IOException | InvalidPathException e) {
            return wrong(section, name, "it cannot be read: " + e.getMessage());
        }
    }

    private Path folder() {
        return folder.toAbsolutePath().normalize();
    }

    private static Optional<PayloadSchema> wrong(Section section, String name, String why) {
        section.mistake(KEY, "\"" + name + "\" is not a JSON Schema that can be used: " + why);
        return Optional.empty();
    }
}

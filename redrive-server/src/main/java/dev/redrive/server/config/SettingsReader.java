package dev.redrive.server.config;

import dev.redrive.server.config.values.BadSettings;
import dev.redrive.server.config.values.Mistakes;
import dev.redrive.server.config.values.Options;
import dev.redrive.server.config.values.Overrides;
import dev.redrive.server.config.values.Placeholders;
import dev.redrive.server.config.values.RawValue;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.YamlText;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the settings of the command line, the environment and a file, in this order: what comes first wins, and what
 * is not set has a default. All mistakes are reported at once, as {@link BadSettings}.
 */
public final class SettingsReader {
    private static final String FILE = "redrive.yaml";
    private static final String MISNAMED = "redrive.yml";

    private final Map<String, String> environment;
    private final Options options;

    public SettingsReader(Map<String, String> environment, Options options) {
        this.environment = Map.copyOf(environment);
        this.options = options;
    }

    /** Reads the file of {@code --config} or REDRIVE_CONFIG, otherwise redrive.yaml of the folder, if it is there. */
    public ReadSettings readIn(Path folder) {
        Optional<Path> file = options.config()
                .or(() -> Optional.ofNullable(environment.get("REDRIVE_CONFIG"))
                        .filter(name -> !name.isBlank())
                        .map(Path::of))
                .map(folder::resolve)
                .or(() -> Optional.of(folder.resolve(FILE)).filter(Files::exists));
        if (file.isPresent()) {
            Path path = file.get();
            Path beside = Objects.requireNonNullElse(path.toAbsolutePath().getParent(), folder);
            return read(text(path), String.valueOf(path.getFileName()), file, beside, List.of());
        }
        return read(null, "the environment", file, folder, warningsAbout(folder));
    }

    /** Reads a text instead of a file; messages call it by the name. */
    public ReadSettings readText(String yaml, String name) {
        return read(yaml, name, Optional.empty(), Path.of(""), List.of());
    }

    private static List<String> warningsAbout(Path folder) {
        if (!Files.exists(folder.resolve(MISNAMED))) return List.of();
        return List.of(MISNAMED + " is not read; name it " + FILE + ", or point to it with --config");
    }

    private ReadSettings read(
            @Nullable String yaml, String name, Optional<Path> file, Path folder, List<String> earlierWarnings) {
        Mistakes mistakes = new Mistakes();
        Overrides overrides = new Overrides(environment, options);
        List<String> warnings = new ArrayList<>(earlierWarnings);
        RawValue.Keys given = yaml == null ? nothing(name) : written(yaml, name, mistakes);
        Settings settings =
                Section.read(given, overrides, mistakes, root -> new RootReader(root, warnings, folder).settings());
        mistakes.throwIfAny();
        warnings.addAll(overrides.warnings());
        return new ReadSettings(settings, warnings, file);
    }

    private RawValue.Keys written(String yaml, String name, Mistakes mistakes) {
        Optional<RawValue> document = new YamlText(name, new Placeholders(environment), mistakes).read(yaml);
        if (document.isEmpty() || document.get() instanceof RawValue.Nothing) return nothing(name);
        if (!(document.get() instanceof RawValue.Keys top)) {
            mistakes.add(name + ": must be a group of keys that begins with \"redrive:\"");
            return nothing(name);
        }
        top.keys().forEach((key, value) -> {
            if (!key.equals("redrive")) {
                mistakes.add(key, value.place(), "there is no such key; everything stands under \"redrive:\"");
            }
        });
        RawValue redrive = top.keys().getOrDefault("redrive", nothing(name));
        if (redrive instanceof RawValue.Keys keys) return keys;
        if (!(redrive instanceof RawValue.Nothing)) {
            mistakes.add("redrive", redrive.place(), "must be a group of keys, and is " + redrive.kind());
        }
        return nothing(name);
    }

    private static RawValue.Keys nothing(String place) {
        return new RawValue.Keys(Map.of(), place);
    }

    private static String text(Path file) {
        try {
            if (Files.size(file) > YamlText.MAX_CHARACTERS) {
                throw unreadable(file, "it is larger than " + YamlText.MAX_CHARACTERS + " bytes");
            }
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw unreadable(file, "it is not UTF-8");
        } catch (IOException e) {
            throw unreadable(file, Files.exists(file) ? String.valueOf(e.getMessage()) : "there is no such file");
        }
    }

    private static BadSettings unreadable(Path file, String why) {
        return new BadSettings(List.of("the settings file " + file + " cannot be read: " + why));
    }
}

package dev.redrive.server.config;

import dev.redrive.redaction.Redaction;
import dev.redrive.redaction.Redaction.Mode;
import dev.redrive.redaction.Redaction.Rule;
import dev.redrive.redaction.Redaction.What;
import dev.redrive.redaction.SealKeys;
import dev.redrive.redaction.TextPattern;
import dev.redrive.server.config.values.Section;
import dev.redrive.server.config.values.ValueForm;
import dev.redrive.server.config.values.ValueForms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what is hidden of letters, and the keys under which it is sealed. */
final class RedactionReader {
    private static final String KEY = "redaction";
    private static final String KEY_VARIABLE = "REDRIVE_SEAL_KEY";
    private static final String KEY_ID = "default";
    private static final ValueForm<Mode> MODE =
            ValueForm.of("remove or seal", text -> Mode.valueOf(text.toUpperCase(Locale.ROOT)));
    private static final ValueForm<TextPattern> TEXT_PATTERN =
            ValueForm.of("card-number, token, or a regular expression", TextPattern::of);
    private static final ValueForm<String> SEAL_KEY = ValueForm.of(
                    "32 bytes in base64, such as openssl rand -base64 32 makes", RedactionReader::checked)
            .hidden();

    private RedactionReader() {}

    static Redaction read(Section root, Path folder) {
        boolean isList = root.isList(KEY);
        Redaction found = isList
                ? new Redaction(root.each(KEY, RedactionReader::rule), SealKeys.none())
                : root.inside(KEY, section -> group(section, folder));
        Redaction keyed = root.variable(KEY_VARIABLE, SEAL_KEY)
                .map(key -> found.with(found.keys().and(KEY_ID, key)))
                .orElse(found);
        if (keyed.seals() && keyed.keys().isEmpty() && !root.hasVariable(KEY_VARIABLE))
            root.mistake(
                    KEY,
                    "values are to be sealed, but there is no key; set " + KEY_VARIABLE
                            + " to 32 bytes in base64, such as openssl rand -base64 32 makes, or give redaction.keys");
        return keyed;
    }

    private static Redaction group(Section section, Path folder) {
        List<Rule> rules = new ArrayList<>();
        section.values("paths", ValueForms.JSON_PATH)
                .forEach(path -> rules.add(new Rule(new What.AtPath(path), Mode.REMOVE)));
        section.values("headers", ValueForms.PATTERN)
                .forEach(name -> rules.add(new Rule(new What.OfHeader(name), Mode.REMOVE)));
        rules.addAll(section.each("rules", RedactionReader::rule));
        SealKeys keys = SealKeys.none();
        for (Key key : section.each("keys", each -> key(each, folder))) {
            if (keys.ids().contains(key.id())) section.mistake("keys", "there are two keys with the id " + key.id());
            else keys = keys.and(key.id(), key.value());
        }
        return new Redaction(rules, keys);
    }

    private static Optional<Rule> rule(Section section) {
        List<What> what = Stream.<Optional<? extends What>>of(
                        section.value("path", ValueForms.JSON_PATH).map(What.AtPath::new),
                        section.value("header", ValueForms.PATTERN).map(What.OfHeader::new),
                        section.value("pattern", TEXT_PATTERN).map(What.Like::new))
                .<What>flatMap(Optional::stream)
                .toList();
        Mode mode = section.value("mode", MODE).orElse(Mode.REMOVE);
        long given =
                Stream.of("path", "header", "pattern").filter(section::isGiven).count();
        if (given != 1) section.mistake("must have exactly one of path, header and pattern");
        return what.size() == 1 ? Optional.of(new Rule(what.get(0), mode)) : Optional.empty();
    }

    private record Key(String id, String value) {}

    private static Optional<Key> key(Section section, Path folder) {
        Optional<String> id = section.required("id", ValueForms.TEXT);
        Optional<String> value = section.value("value", SEAL_KEY);
        Optional<String> file = section.value("file", ValueForms.TEXT);
        if (section.isGiven("value") == section.isGiven("file"))
            section.mistake("must have exactly one of value and file");
        Optional<String> key = value.or(() -> file.flatMap(name -> ofFile(section, folder.resolve(name))));
        return id.flatMap(name -> key.map(text -> new Key(name, text)));
    }

    private static Optional<String> ofFile(Section section, Path file) {
        try {
            return Optional.of(checked(Files.readString(file)));
        } catch (IOException | IllegalArgumentException e) {
            section.mistake("file", file + " cannot be read as a key of 32 bytes in base64");
            return Optional.empty();
        }
    }

    private static String checked(String base64) {
        SealKeys unused = SealKeys.of(KEY_ID, base64);
        return base64.strip();
    }
}

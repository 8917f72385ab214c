package dev.redrive.redaction;

import dev.redrive.json.JsonPath;
import dev.redrive.text.Glob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Which values of letters are hidden, and how: removed for good, or sealed, so that only targets and
 * handlers get it.
 *
 * @param keys under which values are sealed
 */
public record Redaction(List<Rule> rules, SealKeys keys) {
    /** What stands in place of a hidden value. */
    public static final String MASK = "***";

    private static final Redaction NONE = new Redaction(List.of(), SealKeys.none());

    /** What becomes of a value. */
    public enum Mode {
        /** It is never stored. The letter is not whole any more, and never sent. */
        REMOVE,
        /** It is stored encrypted, and is back in its place when the letter is sent. */
        SEAL
    }

    /** Values that are hidden, and how. */
    public record Rule(What what, Mode mode) {}

    /** Which values. */
    public sealed interface What {
        /** Those at a place in a JSON document. */
        record AtPath(JsonPath path) implements What {}

        /** Those of headers; upper and lower case make no difference. */
        record OfHeader(Glob name) implements What {
            public OfHeader {
                name = new Glob(name.pattern().toLowerCase(Locale.ROOT));
            }
        }

        /** Those that look like something, wherever they stand. */
        record Like(TextPattern pattern) implements What {}
    }

    public Redaction {
        rules = List.copyOf(rules);
    }

    public static Redaction none() {
        return NONE;
    }

    public static Redaction of(List<String> jsonPaths, List<String> headerNames) {
        return NONE.removing(
                Stream.concat(jsonPaths.stream(), headerNames.stream()).toArray(String[]::new));
    }

    /** What starts with {@code $} is a path into the payload, the rest are header names; all of it is removed. */
    public static Redaction hiding(String... pathsOrHeaders) {
        return NONE.removing(pathsOrHeaders);
    }

    /** Removes more: paths into the payload, which start with {@code $}, and headers by their names. */
    public Redaction removing(String... pathsOrHeaders) {
        return with(Mode.REMOVE, Redaction::place, pathsOrHeaders);
    }

    /** Seals more: paths into the payload, which start with {@code $}, and headers by their names. */
    public Redaction sealing(String... pathsOrHeaders) {
        return with(Mode.SEAL, Redaction::place, pathsOrHeaders);
    }

    /** Removes what looks like this: {@code card-number}, {@code token} or a regular expression. */
    public Redaction removingLike(String... patterns) {
        return with(Mode.REMOVE, text -> new What.Like(TextPattern.of(text)), patterns);
    }

    /** Seals what looks like this: {@code card-number}, {@code token} or a regular expression. */
    public Redaction sealingLike(String... patterns) {
        return with(Mode.SEAL, text -> new What.Like(TextPattern.of(text)), patterns);
    }

    public Redaction with(SealKeys value) {
        return new Redaction(rules, value);
    }

    private Redaction with(Mode mode, Function<String, What> what, String... texts) {
        List<Rule> more = new ArrayList<>(rules);
        Arrays.stream(texts).map(text -> new Rule(what.apply(text), mode)).forEach(more::add);
        return new Redaction(more, keys);
    }

    private static What place(String rule) {
        return rule.startsWith("$") ? new What.AtPath(JsonPath.of(rule)) : new What.OfHeader(new Glob(rule));
    }

    /** True when some values are to be sealed. */
    public boolean seals() {
        return rules.stream().anyMatch(rule -> rule.mode() == Mode.SEAL);
    }

    public List<JsonPath> paths() {
        return rules.stream()
                .filter(rule -> rule.what() instanceof What.AtPath)
                .map(rule -> ((What.AtPath) rule.what()).path())
                .toList();
    }

    public List<Glob> headers() {
        return rules.stream()
                .filter(rule -> rule.what() instanceof What.OfHeader)
                .map(rule -> ((What.OfHeader) rule.what()).name())
                .toList();
    }

    /** Upper and lower case make no difference: HTTP headers have none. */
    public boolean hides(String headerName) {
        String name = headerName.toLowerCase(Locale.ROOT);
        return headers().stream().anyMatch(header -> header.matches(name));
    }
}

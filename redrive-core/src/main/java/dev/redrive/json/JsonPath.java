package dev.redrive.json;

import dev.redrive.internal.text.Utf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Names values inside a JSON document, in a small part of JSONPath: {@code $.card.number}, {@code $.lines[0]},
 * {@code $.lines[*].sku}, {@code $['odd name']}, {@code $.*}, and {@code $..password} for a password anywhere.
 */
public final class JsonPath {
    private final String text;
    private final List<Step> steps;

    private JsonPath(String text, List<Step> steps) {
        this.text = text;
        this.steps = steps;
    }

    /** One step down into a document; {@code anywhere} also looks for it any number of levels deeper. */
    record Step(Part part, boolean anywhere) {}

    /** What leads from a value to one of its children. */
    sealed interface Part {
        record Member(String name) implements Part {}

        record Element(int index) implements Part {}

        /** Every child, of an object or of an array. */
        record Any() implements Part {}
    }

    public static JsonPath of(String text) {
        return new JsonPath(text, new JsonPathParser(text).steps());
    }

    /**
     * A value in a document: from {@code start} up to, not including, {@code end}.
     *
     * @param which the first of the paths that leads to it; -1 when none was asked for
     * @param path the one path that leads to it and to nothing else, unless the document has a name twice
     */
    public record Place(int start, int end, int which, String path) {
        public byte[] in(byte[] document) {
            return Arrays.copyOfRange(document, start, end);
        }
    }

    /**
     * The outermost values at the paths, in order; empty when the bytes are not exactly one JSON document in UTF-8. In an
     * array, what a path names in a document is also looked for in each element: a batch hides nothing.
     */
    public static Optional<List<Place>> places(byte[] document, List<JsonPath> paths) {
        if (!Utf8.isValid(document)) return Optional.empty();
        try {
            return Optional.of(JsonScanner.find(withElements(document, paths), document).stream()
                    .map(p -> new Place(p.start(), p.end(), p.which() % Math.max(1, paths.size()), p.path()))
                    .toList());
        } catch (JsonScanner.Malformed malformed) {
            return Optional.empty();
        }
    }

    /**
     * The values at each of the paths, in order, also those inside one another, and at most so many for each path, the first of a
     * path that can lead to one only; none when the bytes are not JSON in UTF-8 up to the last of them. Arrays are looked into as
     * by {@link #places}.
     */
    public static List<Place> eachPlace(byte[] document, List<JsonPath> paths, int most) {
        if (!Utf8.isValid(document)) return List.of();
        try {
            return JsonScanner.findEach(withElements(document, paths), most, document).stream()
                    .map(p -> new Place(p.start(), p.end(), p.which() % paths.size(), p.path()))
                    .toList();
        } catch (JsonScanner.Malformed malformed) {
            return List.of();
        }
    }

    private static List<JsonPath> withElements(byte[] document, List<JsonPath> paths) {
        boolean isArray = new String(document, 0, Math.min(document.length, 64), StandardCharsets.ISO_8859_1)
                .strip()
                .startsWith("[");
        List<JsonPath> all = new ArrayList<>(paths);
        if (isArray) paths.forEach(path -> all.add(path.beginsWithAName() ? path.inEachElement() : path));
        return all;
    }

    /** Every value that has no others in it; empty when the bytes are not exactly one JSON document in UTF-8. */
    public static Optional<List<Place>> leaves(byte[] document) {
        if (!Utf8.isValid(document)) return Optional.empty();
        try {
            return Optional.of(JsonScanner.leaves(document));
        } catch (JsonScanner.Malformed malformed) {
            return Optional.empty();
        }
    }

    /** What a value without others in it says: a string without its quotes and escapes, anything else as it is. */
    public static String text(byte[] value) {
        return JsonScanner.textOf(new String(value, StandardCharsets.UTF_8));
    }

    /** Unless a document has a name twice. */
    boolean leadsToOne() {
        return steps.stream().noneMatch(step -> step.anywhere() || step.part() instanceof Part.Any);
    }

    private boolean beginsWithAName() {
        return !steps.isEmpty() && steps.get(0).part() instanceof Part.Member;
    }

    private JsonPath inEachElement() {
        List<Step> deeper = new ArrayList<>(steps.size() + 1);
        deeper.add(new Step(new Part.Any(), false));
        deeper.addAll(steps);
        return new JsonPath(text, deeper);
    }

    /** False for a text that is none, for instance because it has too many steps. */
    public static boolean isPath(String text) {
        try {
            JsonPath unused = of(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static String step(String name) {
        return "['" + name.replace("\\", "\\\\").replace("'", "\\'") + "']";
    }

    /** Puts others in place of these values, which are in order; all other bytes stay as they were. */
    public static byte[] replace(byte[] document, List<Place> places, Function<Place, byte[]> replacement) {
        if (places.isEmpty()) return document;
        ByteArrayOutputStream out = new ByteArrayOutputStream(document.length);
        int copied = 0;
        for (Place place : places) {
            out.write(document, copied, place.start() - copied);
            out.writeBytes(replacement.apply(place));
            copied = place.end();
        }
        out.write(document, copied, document.length - copied);
        return out.toByteArray();
    }

    /**
     * Puts the replacement in place of every value at one of the paths; all other bytes stay as they were. Returns the
     * same array when nothing matches or it is not one JSON document. Reads the document once.
     */
    public static byte[] replaceAll(byte[] document, List<JsonPath> paths, Json replacement) {
        if (paths.isEmpty()) return document;
        byte[] substitute = replacement.text().getBytes(StandardCharsets.UTF_8);
        return replace(document, places(document, paths).orElse(List.of()), place -> substitute);
    }

    /**
     * How far the path has come at the root. Bit n of such a state is set when the first n steps lead to where the
     * scanner is; with {@code $..a..b} several may be true at once, and keeping them all is what makes one reading
     * enough.
     */
    long start() {
        return 1;
    }

    long into(long state, Part child) {
        long next = 0;
        for (int i = 0; i < steps.size(); i++) {
            long bit = 1L << i;
            if ((state & bit) == 0) continue;
            Step step = steps.get(i);
            if (step.anywhere()) next |= bit;
            if (step.part() instanceof Part.Any || step.part().equals(child)) next |= bit << 1;
        }
        return next;
    }

    boolean isEnd(long state) {
        return (state & (1L << steps.size())) != 0;
    }

    /** Two are equal when they are written the same way. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JsonPath path && text.equals(path.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}

package dev.redrive.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
     * Puts the replacement in place of every value at one of the paths; all other bytes stay as they were. Returns the
     * same array when nothing matches or the document is not JSON. Reads the document once.
     */
    public static byte[] replaceAll(byte[] document, List<JsonPath> paths, Json replacement) {
        if (paths.isEmpty()) return document;
        List<JsonScanner.Span> spans = spans(document, paths);
        if (spans.isEmpty()) return document;

        byte[] substitute = replacement.text().getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(document.length);
        int copied = 0;
        for (JsonScanner.Span span : spans) {
            out.write(document, copied, span.start() - copied);
            out.write(substitute, 0, substitute.length);
            copied = span.end();
        }
        out.write(document, copied, document.length - copied);
        return out.toByteArray();
    }

    private static List<JsonScanner.Span> spans(byte[] document, List<JsonPath> paths) {
        try {
            return JsonScanner.find(paths, document);
        } catch (JsonScanner.Malformed malformed) {
            return List.of();
        }
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

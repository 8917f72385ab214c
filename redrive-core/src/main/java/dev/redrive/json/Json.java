package dev.redrive.json;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One JSON text, known to be valid and kept as it was written: every digit and every space stays. */
public final class Json {
    public static final Json EMPTY_OBJECT = new Json("{}");

    private final String text;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Refuses a text that is not JSON, or is nested deeper than 512, naming the position and what was expected there.
     */
    public static Json of(String text) {
        try {
            JsonScanner.check(text);
        } catch (JsonScanner.Malformed malformed) {
            throw new IllegalArgumentException(malformed.getMessage(), malformed);
        }
        return new Json(text);
    }

    /** Whether a text is JSON and still may be read when it stands so many levels deep in another one. */
    public static boolean isValidBelow(int levels, String text) {
        try {
            JsonScanner.check(text, levels);
        } catch (JsonScanner.Malformed malformed) {
            return false;
        }
        return true;
    }

    /** A text that was checked already. */
    static Json known(String text) {
        return new Json(text);
    }

    /** Empty where {@link #of} would refuse; cheap when most texts are not JSON. */
    public static Optional<Json> ifValid(String text) {
        try {
            JsonScanner.check(text);
        } catch (JsonScanner.Malformed malformed) {
            return Optional.empty();
        }
        return Optional.of(new Json(text));
    }

    /** Whether JSON may begin like this; true of a text that {@link #of} takes, too. */
    public static boolean isBeginning(String text) {
        return JsonScanner.isBeginning(text);
    }

    /**
     * Writes strings, numbers, booleans, nulls, maps, collections and other {@code Json}; anything else as the string
     * of its {@code toString()}. A number that JSON cannot express, such as NaN, becomes a string too.
     */
    public static Json object(Map<String, ? extends @Nullable Object> values) {
        return of(JsonWriter.write(values));
    }

    /** Where the JSON value that begins at a position of a text ends; -1 when there is none. */
    public static int endOf(String text, int from) {
        try {
            return JsonScanner.endOf(text, from);
        } catch (JsonScanner.Malformed malformed) {
            return -1;
        }
    }

    /** The text as a JSON string, quotes included. */
    public static String quote(String text) {
        return JsonWriter.quote(text);
    }

    public String text() {
        return text;
    }

    /** Two are equal when they are written the same way: {@code 1.0} is not {@code 1.00}. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Json json && text.equals(json.text);
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

package dev.redrive.transform.letter;

import dev.redrive.letter.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place where two messages differ, for people to look at: its RFC 6901 path, such as {@code /payload/amount} or
 * {@code /headers/x-retry}, and the two values, each cut to 200 characters.
 */
public record Difference(
        String path,
        Kind kind,
        @Nullable String before,
        @Nullable String after) {

    /** What happened at the path. */
    public enum Kind {
        ADDED,
        REMOVED,
        CHANGED,
        /** There are more differences than are listed; {@code after} says how many. Always the last, with an empty path. */
        MORE
    }

    /** What changed, in the order of the messages; at most 100 and then one of {@link Kind#MORE}. */
    public static List<Difference> between(Message before, Message after) {
        Comparison comparison = new Comparison();
        comparison.payloads(before.payload(), after.payload());
        comparison.headers(before.headers(), after.headers());
        return comparison.differences();
    }
}

package dev.redrive.erasure;

import dev.redrive.json.JsonPath;
import dev.redrive.redaction.Redaction;
import java.util.List;

/**
 * Whose letters are to be erased: those that hold a value at one of these places.
 *
 * @param value compared as text with JSON strings and numbers, header values and keys
 */
public record ErasureSubject(String value, List<Place> places) {
    public ErasureSubject {
        places = List.copyOf(places);
        if (value.isBlank()) throw new IllegalArgumentException("the value to look for must not be blank");
        if (value.equals(Redaction.MASK))
            throw new IllegalArgumentException(
                    "the value to look for must not be the mask, which stands where values are gone");
        if (places.isEmpty()) throw new IllegalArgumentException("at least one place to look at is needed");
    }

    /** Where a value may stand in a message. */
    public sealed interface Place {
        /** In the payload. */
        record InPayload(JsonPath path) implements Place {}

        /** A header of this name, in any case. */
        record InHeader(String name) implements Place {}

        /** The key of the message. */
        record InKey() implements Place {}
    }

    /** Without the value, which must not be logged. */
    @Override
    public String toString() {
        return "ErasureSubject" + places;
    }
}

package dev.redrive.internal.text;

import java.util.UUID;

/** Reads UUIDs; what is almost one is refused. */
public final class UuidParser {
    private static final int LENGTH = 36;

    private UuidParser() {}

    /**
     * Java would also take shorter ones, and then mean another id than the one that was written.
     *
     * @throws IllegalArgumentException naming the field
     */
    public static UUID parse(String field, String text) {
        try {
            if (text.length() == LENGTH) {
                UUID id = UUID.fromString(text);
                if (id.toString().equalsIgnoreCase(text)) return id;
            }
        } catch (IllegalArgumentException e) {
            // The same answer as for a wrong length.
        }
        throw new IllegalArgumentException(field + " must be a UUID such as 0195a3c4-5d6e-7f80-8123-456789abcdef");
    }
}

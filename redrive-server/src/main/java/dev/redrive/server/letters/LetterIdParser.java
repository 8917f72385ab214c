package dev.redrive.server.letters;

import dev.redrive.letter.LetterId;
import dev.redrive.server.web.Problem;
import java.util.UUID;

/** Ids as they stand in addresses; what is almost one is refused. */
public final class LetterIdParser {
    private static final int UUID_LENGTH = 36;

    private LetterIdParser() {}

    public static LetterId letter(String text) {
        return letter("id", text);
    }

    public static LetterId letter(String field, String text) {
        return new LetterId(uuid(field, text));
    }

    /** Java would also take shorter ones, and then mean another id than the one that was written. */
    public static UUID uuid(String field, String text) {
        try {
            if (text.length() == UUID_LENGTH) {
                UUID id = UUID.fromString(text);
                if (id.toString().equalsIgnoreCase(text)) return id;
            }
        } catch (IllegalArgumentException e) {
            // The same answer as for a wrong length.
        }
        throw Problem.badField(field, field + " must be a UUID such as 0195a3c4-5d6e-7f80-8123-456789abcdef");
    }
}

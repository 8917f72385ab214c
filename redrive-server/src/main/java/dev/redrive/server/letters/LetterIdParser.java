package dev.redrive.server.letters;

import dev.redrive.internal.text.UuidParser;
import dev.redrive.letter.LetterId;
import dev.redrive.server.web.Problem;
import java.util.UUID;

/** Ids as they stand in addresses; what is almost one is refused. */
public final class LetterIdParser {
    private LetterIdParser() {}

    public static LetterId letter(String text) {
        return letter("id", text);
    }

    public static LetterId letter(String field, String text) {
        return new LetterId(uuid(field, text));
    }

    public static UUID uuid(String field, String text) {
        try {
            return UuidParser.parse(field, text);
        } catch (IllegalArgumentException e) {
            throw Problem.badField(field, String.valueOf(e.getMessage()));
        }
    }
}

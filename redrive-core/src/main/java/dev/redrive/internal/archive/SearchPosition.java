package dev.redrive.internal.archive;

import dev.redrive.letter.LetterId;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where a search goes on: in an hour, at the object of a key or, when that is gone, the next one, at a frame and below a letter of it.
 *
 * @param key null before the first object of the hour
 * @param frame -1 when all frames of the object were looked at
 */
record SearchPosition(
        Instant hour,
        @Nullable String key,
        int frame,
        @Nullable LetterId below) {
    static final int LAST_FRAME = Integer.MAX_VALUE;

    static SearchPosition before(Instant hour) {
        return new SearchPosition(hour, null, LAST_FRAME, null);
    }

    SearchPosition at(String object, int number) {
        return new SearchPosition(hour, object, number, null);
    }

    SearchPosition at(String object, int number, LetterId letter) {
        return new SearchPosition(hour, object, number, letter);
    }

    String cursor() {
        String text = String.join(
                "\n",
                hour.toString(),
                key == null ? "" : key,
                String.valueOf(frame),
                below == null ? "" : below.toString());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** @throws IllegalArgumentException when no search gave this cursor */
    static SearchPosition of(String cursor) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split("\n", -1);
            if (parts.length != 4) throw new IllegalArgumentException("it has " + parts.length + " parts");
            return new SearchPosition(
                    Instant.parse(parts[0]),
                    parts[1].isEmpty() ? null : parts[1],
                    Integer.parseInt(parts[2]),
                    parts[3].isEmpty() ? null : LetterId.of(parts[3]));
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException("this is not a cursor of a search in the archive: " + e.getMessage(), e);
        }
    }
}

package dev.redrive.internal.archive;

import dev.redrive.internal.text.Sha256;
import dev.redrive.letter.LetterId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/**
 * The keys of objects with letters: {@code dlq/YYYY/MM/DD/HH/{errorType}/{id}.ndjson.zst}, by the hour in which the letters were
 * captured and by the type of their first error. Neither ever changes, so all lines about one letter are in one folder.
 */
final class ObjectKey {
    /** Where all objects with letters are. */
    static final String ROOT = "dlq/";

    static final String SUFFIX = ".ndjson.zst";

    private static final DateTimeFormatter HOUR =
            DateTimeFormatter.ofPattern("'dlq/'yyyy/MM/dd/HH/", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

    /** Some file systems take no longer names. */
    private static final int LONGEST_NAME = 150;

    private static final int KEPT_OF_LONG = 120;
    private static final int HASH = 16;

    private ObjectKey() {}

    /** The folder of letters that were captured in the hour of this one with this error type; it ends in a slash. */
    static String folder(LetterId letter, String errorType) {
        return HOUR.format(letter.createdAt()) + name(errorType) + "/";
    }

    /** The folder of all letters that were captured in the hour of this time. */
    static String hour(Instant time) {
        return HOUR.format(time);
    }

    static String in(String folder, LetterId object) {
        return folder + object + SUFFIX;
    }

    static boolean isSameHour(LetterId one, LetterId other) {
        return one.createdAt()
                .truncatedTo(ChronoUnit.HOURS)
                .equals(other.createdAt().truncatedTo(ChronoUnit.HOURS));
    }

    /** The folder of a key, with the slash at its end. */
    static String folderOf(String key) {
        return key.substring(0, key.lastIndexOf('/') + 1);
    }

    /** The id of the object of a key; empty when it has another name than those that are written here. */
    static Optional<LetterId> id(String key) {
        String name = key.substring(key.lastIndexOf('/') + 1);
        if (!name.endsWith(SUFFIX)) return Optional.empty();
        try {
            return Optional.of(LetterId.of(name.substring(0, name.length() - SUFFIX.length())));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static boolean isObject(String key) {
        return key.startsWith(ROOT) && key.endsWith(SUFFIX);
    }

    /** An error type as part of a key: what is not plain is written as in a URL, and what is too long ends in a hash. */
    static String name(String errorType) {
        StringBuilder name = new StringBuilder();
        for (byte b : errorType.getBytes(StandardCharsets.UTF_8)) {
            if (PLAIN.indexOf(b) >= 0) name.append((char) b);
            else name.append('%').append(String.format(Locale.ROOT, "%02X", b));
        }
        if (name.chars().allMatch(c -> c == '.')) return "%2E" + name;
        if (name.length() <= LONGEST_NAME) return name.toString();
        return name.substring(0, KEPT_OF_LONG) + "~" + Sha256.hex(errorType).substring(0, HASH);
    }
}

package dev.redrive.archive;

import java.util.Arrays;

/**
 * Which keys an archive takes: parts of printable ASCII between slashes. Every file system and every server keeps such keys as they
 * are, and all of them sort them in the same order.
 */
public final class ArchiveKeys {
    /** The longest key in S3 has 1024 bytes; the rest is for the prefix of the archive. */
    private static final int LONGEST = 900;

    /** Most file systems take 255 bytes; servers that keep objects as files need some of them. */
    private static final int LONGEST_PART = 200;

    private ArchiveKeys() {}

    /** The same key. */
    public static String checked(String key) {
        if (!isKey(key))
            throw new IllegalArgumentException(
                    "\"" + key + "\" cannot be the key of an object: a key has at most " + LONGEST
                            + " characters of printable ASCII in parts of at most " + LONGEST_PART
                            + " between slashes, and no part is empty, \".\" or \"..\"");
        return key;
    }

    public static boolean isKey(String key) {
        return key.length() <= LONGEST && Arrays.stream(key.split("/", -1)).allMatch(ArchiveKeys::isPart);
    }

    /** Whether it is empty, or a key with a slash at its end: what {@link Archive#folders} takes. */
    public static boolean isFolder(String prefix) {
        return prefix.isEmpty() || (prefix.endsWith("/") && isKey(prefix.substring(0, prefix.length() - 1)));
    }

    static boolean isPart(String part) {
        return !part.isEmpty()
                && part.length() <= LONGEST_PART
                && !part.equals(".")
                && !part.equals("..")
                && part.chars().allMatch(c -> c >= ' ' && c <= '~' && c != '/');
    }
}

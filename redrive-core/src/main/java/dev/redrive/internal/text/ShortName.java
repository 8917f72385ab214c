package dev.redrive.internal.text;

/** Names short enough for an index of every store. One that was shortened shows it: it has a {@code …} near or at its end. */
public final class ShortName {
    /** In chars. */
    public static final int LIMIT = 255;

    private static final int DIGITS = 16;

    private ShortName() {}

    /** For what is compared: a digest of the whole follows the mark, so that different names stay different. */
    public static String identifier(String name) {
        if (name.length() <= LIMIT) return name;
        return ShortText.withDots(name, LIMIT - DIGITS) + Sha256.hex(name).substring(0, DIGITS);
    }

    /** For what groups, such as the type of an error: with a digest, each long one would be a group of its own. */
    public static String group(String name) {
        return ShortText.withDots(name, LIMIT);
    }
}

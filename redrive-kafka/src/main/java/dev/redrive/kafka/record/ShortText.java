package dev.redrive.kafka.record;

/** Texts of a bounded length. */
public final class ShortText {
    private ShortText() {}

    /** Never within a surrogate pair. */
    public static String cut(String text, int limit) {
        if (text.length() <= limit) return text;
        return text.substring(0, Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit);
    }
}

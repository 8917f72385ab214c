package dev.redrive.kafka;

/** Texts of a bounded length. */
final class Texts {
    private Texts() {}

    /** Never within a surrogate pair. */
    static String cut(String text, int limit) {
        if (text.length() <= limit) return text;
        return text.substring(0, Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit);
    }
}

package dev.redrive.internal.text;

/** Shortens text without cutting a character in two. */
public final class ShortText {
    private static final String DOTS = "…";

    private ShortText() {}

    /** At most so many chars. */
    public static String cut(String text, int limit) {
        return text.length() <= limit ? text : text.substring(0, end(text, limit));
    }

    /** At most so many chars, of which the last are dots when something was cut off. */
    public static String withDots(String text, int limit) {
        return text.length() <= limit ? text : text.substring(0, end(text, limit - DOTS.length())) + DOTS;
    }

    private static int end(String text, int limit) {
        return limit > 0 && Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
    }
}

package dev.redrive.server.web;

import org.jspecify.annotations.Nullable;

/** Reads the numbers that people write behind the question mark, and says which word was wrong. */
public final class Parameters {
    private static final int MAX_DIGITS = 10;

    private Parameters() {}

    /** A number of things to answer with, between 1 and the most. */
    public static int limit(@Nullable String text, int otherwise, int most) {
        return text == null || text.isBlank() ? otherwise : number("limit", text.strip(), 1, most);
    }

    /** No when it is not given. */
    public static boolean yesOrNo(String field, @Nullable String text) {
        if (text == null || text.equals("false")) return false;
        if (text.equals("true")) return true;
        throw Problem.badField(field, field + " must be true or false");
    }

    public static int number(String field, String text, int least, int most) {
        if (!text.isEmpty() && text.length() <= MAX_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) return (int) value;
        }
        throw Problem.badField(field, field + " must be a whole number between " + least + " and " + most);
    }
}

package dev.redrive.internal.text;

import org.jspecify.annotations.Nullable;

/** Text that every store can hold: without NUL, which PostgreSQL refuses, and without halves of surrogate pairs. */
public final class CleanText {
    private CleanText() {}

    /** The same text, with what cannot be stored replaced by U+FFFD. */
    public static String text(String text) {
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c == 0 || (Character.isSurrogate(c) && !isHalfOfPair(text, i))) return replaced(text);
        }
        return text;
    }

    public static @Nullable String textOrNull(@Nullable String text) {
        return text == null ? null : text(text);
    }

    /** The start of a text on one line, without control characters, and without a half of a character at its end. */
    public static String oneLine(String text, int most) {
        String line = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        if (line.length() <= most) return line;
        return line.substring(0, Character.isHighSurrogate(line.charAt(most - 1)) ? most - 1 : most);
    }

    private static String replaced(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean broken = c == 0 || (Character.isSurrogate(c) && !isHalfOfPair(text, i));
            clean.append(broken ? '\uFFFD' : c);
        }
        return clean.toString();
    }

    private static boolean isHalfOfPair(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
                : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
}

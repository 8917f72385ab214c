package dev.redrive.cli.terminal;

/**
 * Makes text from letters harmless. A payload or an error message may hold anything, also sequences that steer a
 * terminal: every control character, and what turns the direction of writing, is shown as its escape.
 */
public final class SafeText {
    private SafeText() {}

    /** As it is, over several lines if it has them. */
    public static String text(String text) {
        return clean(text, true);
    }

    /** On one line: a line end becomes a blank. */
    public static String line(String text) {
        return clean(text, false);
    }

    private static String clean(String text, boolean keepLines) {
        int harmless = 0;
        while (harmless < text.length() && isPlain(text.charAt(harmless))) harmless++;
        if (harmless == text.length()) return text;
        StringBuilder clean = new StringBuilder(text.length() + 16).append(text, 0, harmless);
        text.codePoints().skip(text.codePointCount(0, harmless)).forEach(c -> append(clean, c, keepLines));
        return clean.toString();
    }

    private static void append(StringBuilder clean, int c, boolean keepLines) {
        if (c == '\t') {
            clean.append(keepLines ? "    " : " ");
        } else if (c == '\n') {
            clean.append(keepLines ? '\n' : ' ');
        } else if (c == '\r') {
            // A line end from elsewhere: what follows it is a line feed, or nothing that may overwrite the line.
            clean.append(keepLines ? "" : " ");
        } else if (isHarmless(c)) {
            clean.appendCodePoint(c);
        } else {
            clean.append(escaped(c));
        }
    }

    private static boolean isPlain(char c) {
        return c >= 0x20 && c < 0x7f;
    }

    /** True for what only shows something. */
    public static boolean isHarmless(int c) {
        if (c < 0x20 || (c >= 0x7f && c < 0xa0)) return false;
        if (c < 0x300) return true;
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> c == 0x200d;
            case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.PRIVATE_USE -> false;
            case Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** As JSON and Java write it. */
    public static String escaped(int c) {
        StringBuilder escaped = new StringBuilder();
        for (char unit : Character.toChars(c)) {
            escaped.append("\\u");
            String digits = Integer.toHexString(unit);
            escaped.append("0".repeat(4 - digits.length())).append(digits);
        }
        return escaped.toString();
    }
}

package dev.redrive.server.pages;

import dev.redrive.internal.text.ShortText;
import java.util.Locale;

/** How names and numbers are written on the pages. */
public final class NameText {
    /** A thin space that does not break: {@code 12 345}. */
    public static final char BETWEEN_THOUSANDS = '\u202f';

    private static final int LINE = 241;

    private NameText() {}

    /** {@code RATE_LIMIT} as {@code rate limit}. */
    public static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** {@code RATE_LIMIT} as {@code rate-limit}, for class names of the style sheet. */
    public static String css(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code PENDING} as {@code Pending}. */
    public static String title(Enum<?> value) {
        String word = lower(value);
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /** {@code dark} as {@code Dark}. */
    public static String capital(String word) {
        return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /**
     * The same text with the characters that cannot be seen written out, such as {@code ⟨U+202E⟩}: those that turn the direction
     * of what follows, those without width, and control characters other than white space.
     */
    public static String visible(String text) {
        if (text.codePoints().noneMatch(NameText::isInvisible)) return text;
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            if (isInvisible(c)) shown.append(String.format(Locale.ROOT, "\u27e8U+%04X\u27e9", c));
            else shown.appendCodePoint(c);
        });
        return shown.toString();
    }

    private static boolean isInvisible(int c) {
        return switch (Character.getType(c)) {
            case Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.CONTROL -> c != '\n' && c != '\r' && c != '\t';
            default -> false;
        };
    }

    /** A type without its package. */
    public static String simpleName(String type) {
        String name = type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
        return name.isEmpty() ? type : name;
    }

    /** The first line, cut where a table could not show more. */
    public static String line(String text) {
        int end = text.indexOf('\n');
        return visible(ShortText.withDots(end < 0 ? text : text.substring(0, end), LINE));
    }

    /** {@code 12345} as {@code 12 345}, with spaces that do not break. */
    public static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count).replace(',', BETWEEN_THOUSANDS);
    }

    /** {@code 1 letter}, {@code 2 letters}. */
    public static String count(long count, String one, String many) {
        return number(count) + " " + (count == 1 ? one : many);
    }

    public static String size(long bytes) {
        if (bytes < 1024) return count(bytes, "byte", "bytes");
        if (bytes < 1024 * 1024) return String.format(Locale.ROOT, "%.1f KB", bytes / 1024.0);
        if (bytes < 1024 * 1024 * 1024) return String.format(Locale.ROOT, "%.1f MB", bytes / 1024.0 / 1024.0);
        return String.format(Locale.ROOT, "%.1f GB", bytes / 1024.0 / 1024.0 / 1024.0);
    }
}

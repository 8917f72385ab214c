package dev.redrive.cli.terminal;

import java.util.Locale;

/** Numbers as people read them, in the same format as on the pages. */
public final class NumberText {
    /** Narrow, and no line breaks at it. */
    private static final char BETWEEN_THOUSANDS = '\u202f';

    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};
    private static final int STEP = 1024;

    private NumberText() {}

    /** {@code 12 000}. */
    public static String of(long number) {
        return grouped("%,d", number);
    }

    /** {@code 12 000}, or {@code 32.4} with at most so many digits after the point. */
    public static String of(double number, int digits) {
        return number == Math.rint(number) ? of((long) number) : grouped("%,." + digits + "f", number);
    }

    private static String grouped(String format, Object number) {
        return String.format(Locale.ROOT, format, number).replace(',', BETWEEN_THOUSANDS);
    }

    /** {@code 1 letter}, {@code 12 000 letters}. */
    public static String letters(long number) {
        return count(number, "letter", "letters");
    }

    /** {@code 1 time}, {@code 12 000 times}. */
    public static String count(long number, String one, String many) {
        return of(number) + " " + (number == 1 ? one : many);
    }

    /** {@code 3.1 MB}. */
    public static String bytes(long number) {
        double size = number;
        int unit = 0;
        while (size >= STEP && unit < UNITS.length - 1) {
            size /= STEP;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", size, UNITS[unit]);
    }
}

package dev.redrive.cli.terminal;

import java.util.Locale;

/** Numbers as people read them. */
public final class NumberText {
    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB"};
    private static final int STEP = 1024;

    private NumberText() {}

    /** {@code 12 000}. */
    public static String of(long number) {
        return String.format(Locale.ROOT, "%,d", number).replace(',', ' ');
    }

    /** {@code 1 letter}, {@code 12 000 letters}. */
    public static String letters(long number) {
        return of(number) + (number == 1 ? " letter" : " letters");
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

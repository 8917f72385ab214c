package dev.redrive.server.web;

import dev.redrive.internal.text.InstantParser;
import dev.redrive.internal.text.ShortText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/** Times and durations as people write them. */
public final class TimeParser {
    private static final Duration LONGEST = Duration.ofDays(36_525);
    private static final int SHOWN = 60;

    private TimeParser() {}

    /** A time with its zone, or without one in UTC; a day alone means its beginning. */
    public static Instant instant(String field, String text) {
        try {
            return InstantParser.parse(field, text);
        } catch (IllegalArgumentException e) {
            throw Problem.badField(field, String.valueOf(e.getMessage()));
        }
    }

    /** {@code 90s}, {@code 15m}, {@code 24h}, {@code 7d}, {@code 2w}, {@code 1y}, or as ISO 8601 writes it. */
    public static Duration duration(String field, String text) {
        try {
            Duration time = text.startsWith("P") || text.startsWith("p") ? Duration.parse(text) : counted(text);
            if (!time.isNegative() && time.compareTo(LONGEST) <= 0) return time;
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            // The same answer as for a duration out of range.
        }
        throw Problem.badField(
                field,
                field + " is not a duration of at most a hundred years: " + shown(text)
                        + "; write it as 90s, 15m, 24h, 7d or 1y");
    }

    private static Duration counted(String text) {
        int unit = 0;
        while (unit < text.length() && Character.isDigit(text.charAt(unit))) unit++;
        long count = Long.parseLong(text.substring(0, unit));
        return switch (text.substring(unit)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            case "w" -> Duration.ofDays(Math.multiplyExact(count, 7L));
            case "y" -> Duration.ofDays(Math.multiplyExact(count, 365L));
            default -> throw new NumberFormatException(text);
        };
    }

    private static String shown(String text) {
        return '"' + ShortText.withDots(text, SHOWN) + '"';
    }
}

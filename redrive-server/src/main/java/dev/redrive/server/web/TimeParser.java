package dev.redrive.server.web;

import dev.redrive.text.ShortText;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/** Times and durations as people write them. */
public final class TimeParser {
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");
    private static final Duration LONGEST = Duration.ofDays(36_525);
    private static final int DATE = "2026-03-02".length();
    private static final int SHOWN = 60;

    private TimeParser() {}

    /** A time with its zone, or without one in UTC; a day alone means its beginning. */
    public static Instant instant(String field, String text) {
        try {
            return known(field, parse(text));
        } catch (DateTimeException e) {
            throw Problem.badField(
                    field,
                    field + " is not a time: " + shown(text) + "; write it as 2026-03-02T10:00:00Z or 2026-03-02");
        }
    }

    private static Instant parse(String text) {
        if (text.length() == DATE)
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            return time instanceof LocalDateTime local ? local.toInstant(ZoneOffset.UTC) : Instant.from(time);
        }
    }

    /** Databases know fewer years than Java does. */
    public static Instant known(String field, Instant time) {
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST))
            throw Problem.badField(field, field + " must be in the years 0 to 9999");
        return time;
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

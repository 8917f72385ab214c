package dev.redrive.server.pages;

import dev.redrive.server.web.Problem;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time to come as people type it, in their own zone: {@code 2h}, {@code 18:00}, {@code tomorrow}, {@code monday 14:00},
 * {@code 2026-03-02 09:00}, or an ISO time. A day without a time means its morning.
 */
public final class TimeAhead {
    private static final Pattern SPAN = Pattern.compile("(?:in |for )?(\\d{1,5}) ?(m|min|h|d|w)");
    private static final Pattern DAY =
            Pattern.compile("(today|tomorrow|[a-z]+day|\\d{4}-\\d{2}-\\d{2})?(?:(?:^| +)(\\d{1,2}(?::\\d{2})?))?");
    private static final LocalTime MORNING = LocalTime.of(9, 0);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private TimeAhead() {}

    /** Reads what was typed; what is no time to come is a problem with examples. */
    public static Instant of(String field, String text, Instant now, ZoneId zone) {
        try {
            Instant time = read(text.strip().toLowerCase(Locale.ROOT), now, zone);
            if (time.isAfter(now) && time.isBefore(now.plus(LONGEST))) return time;
        } catch (DateTimeException | ArithmeticException e) {
            throw wrong(field, text);
        }
        throw wrong(field, text);
    }

    private static Instant read(String typed, Instant now, ZoneId zone) {
        Matcher span = SPAN.matcher(typed);
        if (span.matches()) return now.plus(length(span));
        Matcher parts = DAY.matcher(typed);
        if (typed.isEmpty() || !parts.matches()) return Instant.parse(typed.toUpperCase(Locale.ROOT));
        LocalTime time = parts.group(2) == null ? MORNING : time(parts.group(2));
        LocalDate today = LocalDate.ofInstant(now, zone);
        if (parts.group(1) != null)
            return day(parts.group(1), today).atTime(time).atZone(zone).toInstant();
        Instant next = today.atTime(time).atZone(zone).toInstant();
        return next.isAfter(now)
                ? next
                : today.plusDays(1).atTime(time).atZone(zone).toInstant();
    }

    private static Duration length(Matcher span) {
        long number = Long.parseLong(span.group(1));
        return switch (span.group(2)) {
            case "m", "min" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofDays(7 * number);
        };
    }

    private static LocalTime time(String text) {
        String[] parts = text.split(":", 2);
        return LocalTime.of(Integer.parseInt(parts[0]), parts.length > 1 ? Integer.parseInt(parts[1]) : 0);
    }

    /** A day of the week is one to come: not today. */
    private static LocalDate day(String word, LocalDate today) {
        if (word.equals("today")) return today;
        if (word.equals("tomorrow")) return today.plusDays(1);
        if (Character.isDigit(word.charAt(0))) return LocalDate.parse(word);
        return Arrays.stream(DayOfWeek.values())
                .filter(day -> day.name().equalsIgnoreCase(word))
                .findFirst()
                .map(day -> today.with(TemporalAdjusters.next(day)))
                .orElseThrow(() -> new DateTimeException(word));
    }

    private static Problem wrong(String field, String text) {
        return Problem.badField(
                field,
                "\"" + text
                        + "\" is no time to come; type for example 2h, 18:00, tomorrow, monday 14:00, 2026-03-02 09:00 or"
                        + " 2026-03-02T10:00:00Z");
    }
}

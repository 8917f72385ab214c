package dev.redrive.server.pages;

import dev.redrive.server.web.Problem;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of time as people type it, in their own zone: {@code 24h}, {@code yesterday 14:00-15:00}, {@code 2026-03-02},
 * {@code monday 9:00}, {@code 14:00-15:00}, or two ISO times with {@code ..} between them.
 *
 * @param from at this time or later
 * @param to before this time; empty for an open end
 */
public record TimeRange(Instant from, Optional<Instant> to) {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
    private static final Pattern LAST = Pattern.compile("(?:last )?(\\d{1,5}) ?(m|min|h|d|w)");
    private static final Pattern DAY = Pattern.compile("(today|yesterday|[a-z]+day|\\d{4}-\\d{2}-\\d{2})?\\s*(.*)");
    private static final Pattern HOURS =
            Pattern.compile("(\\d{1,2}(?::\\d{2})?)(?:\\s*[-–]\\s*(\\d{1,2}(?::\\d{2})?))?");

    /** {@code between 2026-11-18 14:00 and 15:00, Europe/Berlin}, or {@code since} when it has no end. */
    public String words(ZoneId zone) {
        String start = MINUTE.format(from.atZone(zone));
        String where = ", " + (zone.equals(ZoneOffset.UTC) ? "UTC" : zone.getId());
        return to.map(end -> "between " + start + " and " + end(end.atZone(zone)))
                        .orElse("since " + start)
                + where;
    }

    private String end(ZonedDateTime end) {
        boolean isSameDay = end.toLocalDate().equals(from.atZone(end.getZone()).toLocalDate());
        return (isSameDay ? HOUR : MINUTE).format(end);
    }

    /** Reads what was typed; what is no range is a problem with examples. */
    public static TimeRange of(String text, Instant now, ZoneId zone) {
        String typed = text.strip().toLowerCase(Locale.ROOT);
        try {
            Matcher last = LAST.matcher(typed);
            if (last.matches()) return new TimeRange(now.minus(length(last)), Optional.empty());
            int dots = typed.indexOf("..");
            if (dots >= 0) return between(typed.substring(0, dots), typed.substring(dots + 2));
            return ofDay(typed, now, zone);
        } catch (DateTimeException | ArithmeticException e) {
            throw wrong(text);
        }
    }

    private static Duration length(Matcher last) {
        long number = Long.parseLong(last.group(1));
        return switch (last.group(2)) {
            case "m", "min" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> Duration.ofDays(7 * number);
        };
    }

    private static TimeRange between(String from, String to) {
        Instant start = Instant.parse(from.strip().toUpperCase(Locale.ROOT));
        if (to.isBlank()) return new TimeRange(start, Optional.empty());
        return new TimeRange(start, Optional.of(Instant.parse(to.strip().toUpperCase(Locale.ROOT))));
    }

    private static TimeRange ofDay(String typed, Instant now, ZoneId zone) {
        Matcher parts = DAY.matcher(typed);
        if (!parts.matches() || typed.isEmpty()) throw wrong(typed);
        LocalDate today = LocalDate.ofInstant(now, zone);
        LocalDate day = parts.group(1) == null ? today : day(parts.group(1), today);
        String hours = parts.group(2);
        if (hours.isEmpty()) return span(day, LocalTime.MIN, day.plusDays(1), LocalTime.MIN, zone);
        Matcher range = HOURS.matcher(hours);
        if (!range.matches()) throw wrong(typed);
        LocalTime from = time(range.group(1));
        if (range.group(2) == null)
            return new TimeRange(day.atTime(from).atZone(zone).toInstant(), Optional.empty());
        boolean isMidnight = range.group(2).startsWith("24");
        LocalTime to = isMidnight ? LocalTime.MIN : time(range.group(2));
        return span(day, from, to.isAfter(from) ? day : day.plusDays(1), to, zone);
    }

    private static TimeRange span(LocalDate day, LocalTime from, LocalDate end, LocalTime to, ZoneId zone) {
        return new TimeRange(
                day.atTime(from).atZone(zone).toInstant(),
                Optional.of(end.atTime(to).atZone(zone).toInstant()));
    }

    private static LocalDate day(String word, LocalDate today) {
        if (word.equals("today")) return today;
        if (word.equals("yesterday")) return today.minusDays(1);
        if (Character.isDigit(word.charAt(0))) return LocalDate.parse(word);
        return Arrays.stream(DayOfWeek.values())
                .filter(day -> day.name().equalsIgnoreCase(word))
                .findFirst()
                .map(day -> today.with(TemporalAdjusters.previousOrSame(day)))
                .orElseThrow(() -> wrong(word));
    }

    private static LocalTime time(String text) {
        String[] parts = text.split(":", 2);
        return LocalTime.of(Integer.parseInt(parts[0]), parts.length > 1 ? Integer.parseInt(parts[1]) : 0);
    }

    private static Problem wrong(String text) {
        return Problem.badField(
                "time",
                "\"" + text + "\" is no time range; type for example 24h, today, yesterday 14:00-15:00, monday 9:00,"
                        + " 2026-03-02 or 2026-03-02T10:00:00Z..2026-03-02T11:00:00Z");
    }
}

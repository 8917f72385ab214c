package dev.redrive.server.pages;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A time as people read it: how long ago, and exactly in the reader's zone. The script of the pages writes the same words. */
public record TimeText(Instant at, Instant now, ZoneId zone) {
    private static final DateTimeFormatter UTC = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT);
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss xxx", Locale.ROOT);
    private static final DateTimeFormatter UTC_MINUTE = DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ROOT);
    private static final DateTimeFormatter LOCAL_MINUTE = DateTimeFormatter.ofPattern("HH:mm xxx", Locale.ROOT);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT);
    private static final Duration NOW = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofDays(14);

    public TimeText(Instant at, Instant now) {
        this(at, now, ZoneOffset.UTC);
    }

    public String iso() {
        return at.toString();
    }

    public String exact() {
        return (zone.equals(ZoneOffset.UTC) ? UTC : LOCAL).format(at.atZone(zone));
    }

    /** {@code 02:00 UTC} today, and with its day on any other. */
    public String minute() {
        boolean isToday = LocalDate.ofInstant(at, zone).equals(LocalDate.ofInstant(now, zone));
        String minute = (zone.equals(ZoneOffset.UTC) ? UTC_MINUTE : LOCAL_MINUTE).format(at.atZone(zone));
        return isToday ? minute : DAY.format(at.atZone(zone)) + " " + minute;
    }

    /** For a time to come: {@code in 5 min}, or a word for one that has come. */
    public String ahead(String whenHere) {
        return at.isBefore(now.plus(NOW)) ? whenHere : relative();
    }

    public String relative() {
        Duration passed = Duration.between(at, now);
        Duration apart = passed.abs();
        if (apart.compareTo(NOW) < 0) return "just now";
        if (apart.compareTo(LONG) > 0) return DAY.format(at.atZone(zone));
        return passed.isNegative() ? "in " + span(apart) : span(apart) + " ago";
    }

    /** The largest unit only: {@code 12 s}, {@code 5 min}, {@code 3 h}, {@code 2 d}. */
    public static String span(Duration time) {
        if (time.toMillis() < 1000) return time.toMillis() + " ms";
        if (time.toMinutes() < 1) return time.toSeconds() + " s";
        if (time.toHours() < 1) return time.toMinutes() + " min";
        return time.toDays() < 1 ? time.toHours() + " h" : time.toDays() + " d";
    }
}

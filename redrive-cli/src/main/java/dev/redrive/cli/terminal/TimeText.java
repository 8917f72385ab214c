package dev.redrive.cli.terminal;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Times as people say them: how long ago, or in how long. */
public final class TimeText {
    private static final int DAYS_OF_A_YEAR = 365;
    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private TimeText() {}

    /** Such as {@code 3m ago} or {@code in 12s}; the text itself when it is no time. */
    public static String relative(String time, Instant now) {
        try {
            Duration age = Duration.between(Instant.parse(time), now);
            if (age.abs().compareTo(Duration.ofSeconds(1)) < 0) return "now";
            return age.isNegative() ? "in " + words(age.negated()) : words(age) + " ago";
        } catch (DateTimeException e) {
            return time;
        }
    }

    /** Such as {@code 3m}, for a column that says it is an age; the text itself when it is no time. */
    public static String age(String time, Instant now) {
        try {
            return words(Duration.between(Instant.parse(time), now));
        } catch (DateTimeException e) {
            return time;
        }
    }

    /** To the second, such as {@code 2026-11-15 14:03:10}; the text itself when it is no time. */
    public static String clock(String time, ZoneId zone) {
        try {
            return EXACT.format(Instant.parse(time).atZone(zone));
        } catch (DateTimeException e) {
            return time;
        }
    }

    /** In its largest unit, and the next one where that one alone would be coarse. */
    public static String words(Duration duration) {
        if (duration.isNegative()) return "0s";
        long seconds = duration.toSeconds();
        if (seconds < 60) return seconds + "s";
        if (seconds < 3600) return seconds / 60 + "m" + rest(seconds / 60 < 10, seconds % 60, "s");
        if (seconds < 86_400) return seconds / 3600 + "h" + rest(seconds / 3600 < 10, seconds % 3600 / 60, "m");
        long days = duration.toDays();
        if (days < DAYS_OF_A_YEAR) return days + "d" + rest(days < 10, seconds % 86_400 / 3600, "h");
        return days / DAYS_OF_A_YEAR + "y" + rest(true, days % DAYS_OF_A_YEAR, "d");
    }

    private static String rest(boolean isWanted, long number, String unit) {
        return isWanted && number > 0 ? number + unit : "";
    }

    /** How long something took, such as {@code 31 ms} or {@code 4.2 s}. */
    public static String took(long millis) {
        if (millis < 1000) return millis + " ms";
        if (millis < 60_000) return millis / 1000 + "." + millis % 1000 / 100 + " s";
        return words(Duration.ofMillis(millis));
    }
}

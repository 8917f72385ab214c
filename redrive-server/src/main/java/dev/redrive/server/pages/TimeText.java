package dev.redrive.server.pages;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** A time as people read it: how long ago, and exactly. */
public record TimeText(Instant at, Instant now) {
    private static final DateTimeFormatter EXACT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Duration NOW = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofDays(14);

    public String iso() {
        return at.toString();
    }

    public String exact() {
        return EXACT.format(at);
    }

    public boolean isPast() {
        return !at.isAfter(now);
    }

    public String relative() {
        Duration passed = Duration.between(at, now);
        Duration apart = passed.abs();
        if (apart.compareTo(NOW) < 0) return "just now";
        if (apart.compareTo(LONG) > 0) return DAY.format(at);
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

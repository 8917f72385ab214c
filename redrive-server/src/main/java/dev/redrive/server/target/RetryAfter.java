package dev.redrive.server.target;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads {@code Retry-After}: a number of seconds or an HTTP date. */
final class RetryAfter {
    /** A mistake over there must not put a letter out of sight for years. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private static final int MOST_DIGITS = 9;

    private RetryAfter() {}

    static Optional<Duration> in(String value, Instant now) {
        String text = value.strip();
        if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) return Optional.of(seconds(text));
        try {
            Instant at = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
            return Optional.of(bounded(Duration.between(now, at)));
        } catch (DateTimeException notADate) {
            return Optional.empty();
        }
    }

    private static Duration seconds(String digits) {
        return digits.length() > MOST_DIGITS ? LONGEST : bounded(Duration.ofSeconds(Long.parseLong(digits)));
    }

    private static Duration bounded(Duration delay) {
        if (delay.isNegative()) return Duration.ZERO;
        return delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    }
}

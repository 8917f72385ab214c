package dev.redrive.server.stats;

import dev.redrive.server.web.Problem;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what people write behind the question mark, and says which word was wrong. */
public final class Parameters {
    private static final Pattern SHORT_DURATION = Pattern.compile("(\\d{1,9})([smhdw])");

    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");
    private static final int SHOWN = 60;

    private Parameters() {}

    /** A number of things to answer with, between 1 and the most. */
    public static int limit(@Nullable String text, int otherwise, int most) {
        if (text == null || text.isBlank()) return otherwise;
        try {
            int limit = Integer.parseInt(text.strip());
            if (limit >= 1 && limit <= most) return limit;
        } catch (NumberFormatException e) {
            // Said below, together with numbers that are out of range.
        }
        throw Problem.badField("limit", "limit must be a number between 1 and " + most + ", not " + shown(text));
    }

    /** A time such as {@code 2026-03-02T10:00:00Z}, or a day, which begins at midnight UTC. */
    static Instant time(String field, @Nullable String text, Instant otherwise) {
        if (text == null || text.isBlank()) return otherwise;
        String given = text.strip();
        try {
            Instant time = given.length() <= 10
                    ? LocalDate.parse(given).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(given).toInstant();
            if (!time.isBefore(Instant.EPOCH) && time.isBefore(LATEST)) return time;
        } catch (DateTimeException e) {
            // Said below, together with times that no letter can have.
        }
        throw Problem.badField(
                field,
                field + " must be a time such as 2026-03-02T10:00:00Z or a day such as 2026-03-02, not " + shown(text));
    }

    /** A length of time such as {@code 5m}, {@code 24h}, {@code 7d} or {@code PT5M}. */
    static Duration duration(String field, String text) {
        String given = text.strip();
        Matcher matcher = SHORT_DURATION.matcher(given.toLowerCase(Locale.ROOT));
        try {
            return matcher.matches()
                    ? unit(matcher.group(2)).multipliedBy(Long.parseLong(matcher.group(1)))
                    : Duration.parse(given);
        } catch (DateTimeException | ArithmeticException e) {
            throw Problem.badField(
                    field, field + " must be a length of time such as 5m, 24h or 7d, not " + shown(text));
        }
    }

    private static Duration unit(String letter) {
        return switch (letter) {
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            case "h" -> Duration.ofHours(1);
            case "d" -> Duration.ofDays(1);
            default -> Duration.ofDays(7);
        };
    }

    private static String shown(String text) {
        return '"' + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…") + '"';
    }
}

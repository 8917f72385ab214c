package dev.redrive.internal.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;

/** Reads times as people and programs write them, in the years that every store knows. */
public final class InstantParser {
    private static final Instant EARLIEST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");
    private static final int DATE = "2026-03-02".length();
    private static final int SHOWN = 60;

    private InstantParser() {}

    /**
     * A time with its zone, or without one in UTC; a day alone means its beginning.
     *
     * @throws IllegalArgumentException naming the field, when it is none
     */
    public static Instant parse(String field, String text) {
        try {
            return known(field, parse(text));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    field + " is not a time: \"" + ShortText.withDots(text, SHOWN)
                            + "\"; write it as 2026-03-02T10:00:00Z or 2026-03-02",
                    e);
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

    /** The same time, unless it is in a year that databases do not know. */
    public static Instant known(String field, Instant time) {
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST))
            throw new IllegalArgumentException(field + " must be in the years 0 to 9999");
        return time;
    }
}

package dev.redrive.policy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;

/**
 * Waits for the quiet hours of the day. The first retry may happen at once when it is such an hour already; otherwise
 * it is the next start of one of them.
 *
 * <p>When the clocks change, an hour whose start is left out does not happen that day, and one that comes twice happens
 * the first time only.
 */
public record OffPeak(List<Integer> hours, ZoneId zone) implements Strategy {
    public OffPeak {
        hours = hours.stream().distinct().sorted().toList();
        if (hours.isEmpty()) throw new IllegalArgumentException("hours must not be empty");
        for (int hour : hours) {
            if (hour < 0 || hour > 23) {
                throw new IllegalArgumentException("each of hours must be between 0 and 23, was " + hour);
            }
        }
    }

    public static OffPeak defaults() {
        return new OffPeak(List.of(2, 3, 4), ZoneOffset.UTC);
    }

    @Override
    public Decision next(RetryContext context) {
        ZonedDateTime local = context.now().atZone(zone);
        boolean atOnce = context.retryCount() == 0 && hours.contains(local.getHour());
        return context.retryAt(atOnce ? context.now() : nextStart(local));
    }

    /** When the next of these hours begins; empty while it is one of them. */
    public Optional<Instant> opensAfter(Instant now) {
        ZonedDateTime local = now.atZone(zone);
        return hours.contains(local.getHour()) ? Optional.empty() : Optional.of(nextStart(local));
    }

    private Instant nextStart(ZonedDateTime now) {
        LocalDate day = now.toLocalDate();
        while (true) {
            Optional<Instant> start = firstStart(day, now.toInstant());
            if (start.isPresent()) return start.get();
            day = day.plusDays(1);
        }
    }

    private Optional<Instant> firstStart(LocalDate day, Instant after) {
        return hours.stream()
                .flatMap(hour -> start(day.atTime(hour, 0)).stream())
                .filter(start -> start.isAfter(after))
                .findFirst();
    }

    /**
     * No offset is valid for a time the clocks leave out, two for one that comes twice: the earlier is listed first.
     */
    private Optional<Instant> start(LocalDateTime time) {
        return zone.getRules().getValidOffsets(time).stream().findFirst().map(time::toInstant);
    }

    @Override
    public String word() {
        return "off-peak";
    }
}

package dev.redrive.cli.command;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads times and ranges as people write them: {@code 24h}, {@code yesterday}, {@code yesterday 14:00-15:00},
 * {@code 2026-11-15 09:30}, {@code monday..today}, {@code 2026-11-15T09:30:00Z}. What has no zone of its own is in the given one.
 */
public final class TimeWords {
    private static final String EXAMPLES = "24h, yesterday, 14:00, \"yesterday 14:00\", 2026-11-15";

    private static final Pattern AGE = Pattern.compile("(\\d{1,9})(ms|s|m|h|d|w|y)( ago)?");
    private static final Pattern CLOCK = Pattern.compile("\\d{1,2}:\\d{2}(?::\\d{2})?");
    private static final Pattern CLOCKS = Pattern.compile("(.*?)(" + CLOCK + ")(?: *- *| to )(" + CLOCK + ")");
    private static final Pattern BETWEEN = Pattern.compile("\\.\\.| to | - ");

    private static final Pattern WITH_ZONE = Pattern.compile(".*(Z|[+-]\\d{2}(:\\d{2})?)");

    private static final Duration LONGEST = Duration.ofDays(36_525);

    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1),
            "w", Duration.ofDays(7),
            "y", Duration.ofDays(365));

    private final Instant now;
    private final ZoneId zone;

    public TimeWords(Instant now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    /**
     * From one time until before another.
     *
     * @param isRange false when only a time was said: then {@code to} is its end, such as the end of the day
     */
    public record Range(Instant from, Instant to, boolean isRange) {}

    /** A time, or a range in one of the forms above. */
    public Range range(String option, String text) {
        String words = text.strip().toLowerCase(Locale.ROOT);
        try {
            Optional<Range> range = clocks(words).or(() -> both(words)).or(() -> one(words));
            if (range.isPresent() && !range.get().to().isBefore(range.get().from())) return range.get();
            if (range.isPresent()) throw new BadUsage(option + " ends before it begins: \"" + text + "\"");
        } catch (DateTimeException | ArithmeticException e) {
            // The same answer as for words that are none of these.
        }
        throw new BadUsage(option + " is not a time: \"" + text + "\"\n  write it as " + EXAMPLES
                + ",\n  or as a range: \"yesterday 14:00-15:00\", 2026-11-14..2026-11-15");
    }

    /** When it begins. */
    public Instant instant(String option, String text) {
        return range(option, text).from();
    }

    /** The next time that it will be: {@code 09:00} may be tomorrow, {@code 2h} is in two hours. */
    public Instant next(String option, String text) {
        String words = text.strip().toLowerCase(Locale.ROOT);
        Optional<Duration> span = duration(words);
        if (span.isPresent()) return now.plus(span.get());
        Instant said = instant(option, text);
        if (said.isAfter(now)) return said;
        if (CLOCK.matcher(words).matches())
            return at(LocalDate.ofInstant(said, zone).plusDays(1), clock(words));
        return weekday(words)
                .map(day -> start(LocalDate.ofInstant(said, zone).plusWeeks(1)))
                .orElse(said);
    }

    /** How long ago, as the API reads it. */
    public String age(String option, String text) {
        String words = text.strip();
        if (words.startsWith("P") || duration(words).isPresent()) return words;
        long seconds = Duration.between(instant(option, text), now).toSeconds();
        if (seconds < 0) throw new BadUsage(option + " is in the future: \"" + text + "\"");
        return seconds + "s";
    }

    /** A span such as {@code 2h}. */
    public static Optional<Duration> duration(String text) {
        Matcher age = AGE.matcher(text);
        return age.matches() && age.group(3) == null ? counted(age) : Optional.empty();
    }

    private static Optional<Duration> counted(Matcher age) {
        Duration unit = UNITS.getOrDefault(age.group(2), Duration.ZERO);
        return Optional.of(unit.multipliedBy(Long.parseLong(age.group(1))))
                .filter(span -> span.compareTo(LONGEST) <= 0);
    }

    // Ranges

    /** {@code yesterday 14:00-15:00}; an end before the beginning is on the next day. */
    private Optional<Range> clocks(String words) {
        Matcher clocks = CLOCKS.matcher(words);
        if (!clocks.matches()) return Optional.empty();
        LocalTime from = clock(clocks.group(2));
        LocalTime to = clock(clocks.group(3));
        String day = clocks.group(1).strip();
        Optional<LocalDate> date = day.isEmpty() ? Optional.of(latest(from)) : day(day);
        return date.map(on -> new Range(at(on, from), at(to.isAfter(from) ? on : on.plusDays(1), to), true));
    }

    /** {@code monday..today}: with all of the last day. */
    private Optional<Range> both(String words) {
        List<String> ends = Arrays.asList(BETWEEN.split(words, 2));
        if (ends.size() != 2) return Optional.empty();
        Optional<Range> last = one(ends.get(1).strip());
        return one(ends.get(0).strip()).flatMap(first -> last.map(end -> new Range(first.from(), end.to(), true)));
    }

    // Times

    private Optional<Range> one(String words) {
        if (words.equals("now")) return Optional.of(moment(now));
        Matcher age = AGE.matcher(words);
        if (age.matches()) return counted(age).map(span -> new Range(now.minus(span), now, false));
        if (CLOCK.matcher(words).matches()) {
            LocalTime time = clock(words);
            return Optional.of(new Range(at(latest(time), time), now, false));
        }
        Optional<LocalDate> day = day(words);
        if (day.isPresent()) return day.map(date -> new Range(start(date), start(date.plusDays(1)), false));
        int blank = words.lastIndexOf(' ');
        if (blank > 0 && CLOCK.matcher(words.substring(blank + 1)).matches())
            return day(words.substring(0, blank).strip())
                    .map(date -> moment(at(date, clock(words.substring(blank + 1)))));
        return iso(words).map(TimeWords::moment);
    }

    private static Range moment(Instant at) {
        return new Range(at, at, false);
    }

    private Optional<LocalDate> day(String word) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        return switch (word) {
            case "today" -> Optional.of(today);
            case "yesterday" -> Optional.of(today.minusDays(1));
            case "tomorrow" -> Optional.of(today.plusDays(1));
            default ->
                weekday(word)
                        .map(day -> today.with(TemporalAdjusters.previousOrSame(day)))
                        .or(() -> date(word));
        };
    }

    /** The latest one, which may be today. */
    private static Optional<DayOfWeek> weekday(String word) {
        return Arrays.stream(DayOfWeek.values())
                .filter(day -> day.name().equalsIgnoreCase(word)
                        || day.name().substring(0, 3).equalsIgnoreCase(word))
                .findFirst();
    }

    private static Optional<LocalDate> date(String word) {
        return word.matches("\\d{4}-\\d{2}-\\d{2}") ? Optional.of(LocalDate.parse(word)) : Optional.empty();
    }

    /** With a zone, or without one. */
    private Optional<Instant> iso(String words) {
        if (!words.contains("t")) return Optional.empty();
        String upper = words.toUpperCase(Locale.ROOT);
        return Optional.of(
                WITH_ZONE.matcher(upper).matches()
                        ? OffsetDateTime.parse(upper).toInstant()
                        : LocalDateTime.parse(upper).atZone(zone).toInstant());
    }

    private static LocalTime clock(String word) {
        return LocalTime.parse(word.length() == 4 || word.length() == 7 ? "0" + word : word);
    }

    /** The day on which it was that time last. */
    private LocalDate latest(LocalTime time) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        return at(today, time).isAfter(now) ? today.minusDays(1) : today;
    }

    private Instant at(LocalDate day, LocalTime time) {
        return day.atTime(time).atZone(zone).toInstant();
    }

    private Instant start(LocalDate day) {
        return day.atStartOfDay(zone).toInstant();
    }
}

package dev.redrive.server.charts;

import dev.redrive.server.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How far back a chart looks, and in which steps. */
public enum ChartRange {
    HOUR("1h", "1 h", Duration.ofMinutes(2), 30, "HH:mm"),
    DAY("24h", "24 h", Duration.ofMinutes(30), 48, "HH:mm"),
    WEEK("7d", "7 days", Duration.ofHours(3), 56, "EEE HH:mm"),
    MONTH("30d", "30 days", Duration.ofHours(12), 60, "d MMM HH:mm");

    private final String word;
    private final String title;
    private final Duration step;
    private final int steps;
    private final DateTimeFormatter format;

    ChartRange(String word, String title, Duration step, int steps, String format) {
        this.word = word;
        this.title = title;
        this.step = step;
        this.steps = steps;
        this.format = DateTimeFormatter.ofPattern(format, Locale.ENGLISH);
    }

    /** The word in the address. */
    public String word() {
        return word;
    }

    public String title() {
        return title;
    }

    /** {@code 30 min}. */
    public String stepWords() {
        return step.toHours() > 0 ? step.toHours() + " h" : step.toMinutes() + " min";
    }

    Duration step() {
        return step;
    }

    DateTimeFormatter format() {
        return format;
    }

    /** The beginnings of its steps up to now, oldest first. */
    List<Instant> starts(Instant now) {
        long millis = step.toMillis();
        Instant newest = Instant.ofEpochMilli(Math.floorDiv(now.toEpochMilli(), millis) * millis);
        return IntStream.range(0, steps)
                .mapToObj(i -> newest.minus(step.multipliedBy(steps - 1L - i)))
                .toList();
    }

    public static ChartRange of(@Nullable String word) {
        if (word == null || word.isEmpty()) return DAY;
        return Arrays.stream(values())
                .filter(range -> range.word.equals(word))
                .findFirst()
                .orElseThrow(() -> Problem.badField(
                        "range",
                        "range must be one of "
                                + Arrays.stream(values()).map(ChartRange::word).collect(Collectors.joining(", "))));
    }
}

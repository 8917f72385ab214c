package dev.redrive.server.overview;

import dev.redrive.server.web.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How far back a chart looks, and in which steps. */
public enum ChartRange {
    DAY("24h", "24 h", Duration.ofMinutes(30), 48),
    WEEK("7d", "7 days", Duration.ofHours(3), 56);

    private final String word;
    private final String title;
    private final Duration step;
    private final int steps;

    ChartRange(String word, String title, Duration step, int steps) {
        this.word = word;
        this.title = title;
        this.step = step;
        this.steps = steps;
    }

    /** The word in the address. */
    public String word() {
        return word;
    }

    public String title() {
        return title;
    }

    public List<String> ticks() {
        return switch (this) {
            case DAY -> List.of("24 h ago", "18 h", "12 h", "6 h", "now");
            case WEEK -> List.of("7 d ago", "6 d", "5 d", "4 d", "3 d", "2 d", "1 d", "now");
        };
    }

    Duration step() {
        return step;
    }

    int steps() {
        return steps;
    }

    /** The start of the step that a time is in. */
    Instant stepOf(Instant time) {
        long millis = step.toMillis();
        return Instant.ofEpochMilli(Math.floorDiv(time.toEpochMilli(), millis) * millis);
    }

    static ChartRange of(@Nullable String word) {
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

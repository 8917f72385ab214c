package dev.redrive.cli.causes;

import dev.redrive.cli.json.Value;
import java.util.List;

/** A row of numbers as a row of bars. */
public final class Trend {
    private static final String BARS = "▁▂▃▄▅▆▇█";
    private static final char NONE = '·';

    private Trend() {}

    /** The trend of a cause, an hour per bar; the highest bar is its busiest hour. */
    public static String of(Value trend) {
        List<Long> hours =
                trend.items().stream().map(hour -> hour.at("captured").number()).toList();
        long most = hours.stream().mapToLong(hour -> hour).max().orElse(0);
        StringBuilder bars = new StringBuilder();
        for (long hour : hours) {
            int height = (int) Math.ceil((double) hour * BARS.length() / Math.max(1, most));
            bars.append(height == 0 ? NONE : BARS.charAt(height - 1));
        }
        return bars.toString();
    }
}

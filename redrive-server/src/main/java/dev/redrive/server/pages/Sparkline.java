package dev.redrive.server.pages;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A row of small bars, in the units of its drawing.
 *
 * @param peak what its highest bar stands for
 * @param isMore true when there are more than its highest bars say, because counting stopped there
 */
public record Sparkline(List<Bar> bars, int width, long peak, boolean isMore, String label) {
    public static final int HEIGHT = 24;

    private static final int STEP = 5;

    /** One bar; an empty step still shows a hair, so that the row reads as a line of time. */
    public record Bar(int x, int y, int height, boolean isEmpty) {}

    public static Sparkline of(List<Long> counts, boolean isMore, String span) {
        long peak = counts.isEmpty() ? 0 : Collections.max(counts);
        long highest = Math.max(1, peak);
        List<Bar> bars = new ArrayList<>(counts.size());
        for (int i = 0; i < counts.size(); i++) {
            long count = counts.get(i);
            int height = count == 0 ? 1 : Math.max(3, (int) Math.round(HEIGHT * (double) count / highest));
            bars.add(new Bar(i * STEP, HEIGHT - height, height, count == 0));
        }
        long total = counts.stream().mapToLong(Long::longValue).sum();
        String label = NameText.number(total) + (isMore ? "+" : "") + (total == 1 ? " letter" : " letters")
                + " in the last " + span;
        return new Sparkline(List.copyOf(bars), counts.size() * STEP - 1, peak, isMore, label);
    }
}

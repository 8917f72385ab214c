package dev.redrive.server.charts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The numbers of one chart. Pages draw it as a small picture that needs no script, as a table, and from that table with the script.
 *
 * @param summary what it shows, in a sentence
 * @param corner what its labels are, for the head of the table
 * @param labels of the steps, bars or parts, in their order
 */
public record Chart(
        String id, String title, Kind kind, String summary, String corner, List<String> labels, List<Series> series) {
    public static final int WIDTH = 200;
    public static final int HEIGHT = 100;

    private static final double RADIUS = 36;
    private static final double AROUND = 2 * Math.PI * RADIUS;

    public Chart {
        labels = List.copyOf(labels);
        series = List.copyOf(series);
    }

    /** How it is drawn. */
    public enum Kind {
        LINE,
        DONUT,
        BAR,
        HISTOGRAM
    }

    /**
     * Numbers that belong together: a line, or the bars.
     *
     * @param tone the class of the style sheet that has its colour
     * @param atLeast the labels, by place, at which counting stopped: there are more
     */
    public record Series(String name, String tone, List<Long> values, List<Integer> atLeast) {
        public Series {
            values = List.copyOf(values);
            atLeast = List.copyOf(atLeast);
        }

        Series(String name, String tone, List<Long> values) {
            this(name, tone, values, List.of());
        }

        public long sum() {
            return values.stream().mapToLong(Long::longValue).sum();
        }
    }

    public boolean isEmpty() {
        return series.stream().allMatch(some -> some.sum() == 0);
    }

    public long highest() {
        return series.stream()
                .flatMap(some -> some.values().stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
    }

    // The picture, in units of its drawing

    /** The points of a line: {@code 0,99 4,50 …}. */
    public String points(Series line) {
        int last = Math.max(1, labels.size() - 1);
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < line.values().size(); i++)
            points.append(i * WIDTH / last)
                    .append(',')
                    .append(HEIGHT - 1 - height(line.values().get(i)))
                    .append(' ');
        return points.toString().strip();
    }

    /** What is not nothing can be seen. */
    private long height(long value) {
        if (value == 0) return 0;
        return Math.max(2, Math.round((HEIGHT - 4) * (double) value / Math.max(1, highest())));
    }

    /** One bar. */
    public record Bar(int x, long y, int width, long height) {}

    public List<Bar> bars() {
        int step = WIDTH / Math.max(1, labels.size());
        List<Long> values = series.get(0).values();
        return IntStream.range(0, values.size())
                .mapToObj(
                        i -> new Bar(i * step + 2, HEIGHT - 1 - height(values.get(i)), step - 4, height(values.get(i))))
                .toList();
    }

    /** One part of a ring, as the lengths of the dash and the gap of a circle. */
    public record Part(String tone, String dash, String offset) {}

    public List<Part> parts() {
        long all = Math.max(1, series.stream().mapToLong(Series::sum).sum());
        double before = 0;
        List<Part> parts = new ArrayList<>();
        for (Series part : series) {
            double length = AROUND * part.sum() / all;
            parts.add(new Part(part.tone(), round(length) + " " + round(AROUND - length), round(-before)));
            before += length;
        }
        return List.copyOf(parts);
    }

    private static String round(double length) {
        return String.valueOf(Math.round(length * 10) / 10.0);
    }

    /** In the middle of a ring: {@code 66 %}. */
    public String share() {
        long all = series.stream().mapToLong(Series::sum).sum();
        return all == 0 ? "–" : Math.round(100.0 * series.get(0).sum() / all) + " %";
    }
}

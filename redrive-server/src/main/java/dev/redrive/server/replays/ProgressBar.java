package dev.redrive.server.replays;

import dev.redrive.ledger.LineState;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.server.pages.NameText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How far a replay has come, as one bar: a part for each state that letters of it are in, in the units of its drawing. */
public record ProgressBar(List<Part> parts, String label) {
    public static final int WIDTH = 1000;
    public static final int HEIGHT = 10;

    /** A state that has letters is seen, however few they are. */
    private static final int SMALLEST = 6;

    /** Good ends first; what is still to come stays empty, at the right. */
    private static final List<LineState> ORDER = List.of(
            LineState.RESOLVED,
            LineState.SENT,
            LineState.CAME_BACK,
            LineState.FAILED,
            LineState.SKIPPED,
            LineState.CANCELLED);

    public record Part(LineState state, int x, int width, long count) {
        public String label() {
            return NameText.number(count) + " " + NameText.lower(state);
        }
    }

    static ProgressBar of(ReplayProgress progress) {
        List<LineState> shown =
                ORDER.stream().filter(state -> progress.count(state) > 0).toList();
        long all = Math.max(1, progress.matched());
        double room = WIDTH - (double) SMALLEST * shown.size();
        List<Part> parts = new ArrayList<>(shown.size());
        int x = 0;
        for (LineState state : shown) {
            long count = progress.count(state);
            int width = SMALLEST + (int) Math.floor(room * count / all);
            parts.add(new Part(state, x, width, count));
            x += width;
        }
        return new ProgressBar(filled(parts, progress), label(progress, parts));
    }

    /** Rounding leaves no gap behind the last letter. */
    private static List<Part> filled(List<Part> parts, ReplayProgress progress) {
        if (parts.isEmpty() || progress.count(LineState.PLANNED) > 0) return List.copyOf(parts);
        Part last = parts.remove(parts.size() - 1);
        parts.add(new Part(last.state(), last.x(), WIDTH - last.x(), last.count()));
        return List.copyOf(parts);
    }

    private static String label(ReplayProgress progress, List<Part> parts) {
        String done = NameText.number(progress.matched() - progress.count(LineState.PLANNED)) + " of "
                + NameText.count(progress.matched(), "letter", "letters");
        return parts.isEmpty()
                ? done
                : done + ": " + parts.stream().map(Part::label).collect(Collectors.joining(", "));
    }
}

package dev.redrive.cli.letters;

import java.util.ArrayList;
import java.util.List;

/** The lines in which two texts differ, with a few around them. */
final class LineDiff {
    /** Beyond this many pairs of lines, the texts are shown one after the other. */
    private static final long MOST = 4_000_000;

    private static final int AROUND = 3;

    /** A line and what became of it. */
    record Line(Kind kind, String text) {}

    enum Kind {
        SAME(' '),
        GONE('-'),
        NEW('+'),
        LEFT_OUT('~');

        private final char mark;

        Kind(char mark) {
            this.mark = mark;
        }

        char mark() {
            return mark;
        }
    }

    private LineDiff() {}

    static List<Line> of(String before, String after) {
        List<String> old = before.lines().toList();
        List<String> young = after.lines().toList();
        int start = 0;
        while (start < old.size() && start < young.size() && old.get(start).equals(young.get(start))) start++;
        int end = 0;
        while (end < old.size() - start
                && end < young.size() - start
                && old.get(old.size() - 1 - end).equals(young.get(young.size() - 1 - end))) end++;
        List<Line> lines = new ArrayList<>();
        for (String line : old.subList(0, start)) lines.add(new Line(Kind.SAME, line));
        lines.addAll(middle(old.subList(start, old.size() - end), young.subList(start, young.size() - end)));
        for (String line : old.subList(old.size() - end, old.size())) lines.add(new Line(Kind.SAME, line));
        return shortened(lines);
    }

    private static List<Line> middle(List<String> old, List<String> young) {
        List<Line> lines = new ArrayList<>();
        if ((long) old.size() * young.size() > MOST) {
            old.forEach(line -> lines.add(new Line(Kind.GONE, line)));
            young.forEach(line -> lines.add(new Line(Kind.NEW, line)));
            return lines;
        }
        int[][] common = common(old, young);
        int i = 0;
        int j = 0;
        while (i < old.size() || j < young.size()) {
            if (i < old.size() && j < young.size() && old.get(i).equals(young.get(j))) {
                lines.add(new Line(Kind.SAME, old.get(i++)));
                j++;
            } else if (j == young.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
                lines.add(new Line(Kind.GONE, old.get(i++)));
            } else {
                lines.add(new Line(Kind.NEW, young.get(j++)));
            }
        }
        return lines;
    }

    /** How many lines the rests of both have in common, from each pair of places on. */
    private static int[][] common(List<String> old, List<String> young) {
        int[][] common = new int[old.size() + 1][young.size() + 1];
        for (int i = old.size() - 1; i >= 0; i--) {
            for (int j = young.size() - 1; j >= 0; j--)
                common[i][j] = old.get(i).equals(young.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
        }
        return common;
    }

    private static List<Line> shortened(List<Line> lines) {
        boolean[] near = new boolean[lines.size()];
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).kind() == Kind.SAME) continue;
            for (int j = Math.max(0, i - AROUND); j <= Math.min(lines.size() - 1, i + AROUND); j++) near[j] = true;
        }
        List<Line> shown = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (near[i]) shown.add(lines.get(i));
            else if (i == 0 || near[i - 1]) shown.add(new Line(Kind.LEFT_OUT, "…"));
        }
        return shown;
    }
}

package dev.redrive.server.letters;

import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The state machine as a drawing: a box for each status, a line for each transition, those that a person can make from here with an arrow. */
public record StateDiagram(List<Box> boxes, List<Line> lines) {
    public static final int WIDTH = 344;
    public static final int HEIGHT = 176;
    public static final int BOX_WIDTH = 100;
    public static final int BOX_HEIGHT = 32;
    private static final int STEP_X = 121;
    private static final int STEP_Y = 70;
    private static final Set<Move> BY_HAND =
            EnumSet.of(Move.CLAIM, Move.RESET, Move.ARCHIVE, Move.DISCARD, Move.RESTORE, Move.CONFIRM);

    /** A status, with the upper left corner of its box. */
    public record Box(LetterStatus status, int x, int y, boolean here) {
        int middleX() {
            return x + BOX_WIDTH / 2;
        }

        int middleY() {
            return y + BOX_HEIGHT / 2;
        }
    }

    /** A transition between two boxes, from border to border. */
    public record Line(int x1, int y1, int x2, int y2, boolean possible) {}

    static StateDiagram at(LetterStatus here) {
        List<Box> boxes = Arrays.stream(LetterStatus.values())
                .map(status -> box(status, status == here))
                .toList();
        List<Line> lines = new ArrayList<>();
        for (Box from : boxes) {
            for (Box to : boxes) {
                boolean isPossible = from.here() && leads(from, to, BY_HAND);
                boolean isDrawnOnce = from.status().ordinal() < to.status().ordinal()
                        && (leads(from, to, EnumSet.allOf(Move.class)) || leads(to, from, EnumSet.allOf(Move.class)));
                if (from.status() != to.status() && (isPossible || isDrawnOnce)) lines.add(line(from, to, isPossible));
            }
        }
        lines.sort((a, b) -> Boolean.compare(a.possible(), b.possible()));
        return new StateDiagram(boxes, lines);
    }

    private static boolean leads(Box from, Box to, Set<Move> moves) {
        return moves.stream()
                .anyMatch(move ->
                        from.status().after(move).filter(to.status()::equals).isPresent());
    }

    private static Box box(LetterStatus status, boolean here) {
        return switch (status) {
            case PENDING -> box(status, 0, 0, here);
            case RETRYING -> box(status, 1, 0, here);
            case REPLAYED -> box(status, 2, 0, here);
            case FAILED -> box(status, 0, 1, here);
            case MANUAL -> box(status, 1, 1, here);
            case RESOLVED -> box(status, 2, 1, here);
            case ARCHIVED -> box(status, 1, 2, here);
        };
    }

    private static Box box(LetterStatus status, int column, int row, boolean here) {
        return new Box(status, 1 + column * STEP_X, 1 + row * STEP_Y, here);
    }

    private static Line line(Box from, Box to, boolean possible) {
        double dx = to.middleX() - from.middleX();
        double dy = to.middleY() - from.middleY();
        double cut = Math.min(
                dx == 0 ? 1 : (BOX_WIDTH / 2 + 2) / Math.abs(dx), dy == 0 ? 1 : (BOX_HEIGHT / 2 + 2) / Math.abs(dy));
        return new Line(
                (int) Math.round(from.middleX() + dx * cut),
                (int) Math.round(from.middleY() + dy * cut),
                (int) Math.round(to.middleX() - dx * cut),
                (int) Math.round(to.middleY() - dy * cut),
                possible);
    }
}

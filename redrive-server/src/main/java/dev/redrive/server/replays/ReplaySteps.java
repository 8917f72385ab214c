package dev.redrive.server.replays;

import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.server.pages.NameText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The steps in which a replay goes, and how each of them stands; empty when it goes in one. */
public record ReplaySteps(List<Step> list) {

    public record Step(String letters, StepState state) {}

    /** Whether the letters of a step have gone out. */
    public enum StepState {
        DONE,
        NOW,
        WAITS,
        TO_COME,
        LEFT_OUT
    }

    static ReplaySteps of(Replay replay) {
        List<Integer> sizes = replay.brakes().steps();
        if (sizes.isEmpty()) return new ReplaySteps(List.of());
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i <= sizes.size(); i++) steps.add(new Step(letters(sizes, i), state(replay, i)));
        return new ReplaySteps(List.copyOf(steps));
    }

    private static String letters(List<Integer> sizes, int step) {
        return step == sizes.size() ? "the rest" : NameText.count(sizes.get(step), "letter", "letters");
    }

    private static StepState state(Replay replay, int step) {
        int complete = replay.progress().step();
        if (step < complete) return StepState.DONE;
        boolean isNext = step == complete;
        return switch (replay.state()) {
            case PLANNING, PLANNED -> StepState.TO_COME;
            case RUNNING -> isNext ? StepState.NOW : StepState.TO_COME;
            case PAUSED, STOPPED -> isNext ? StepState.WAITS : StepState.TO_COME;
            // Its letters were all, before it came to the last steps.
            case DONE -> isNext ? StepState.DONE : StepState.LEFT_OUT;
            case CANCELLING, CANCELLED, FAILED -> StepState.LEFT_OUT;
        };
    }

    /** What would go out next, for one that waits between two steps; empty for one that was held anywhere else. */
    static Optional<String> next(Replay replay) {
        Brakes brakes = replay.brakes();
        ReplayProgress progress = replay.progress();
        boolean isHeld = replay.state() == ReplayState.PAUSED || replay.state() == ReplayState.STOPPED;
        boolean isBetween = progress.step() > 0 && progress.replayed() <= brakes.sentAfter(progress.step());
        if (!isHeld || !isBetween) return Optional.empty();
        return Optional.of(
                progress.step() < brakes.steps().size()
                        ? NameText.number(brakes.steps().get(progress.step())) + " more"
                        : "the rest");
    }
}

package dev.redrive.server.replays;

import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayPlan;
import dev.redrive.ledger.ReplayState;
import dev.redrive.server.pages.NameText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a replay would do, as it was counted when it was planned.
 *
 * @param holders the other replays that hold the most of its letters
 */
public record PlanView(Replay replay, List<Holder> holders) {
    private static final int TARGETS = 3;

    public PlanView {
        holders = List.copyOf(holders);
    }

    /**
     * Another replay that held letters of the plan when it was made, and how that one is now.
     *
     * @param isShown whether the reader may see it
     * @param canBeTaken whether its letters can be taken over
     */
    public record Holder(ReplayId id, ReplayState state, boolean isShown, boolean canBeTaken, long letters) {}

    /** A reason why letters of the plan will not be sent, or may not be. */
    public record Left(String why, long letters) {}

    private ReplayPlan plan() {
        return replay.plan();
    }

    /** Whether it can still be started. */
    public boolean isOpen() {
        return replay.state() == ReplayState.PLANNED;
    }

    // The sentence

    /** The names of the targets, or that there is none. */
    public String target() {
        if (replay.task().target() != null) return replay.task().target();
        List<String> names =
                plan().targets().stream().map(ReplayPlan.TargetCount::name).toList();
        if (names.isEmpty()) return "no target";
        String shown = names.stream().limit(TARGETS).collect(Collectors.joining(", "));
        return names.size() > TARGETS ? shown + " and " + (names.size() - TARGETS) + " more" : shown;
    }

    /** How it is held back, behind the target. */
    public String brakes() {
        Brakes brakes = replay.brakes();
        List<String> words = new ArrayList<>();
        Double rate = brakes.ratePerSecond();
        words.add(rate == null ? "without a rate limit" : "at " + BrakeText.decimal(rate) + "/s");
        if (!brakes.steps().isEmpty())
            words.add("first " + brakes.steps().stream().map(NameText::number).collect(Collectors.joining(", ")));
        double share = brakes.stop().share();
        words.add(share >= 1 ? "never stop" : "stop at " + BrakeText.percent(share) + " failing");
        return String.join(", ", words);
    }

    // What will be sent

    /** The letters that other replays still hold; those of one that is over are free again. */
    public long held() {
        long free = holders.stream()
                .filter(holder -> holder.state().isEnded())
                .mapToLong(Holder::letters)
                .sum();
        return plan().heldByOthers() - free;
    }

    /** Whether some of them can be taken over. */
    public boolean canTakeOver() {
        return isOpen() && holders.stream().anyMatch(Holder::canBeTaken);
    }

    private long takeable() {
        return holders.stream()
                .filter(Holder::canBeTaken)
                .mapToLong(Holder::letters)
                .sum();
    }

    /** Reasons why letters of the plan are not sent; one letter may have several. */
    public List<Left> skipped() {
        List<Left> left = new ArrayList<>();
        add(left, "have no target", replay.task().target() == null ? plan().withoutTarget() : 0);
        add(left, "are not whole, because part of their message was cut or removed", plan().notWhole());
        return left;
    }

    /** What else was found; none of it keeps letters from being sent by itself. */
    public List<Left> noted() {
        List<Left> noted = new ArrayList<>();
        add(noted, "are behind another letter with the same key, and go out after it", plan().blocked());
        add(noted, "were sent by an earlier replay and came back or failed", plan().replayedBefore());
        add(noted, "were asked for and are not in the plan, because their status allows no retry", plan().notAllowed());
        add(noted, "were asked for and do not exist", plan().notFound());
        return noted;
    }

    private static void add(List<Left> list, String why, long letters) {
        if (letters > 0) list.add(new Left(why, letters));
    }

    /** {@code 130 letters}, or {@code at most 130 letters} when a letter may be left out for two reasons. */
    public String willBeSent() {
        return willBeSent(held());
    }

    public String sentWhenTakenOver() {
        return willBeSent(held() - takeable());
    }

    /** Whether a start would send any of them. */
    public boolean sendsAny() {
        return plan().count() > most(left(held()));
    }

    private String willBeSent(long held) {
        List<Long> left = left(held);
        String count = NameText.count(plan().count() - most(left), "letter", "letters");
        return left.size() > 1 ? "at most " + count : count;
    }

    private List<Long> left(long held) {
        List<Long> left = new ArrayList<>();
        skipped().forEach(one -> left.add(one.letters()));
        if (held > 0) left.add(held);
        return left;
    }

    private static long most(List<Long> left) {
        return left.stream().mapToLong(Long::longValue).max().orElse(0);
    }
}

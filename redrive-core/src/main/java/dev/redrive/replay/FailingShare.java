package dev.redrive.replay;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Watches which share of the last letters failed. */
final class FailingShare {
    private final Brakes.StopRule rule;
    private final Deque<Boolean> last = new ArrayDeque<>();
    private int failed;

    FailingShare(Brakes.StopRule rule) {
        this.rule = rule;
    }

    void add(boolean hasFailed) {
        last.addLast(hasFailed);
        if (hasFailed) failed++;
        if (last.size() > rule.window() && last.removeFirst()) failed--;
    }

    /** Why the replay has to stop, when it has to. */
    Optional<String> verdict() {
        if (last.size() < rule.minimum() || !isTooMuch(failed, last.size())) return Optional.empty();
        return Optional.of(failed + " of the last " + last.size() + " letters failed, and it stops above "
                + percent(rule.share()) + " %");
    }

    boolean isTooMuch(long failing, long of) {
        return of > 0 && failing > rule.share() * of;
    }

    static String percent(double share) {
        double percent = share * 100;
        return percent == Math.rint(percent) ? String.valueOf((long) percent) : String.valueOf(percent);
    }
}

package dev.redrive.internal.replay;

import dev.redrive.internal.engine.ReplayAttempts;
import dev.redrive.ledger.Brakes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Watches which share of the last letters failed, or, with fewer letters than it looks at, of all. Workers ask it before each
 * letter and report each to it, so that none goes out after it said stop.
 */
final class StopRule implements ReplayAttempts.SendCheck {
    private final Brakes.StopRule rule;
    private final long letters;
    private final Deque<Boolean> last = new ArrayDeque<>();
    private int failed;
    private @Nullable String verdict;

    /** With so many letters to be sent. */
    StopRule(Brakes.StopRule rule, long letters) {
        this.rule = rule;
        this.letters = letters;
    }

    @Override
    public synchronized boolean mayGo() {
        return verdict == null;
    }

    @Override
    public synchronized void tried(boolean hasFailed) {
        last.addLast(hasFailed);
        if (hasFailed) failed++;
        if (last.size() > rule.window() && last.removeFirst()) failed--;
        if (verdict == null) verdict = judged();
    }

    private @Nullable String judged() {
        String limit = " letters failed, and it stops above " + percent(rule.share()) + " %";
        if (last.size() >= rule.minimum() && isTooMuch(failed, last.size()))
            return failed + " of the last " + last.size() + limit;
        if (letters < rule.window() && isTooMuch(failed, letters)) return failed + " of all " + letters + limit;
        return null;
    }

    /** Why the replay has to stop, when it has to. */
    synchronized Optional<String> verdict() {
        return Optional.ofNullable(verdict);
    }

    boolean isTooMuch(long failing, long of) {
        return of > 0 && failing > rule.share() * of;
    }

    static String percent(double share) {
        double percent = share * 100;
        return percent == Math.rint(percent) ? String.valueOf((long) percent) : String.valueOf(percent);
    }
}

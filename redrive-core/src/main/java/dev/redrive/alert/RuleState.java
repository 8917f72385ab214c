package dev.redrive.alert;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The stored state of an alert rule, from which its next message follows.
 *
 * @param told whether people know that the condition holds
 * @param since when the condition began to hold, or ended
 * @param lastToldAt when people were last told that it began
 */
public record RuleState(boolean firing, boolean told, Instant since, Optional<Instant> lastToldAt) {
    /** The state of a rule that was never looked at. */
    public static RuleState unknown() {
        return new RuleState(false, false, Instant.EPOCH, Optional.empty());
    }

    public RuleState after(boolean holds, Instant when, Duration quiet) {
        Instant now = when.truncatedTo(ChronoUnit.MILLIS);
        if (!holds) return firing ? new RuleState(false, false, now, lastToldAt) : this;
        RuleState held = firing ? this : new RuleState(true, false, now, lastToldAt);
        return held.told || isQuiet(now, quiet) ? held : new RuleState(true, true, held.since, Optional.of(now));
    }

    private boolean isQuiet(Instant now, Duration quiet) {
        return lastToldAt
                .map(last -> Duration.between(last, now).compareTo(quiet) < 0)
                .orElse(false);
    }

    /** Marks what was told at this time as undelivered; only the quiet time is kept. */
    public RuleState undelivered(Instant toldAt) {
        boolean meant = told && lastToldAt.equals(Optional.of(toldAt.truncatedTo(ChronoUnit.MILLIS)));
        return meant ? new RuleState(firing, false, since, lastToldAt) : this;
    }

    /** What the caller that changed this state into the next one has to send. */
    public AlertLog.Turn turnTo(RuleState next) {
        if (told == next.told) return AlertLog.Turn.NOTHING;
        return next.told ? AlertLog.Turn.TELL : AlertLog.Turn.TELL_ENDED;
    }
}

package dev.redrive.alert;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The stored state of an alert rule, from which its next message follows.
 *
 * @param announced whether a message was sent that the condition holds
 * @param since when the condition began to hold, or ended
 * @param lastAnnouncedAt when the last message that it began was sent
 */
public record RuleState(boolean firing, boolean announced, Instant since, Optional<Instant> lastAnnouncedAt) {
    /** The state of a rule that was never looked at. */
    public static RuleState unknown() {
        return new RuleState(false, false, Instant.EPOCH, Optional.empty());
    }

    public RuleState after(boolean holds, Instant when, Duration quiet) {
        Instant now = when.truncatedTo(ChronoUnit.MILLIS);
        if (!holds) return firing ? new RuleState(false, false, now, lastAnnouncedAt) : this;
        RuleState held = firing ? this : new RuleState(true, false, now, lastAnnouncedAt);
        return held.announced || isQuiet(now, quiet) ? held : new RuleState(true, true, held.since, Optional.of(now));
    }

    /** The same for a rule that is snoozed. What was announced is forgotten, so that it is announced again after the snooze. */
    public RuleState afterSnoozed(boolean holds, Instant when) {
        Instant begun = holds == firing ? since : when.truncatedTo(ChronoUnit.MILLIS);
        return new RuleState(holds, false, begun, lastAnnouncedAt);
    }

    private boolean isQuiet(Instant now, Duration quiet) {
        return lastAnnouncedAt
                .map(last -> Duration.between(last, now).compareTo(quiet) < 0)
                .orElse(false);
    }

    /** Marks the announcement of this time as undelivered; only the quiet time is kept. */
    public RuleState undelivered(Instant announcedAt) {
        boolean meant = announced && lastAnnouncedAt.equals(Optional.of(announcedAt.truncatedTo(ChronoUnit.MILLIS)));
        return meant ? new RuleState(firing, false, since, lastAnnouncedAt) : this;
    }

    /** What the caller that changed this state into the next one has to send. */
    public AlertLog.Turn turnTo(RuleState next) {
        if (announced == next.announced) return AlertLog.Turn.NOTHING;
        return next.announced ? AlertLog.Turn.SEND : AlertLog.Turn.SEND_ENDED;
    }
}

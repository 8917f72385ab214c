package dev.redrive.server.causes;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import java.time.Duration;
import java.time.Instant;

/** What a reader sees of the state of a cause: red is only for what is open and nobody has decided about or looks after. */
public enum CauseLabel {
    REGRESSED("▲", true),
    /** First seen within the last day. */
    NEW("●", true),
    OPEN("●", true),
    ACKNOWLEDGED("◇", false),
    IGNORED("◇", false),
    RESOLVED("✓", false),
    /** Nobody has decided about it, and none of its letters is open. */
    NOTHING_OPEN("○", false);

    private static final Duration RECENT = Duration.ofDays(1);

    private final String sign;
    private final boolean isUrgent;

    CauseLabel(String sign, boolean isUrgent) {
        this.sign = sign;
        this.isUrgent = isUrgent;
    }

    public static CauseLabel of(Cause cause, Instant now) {
        return switch (cause.state()) {
            case ACKNOWLEDGED -> ACKNOWLEDGED;
            case IGNORED -> IGNORED;
            case RESOLVED -> RESOLVED;
            case OPEN, REGRESSED -> undecided(cause, now);
        };
    }

    private static CauseLabel undecided(Cause cause, Instant now) {
        if (cause.letters() == 0) return NOTHING_OPEN;
        if (cause.state() == CauseState.REGRESSED) return REGRESSED;
        return cause.firstSeen().isAfter(now.minus(RECENT)) ? NEW : OPEN;
    }

    /** Says it without colour. */
    public String sign() {
        return sign;
    }

    /** True when a person has to decide, unless it is assigned to one. */
    public boolean isUrgent() {
        return isUrgent;
    }
}

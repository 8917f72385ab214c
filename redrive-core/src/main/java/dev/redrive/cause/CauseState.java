package dev.redrive.cause;

/** The state that a user has set on a cause. Declared in the order in which it is stored. */
public enum CauseState {
    OPEN,
    /** It is being worked on. */
    ACKNOWLEDGED,
    /** Known and of no interest: no alerts. */
    IGNORED,
    /** Believed to be fixed. */
    RESOLVED,
    /** It was resolved, and came back. */
    REGRESSED
}

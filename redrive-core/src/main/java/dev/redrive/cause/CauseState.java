package dev.redrive.cause;

/** What people decided about a cause. Declared in the order in which it is stored. */
public enum CauseState {
    OPEN,
    /** Somebody looks after it. */
    ACKNOWLEDGED,
    /** Known and of no interest: no alerts. */
    IGNORED,
    /** Fixed, as far as anybody knows. */
    RESOLVED,
    /** It was resolved, and came back. */
    REGRESSED
}

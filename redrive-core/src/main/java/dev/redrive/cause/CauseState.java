package dev.redrive.cause;

/** What people decided about a cause. Declared in the order in which it is stored. */
public enum CauseState {
    OPEN,
    /** A person is working on it. */
    ACKNOWLEDGED,
    /** Known and of no interest: no alerts. */
    IGNORED,
    /** Believed to be fixed. */
    RESOLVED,
    /** It was resolved, and came back. */
    REGRESSED
}

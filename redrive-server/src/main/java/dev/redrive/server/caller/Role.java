package dev.redrive.server.caller;

/** What a caller may do; each role includes those before it. */
public enum Role {
    /** Captures letters and does nothing else. */
    PRODUCER,
    /** Looks. */
    VIEWER,
    /** Moves, edits and replays letters. */
    OPERATOR,
    /** Deletes, and sees the audit log. */
    ADMIN;

    /** A producer may not look, so it is apart from the others. */
    public boolean includes(Role other) {
        return other == PRODUCER ? this != VIEWER : this != PRODUCER && compareTo(other) >= 0;
    }
}

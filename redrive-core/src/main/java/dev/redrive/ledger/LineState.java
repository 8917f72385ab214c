package dev.redrive.ledger;

/** The state of a letter in a replay. Declared in the order in which it is stored: append, never reorder. */
public enum LineState {
    /** In the plan; not sent yet, or under way. */
    PLANNED,
    /** A broker has it; its consumer has not said anything yet. */
    SENT,
    /** Processed. */
    RESOLVED,
    /** It was sent to a broker and failed again at its consumer. */
    CAME_BACK,
    /** The target did not take it. */
    FAILED,
    /** Not sent, because it had changed, did not fit, or another letter is in its way. */
    SKIPPED,
    /** Not sent, because the replay was cancelled. */
    CANCELLED;

    /** True when nothing more will happen to the line. */
    public boolean isFinal() {
        return this != PLANNED && this != SENT;
    }
}

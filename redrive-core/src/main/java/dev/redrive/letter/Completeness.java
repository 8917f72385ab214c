package dev.redrive.letter;

import java.util.Locale;
import java.util.Optional;

/**
 * Whether a letter still has all of the message that failed. One that has not is never sent: its receiver would take the
 * rest for the message. Declared in the order in which it is stored: append, never reorder.
 */
public enum Completeness {
    WHOLE,
    /** Part of it was cut off, because it did not fit somewhere on its way. */
    CUT,
    /** Part of it must not be kept, and was removed for good. */
    REMOVED;

    public boolean isWhole() {
        return this == WHOLE;
    }

    /** What is missing, in a word; empty when nothing is. */
    public Optional<String> reason() {
        return isWhole() ? Optional.empty() : Optional.of(name().toLowerCase(Locale.ROOT));
    }

    /** Why such a letter is not sent, and what a person can do about it. */
    public String explanation() {
        return switch (this) {
            case WHOLE -> "nothing is missing";
            case CUT ->
                "its payload was cut and is not whole, so it is not sent; give it the whole payload with an edit, or"
                        + " archive it";
            case REMOVED ->
                "values that must not be kept were removed from its message, so it is not sent; edit it to a message"
                        + " that is right without them, or archive it";
        };
    }
}

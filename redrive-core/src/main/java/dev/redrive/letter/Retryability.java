package dev.redrive.letter;

import java.util.Locale;

/** Whether trying again may help. */
public enum Retryability {
    TRANSIENT,
    PERMANENT,
    UNKNOWN;

    /** The word used in JSON and in configuration: {@code transient}, {@code permanent}, {@code unknown}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package dev.redrive.erasure;

/** What happens to a letter that holds the value. */
public enum ErasureMode {
    /** The letter goes, with all that belongs to it. */
    DELETE,
    /** The value is replaced by a mask wherever it stands in the letter, and the letter is incomplete from then on. */
    REDACT
}

package dev.redrive.capture;

/** The result of comparing a record with a cut letter that may hold its beginning. */
public enum Comparison {
    SAME,
    OTHER,
    /** What the letter kept was hidden in it, and too little is left, or cannot be opened. */
    UNKNOWN
}

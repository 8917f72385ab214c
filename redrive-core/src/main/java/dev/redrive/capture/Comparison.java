package dev.redrive.capture;

/** Whether a record is the one that a cut letter has the beginning of. */
public enum Comparison {
    SAME,
    OTHER,
    /** What the letter kept was hidden in it, and too little is left, or cannot be opened. */
    UNKNOWN
}

package dev.redrive.store.questions;

/** The number of letters that a filter selects: exact, or a lower bound. */
public record Total(long count, boolean isLowerBound) {
    /** Up to here a total is counted; beyond, only kept counters know it exactly. */
    public static final int COUNTED = 10_000;

    public static Total exactly(long count) {
        return new Total(count, false);
    }

    public static Total atLeast(long count) {
        return new Total(count, true);
    }

    /** From a count that stopped one after the limit. */
    public static Total counted(long count) {
        return count > COUNTED ? new Total(COUNTED, true) : exactly(count);
    }
}

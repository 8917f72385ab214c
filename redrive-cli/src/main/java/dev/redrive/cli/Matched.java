package dev.redrive.cli;

import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.Counts;

/** How many letters an order would be about, as far as the server counted. */
record Matched(long count, boolean isLowerBound) {
    static Matched of(Value plan) {
        return new Matched(
                plan.at("matched").number(), plan.at("matchedIsLowerBound").isTrue());
    }

    boolean isNone() {
        return count == 0 && !isLowerBound;
    }

    /** For the question that is left out for one letter: what was not counted to its end may be many. */
    long atWorst() {
        return isLowerBound ? Long.MAX_VALUE : count;
    }

    /** {@code 1 letter}, {@code at least 10 000 letters}. */
    String letters() {
        if (!isLowerBound) return Counts.letters(count);
        return count == 0 ? "an unknown number of letters" : "at least " + Counts.letters(count);
    }
}

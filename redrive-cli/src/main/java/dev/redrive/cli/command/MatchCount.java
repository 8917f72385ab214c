package dev.redrive.cli.command;

import dev.redrive.cli.json.Value;
import dev.redrive.cli.terminal.NumberText;

/** How many letters an order would be about, as far as the server counted. */
public record MatchCount(long count, boolean isLowerBound) {
    public static MatchCount of(Value plan) {
        return new MatchCount(
                plan.at("matched").number(), plan.at("matchedIsLowerBound").isTrue());
    }

    public boolean isNone() {
        return count == 0 && !isLowerBound;
    }

    /** For the question that is left out for one letter: what was not counted to its end may be many. */
    public long atWorst() {
        return isLowerBound ? Long.MAX_VALUE : count;
    }

    /** {@code 1 letter}, {@code at least 10 000 letters}. */
    public String letters() {
        if (!isLowerBound) return NumberText.letters(count);
        return count == 0 ? "an unknown number of letters" : "at least " + NumberText.letters(count);
    }
}

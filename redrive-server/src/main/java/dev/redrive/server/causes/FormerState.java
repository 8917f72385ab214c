package dev.redrive.server.causes;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state that a cause had before a decision, as a word that can stand in an address: {@code open},
 * {@code ignored-t1772445600000-n507-r}.
 *
 * @param end when it was to be open again, of one that was ignored
 */
record FormerState(CauseState state, IgnoreEnd end) {
    private static final Pattern WORD = Pattern.compile("([a-z]{1,20})(?:-t(\\d{1,15}))?(?:-n(\\d{1,15}))?(-r)?");

    static FormerState of(Cause cause) {
        return new FormerState(cause.state(), cause.care().ignored());
    }

    /** @throws IllegalArgumentException when it is none */
    static FormerState of(String word) {
        Matcher parts = WORD.matcher(word);
        if (!parts.matches()) throw new IllegalArgumentException(word);
        String time = parts.group(2);
        String upTo = parts.group(3);
        IgnoreEnd end = new IgnoreEnd(
                time == null ? null : Instant.ofEpochMilli(Long.parseLong(time)),
                upTo == null ? null : Long.valueOf(upTo),
                parts.group(4) != null);
        return new FormerState(CauseState.valueOf(parts.group(1).toUpperCase(Locale.ROOT)), end);
    }

    String word() {
        Instant time = end.time();
        return state.name().toLowerCase(Locale.ROOT)
                + (time == null ? "" : "-t" + time.toEpochMilli())
                + (end.upTo() == null ? "" : "-n" + end.upTo())
                + (end.atRelease() ? "-r" : "");
    }
}

package dev.redrive.cause;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.StatusCounts;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The failures that share one fingerprint: one bug or outage, many letters.
 *
 * @param counts the letters that were captured for it
 * @param joined open letters that were captured for another cause and fail with this one now
 * @param left open letters that were captured for it and fail with another one now
 * @param care assignee, link, and until when it is ignored
 */
public record Cause(
        Fingerprint fingerprint,
        CauseState state,
        @Nullable String stateBy,
        Instant firstSeen,
        Instant lastSeen,
        StatusCounts counts,
        long joined,
        long left,
        CauseCare care) {

    public CauseId id() {
        return fingerprint.id();
    }

    /** The open letters whose newest failure is of this cause. */
    public long failingNow() {
        return counts.open() + joined - left;
    }

    /** The open letters that were captured for it or fail with it now. */
    public long letters() {
        return counts.open() + joined;
    }

    /** The same cause, with other words for what its failures say. */
    public Cause withWords(UnaryOperator<String> words) {
        Fingerprint same = new Fingerprint(
                fingerprint.version(),
                fingerprint.id(),
                fingerprint.type(),
                fingerprint.frames(),
                words.apply(fingerprint.message()));
        return new Cause(same, state, stateBy, firstSeen, lastSeen, counts, joined, left, care);
    }

    /** The state as it is shown: one that came back and of which nothing is open any more is resolved. */
    public CauseState shownState() {
        return state == CauseState.REGRESSED && letters() == 0 ? CauseState.RESOLVED : state;
    }

    public String title() {
        return fingerprint.title();
    }
}

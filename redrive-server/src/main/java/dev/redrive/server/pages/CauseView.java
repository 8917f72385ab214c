package dev.redrive.server.pages;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import java.util.List;

/**
 * Everything on the page of a cause.
 *
 * @param retryable how many of its letters a replay would send
 */
public record CauseView(
        Cause cause,
        List<OverviewView.Tile> counts,
        long retryable,
        Sparkline trend,
        List<Summary> samples,
        List<Decision> decisions) {

    /** What people can say about a cause. */
    public enum Decision {
        ACKNOWLEDGE(CauseState.ACKNOWLEDGED, "Acknowledge", "Somebody looks after it"),
        IGNORE(CauseState.IGNORED, "Ignore", "Known and of no interest: no alerts"),
        RESOLVE(CauseState.RESOLVED, "Resolve", "Fixed; if it comes back, you will hear of it");

        private final CauseState state;
        private final String title;
        private final String hint;

        Decision(CauseState state, String title, String hint) {
            this.state = state;
            this.title = title;
            this.hint = hint;
        }

        CauseState state() {
            return state;
        }

        public String title() {
            return title;
        }

        public String hint() {
            return hint;
        }
    }

    static long retryable(Cause cause) {
        return cause.counts().of(LetterStatus.PENDING)
                + cause.counts().of(LetterStatus.FAILED)
                + cause.counts().of(LetterStatus.MANUAL);
    }
}

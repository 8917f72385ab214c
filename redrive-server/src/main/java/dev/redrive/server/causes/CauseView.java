package dev.redrive.server.causes;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseState;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.Sparkline;
import dev.redrive.server.pages.StatusTile;
import dev.redrive.store.questions.Total;
import java.util.List;

/**
 * Everything on the page of a cause.
 *
 * @param retryable how many letters, captured for it or failing with it now, a replay would send
 * @param failsWith what open letters that were captured for it fail with now, if not with it
 * @param capturedFor what open letters that fail with it now were captured for, if not for it
 */
public record CauseView(
        Cause cause,
        List<StatusTile> counts,
        Total retryable,
        List<Other> failsWith,
        List<Other> capturedFor,
        Sparkline trend,
        List<Summary> samples,
        List<Decision> decisions) {

    static final LetterStatus[] RETRYABLE = {LetterStatus.PENDING, LetterStatus.FAILED, LetterStatus.MANUAL};

    /** Another cause that letters of this one have. */
    public record Other(CauseId id, String title, long letters) {}

    /** The states that a user can set on a cause. */
    public enum Decision {
        ACKNOWLEDGE(CauseState.ACKNOWLEDGED, "Acknowledge", "Known and being worked on"),
        IGNORE(CauseState.IGNORED, "Ignore", "Known and of no interest: no alerts"),
        RESOLVE(CauseState.RESOLVED, "Resolve", "Fixed; if it comes back, it is marked as regressed");

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

    /** {@code 12 letters}, or {@code more than 10 000 letters} when counting stopped there. */
    public String retryableWords() {
        String count = NameText.count(retryable.count(), "letter", "letters");
        return retryable.isLowerBound() ? "more than " + count : count;
    }
}

package dev.redrive.server.causes;

import dev.redrive.cause.Cause;
import dev.redrive.cause.CauseNote;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Summary;
import dev.redrive.server.letters.TraceView;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.Sparkline;
import dev.redrive.server.pages.StatusTile;
import dev.redrive.server.replays.CauseReplay;
import dev.redrive.store.questions.Total;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Everything on the page of a cause.
 *
 * @param team the one that owns its channels
 * @param people names to assign it to; others can be typed
 * @param ignored until when it is ignored; empty when that is for good, or when it is not ignored
 * @param retryable how many letters, captured for it or failing with it now, a replay would send
 * @param failsWith what open letters that were captured for it fail with now, if not with it
 * @param capturedFor what open letters that fail with it now were captured for, if not for it
 * @param trace the error of its newest letter; empty when its letters are gone
 * @param comparison two of its letters; empty when it has fewer
 * @param replays of it, newest first
 * @param notes as the reader may see them, the newest first
 * @param path of this page
 */
public record CauseView(
        Cause cause,
        CauseLabel label,
        Optional<String> team,
        List<String> people,
        String ignored,
        List<StatusTile> counts,
        Total retryable,
        List<Other> failsWith,
        List<Other> capturedFor,
        Sparkline trend,
        List<Summary> samples,
        Optional<TraceView> trace,
        Optional<LetterComparison> comparison,
        List<CauseReplay> replays,
        List<CauseNote> notes,
        List<CauseDecision> decisions,
        Optional<CauseNotice> notice,
        String path) {

    static final LetterStatus[] RETRYABLE = {LetterStatus.PENDING, LetterStatus.FAILED, LetterStatus.MANUAL};

    /** Another cause that letters of this one have. */
    public record Other(CauseId id, String title, long letters) {}

    /** Where the form of a command posts to. */
    public String command(String name) {
        return CauseDecision.address(cause.id(), name, path);
    }

    /** {@code acknowledged}, or {@code open, new} when its label says more than its state. */
    public String stateWords() {
        String state = NameText.lower(cause.state());
        String label = NameText.lower(this.label);
        return label.equals(state) ? state : state + ", " + label;
    }

    /** True when it is open and nobody looks after it. */
    public boolean isUrgent() {
        return label.isUrgent() && !cause.care().isAssigned();
    }

    /** {@code 12 letters}, or {@code 10 000+ letters} when counting stopped there. */
    public String retryableWords() {
        return retryable.isLowerBound()
                ? NameText.number(retryable.count()) + "+ letters"
                : NameText.count(retryable.count(), "letter", "letters");
    }

    /** {@code 12 failed, 3 pending}; nothing about statuses without letters. */
    public String statusWords() {
        return counts.stream()
                .filter(tile -> tile.count() > 0)
                .map(tile -> NameText.number(tile.count()) + " " + NameText.lower(tile.status()))
                .collect(Collectors.joining(", "));
    }

    /** The channels of its newest letters. */
    public List<String> channels() {
        return samples.stream().map(Summary::channel).distinct().toList();
    }
}

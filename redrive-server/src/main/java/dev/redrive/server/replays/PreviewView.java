package dev.redrive.server.replays;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Message;
import dev.redrive.server.letters.LineComparison;
import dev.redrive.server.letters.PayloadView;
import dev.redrive.transform.letter.Difference;
import java.util.List;
import java.util.Optional;

/**
 * One letter of a plan before and after its transform, as the form shows it.
 *
 * @param place its place among those that can be looked at, from 1
 * @param of how many those are
 * @param after before and after side by side; empty when the transform does not fit the letter
 */
public record PreviewView(
        int place,
        int of,
        DeadLetter letter,
        PayloadView before,
        Optional<LineComparison> after,
        List<Difference> differences,
        List<String> violations,
        Optional<String> error) {
    static PreviewView of(ReplayPreviews.Sample sample, int place, int of) {
        DeadLetter letter = sample.letter();
        Message after = sample.after();
        return new PreviewView(
                place,
                of,
                letter,
                PayloadView.of(letter.payload()),
                Optional.ofNullable(after).map(changed -> LineComparison.of(letter.message(), changed)),
                sample.differences(),
                sample.violations(),
                Optional.ofNullable(sample.error()));
    }

    /** What the transform or the schema has against the letter. */
    Optional<ReplayForm.Mistake> mistake() {
        if (error.isPresent())
            return Optional.of(
                    new ReplayForm.Mistake("transform", "it does not fit letter " + letter.id() + ": " + error.get()));
        return violations.stream()
                .findFirst()
                .map(first -> new ReplayForm.Mistake(
                        "validate", "letter " + letter.id() + " does not fit, so it would be skipped: " + first));
    }

    public boolean isFirst() {
        return place == 1;
    }

    public boolean isLast() {
        return place == of;
    }
}

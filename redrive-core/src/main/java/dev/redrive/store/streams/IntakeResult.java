package dev.redrive.store.streams;

import dev.redrive.letter.LetterStatus;
import dev.redrive.store.captures.CaptureResult;
import java.util.List;
import java.util.Optional;

/**
 * The results of an intake, in its order.
 *
 * @param returned the new status of each letter; empty when the news was old, or the letter is not waiting for any
 */
public record IntakeResult(List<CaptureResult> captured, List<Optional<LetterStatus>> returned) {
    public IntakeResult {
        captured = List.copyOf(captured);
        returned = List.copyOf(returned);
    }
}

package dev.redrive.store;

import dev.redrive.letter.LetterStatus;
import java.util.List;
import java.util.Optional;

/**
 * What became of an intake, in its order.
 *
 * @param comeBacks the new status of each letter; empty when the news was old, or the letter is not waiting for any
 */
public record TakenIn(List<Captured> captured, List<Optional<LetterStatus>> comeBacks) {
    public TakenIn {
        captured = List.copyOf(captured);
        comeBacks = List.copyOf(comeBacks);
    }
}

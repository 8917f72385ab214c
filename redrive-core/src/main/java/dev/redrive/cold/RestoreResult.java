package dev.redrive.cold;

import dev.redrive.letter.LetterId;
import java.util.List;
import java.util.Optional;

/**
 * The result of bringing letters back from the archive.
 *
 * @param restored how many are in the store again, as {@code MANUAL}
 * @param known how many were in the store already and stayed as they were
 * @param missing which of the asked ones are not in the archive; at most 1000 are listed
 * @param next where it goes on when it ended early; empty when it is done
 * @param bytesRead how many bytes of the archive were read
 * @param problems objects and letters that were left out, and why it ended early when something failed
 */
public record RestoreResult(
        long restored,
        long known,
        List<LetterId> missing,
        Optional<String> next,
        long bytesRead,
        List<String> problems) {
    public RestoreResult {
        missing = List.copyOf(missing);
        problems = List.copyOf(problems);
    }
}

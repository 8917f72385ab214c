package dev.redrive.cold;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A part of what a search in the archive found, the newest letters first.
 *
 * @param next where the search goes on; empty when the archive was searched to its end
 * @param objects how many objects were looked at
 * @param bytesRead how many bytes of them were read
 * @param lookedBackTo the time of the oldest letters that were looked at; empty when there was nothing to look at
 * @param problems objects that were left out, each with the reason
 */
public record ColdPage(
        List<ColdLetter> letters,
        Optional<String> next,
        long objects,
        long bytesRead,
        Optional<Instant> lookedBackTo,
        List<String> problems) {
    public ColdPage {
        letters = List.copyOf(letters);
        problems = List.copyOf(problems);
    }
}

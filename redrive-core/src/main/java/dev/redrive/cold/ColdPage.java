package dev.redrive.cold;

import dev.redrive.letter.LetterId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A part of what a search in the archive found.
 *
 * @param missing which of the ids that were looked for are not there
 * @param next where the search goes on; empty when the archive was searched to its end
 * @param objects how many objects were looked at
 * @param bytesRead how many bytes of them were read
 * @param lookedBackTo the time of the oldest letters that were looked at; empty when there was nothing to look at, or when
 *     letters were looked for by their ids
 * @param problems objects that were left out, each with the reason
 */
public record ColdPage(
        List<ColdLetter> letters,
        List<LetterId> missing,
        Optional<String> next,
        long objects,
        long bytesRead,
        Optional<Instant> lookedBackTo,
        List<String> problems) {
    public ColdPage {
        letters = List.copyOf(letters);
        missing = List.copyOf(missing);
        problems = List.copyOf(problems);
    }

    /** The same page with other letters. */
    public ColdPage with(List<ColdLetter> others) {
        return new ColdPage(others, missing, next, objects, bytesRead, lookedBackTo, problems);
    }

    /** The same page without what it says about objects, and with these problems. */
    public ColdPage withoutObjects(List<String> others) {
        return new ColdPage(letters, missing, next, 0, 0, lookedBackTo, others);
    }
}

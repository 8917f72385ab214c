package dev.redrive.server.cold;

import dev.redrive.letter.LetterId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many letters a restore would bring back.
 *
 * @param known how many of those that match are in the store already
 * @param next where counting goes on, or null when all were counted
 */
record ColdCount(
        long matching,
        long known,
        List<LetterId> missing,
        @Nullable String next,
        long bytesRead,
        List<String> problems) {
    ColdCount {
        missing = List.copyOf(missing);
        problems = List.copyOf(problems);
    }
}

package dev.redrive.store.decisions;

import dev.redrive.letter.LetterId;
import java.util.List;
import java.util.Map;

/**
 * The result of one bounded batch of retention.
 *
 * @param deleted how many are gone
 * @param archived by channel
 */
public record RetentionResult(int deleted, Map<String, List<LetterId>> archived) {
    /** How many letters were archived or deleted. */
    public int count() {
        return deleted + archived.values().stream().mapToInt(List::size).sum();
    }
}

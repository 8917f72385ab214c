package dev.redrive.store.nodes;

import dev.redrive.internal.text.CleanText;
import dev.redrive.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A process that works on a store, as it described itself last.
 *
 * @param name as its attempts and leases are signed
 * @param address where it answers
 * @param seenAt when it described itself
 * @param work what it does, in the words of the program that wrote it
 */
public record Node(String name, String version, String address, Instant startedAt, Instant seenAt, Json work) {
    public Node {
        name = CleanText.text(name);
        version = CleanText.text(version);
        address = CleanText.text(address);
        startedAt = startedAt.truncatedTo(ChronoUnit.MILLIS);
        seenAt = seenAt.truncatedTo(ChronoUnit.MILLIS);
    }
}

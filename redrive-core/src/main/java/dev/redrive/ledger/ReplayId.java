package dev.redrive.ledger;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import java.util.UUID;

/** The name of one replay: a UUIDv7, so that the order of ids is the order of making. */
public record ReplayId(UUID value) implements Comparable<ReplayId> {
    public static ReplayId of(String text) {
        return new ReplayId(UUID.fromString(text));
    }

    public static ReplayId next(LetterIds ids) {
        return new ReplayId(ids.next().value());
    }

    /** As databases compare them, like the ids of letters. */
    @Override
    public int compareTo(ReplayId other) {
        return new LetterId(value).compareTo(new LetterId(other.value));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}

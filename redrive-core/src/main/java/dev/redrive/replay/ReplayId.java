package dev.redrive.replay;

import dev.redrive.letter.LetterIds;
import java.time.Instant;
import java.util.UUID;

/** The name of one replay: a UUIDv7, so that the order of ids is the order of making. */
public record ReplayId(UUID value) implements Comparable<ReplayId> {
    public static ReplayId of(String text) {
        return new ReplayId(UUID.fromString(text));
    }

    static ReplayId next(LetterIds ids) {
        return new ReplayId(ids.next().value());
    }

    public Instant createdAt() {
        return Instant.ofEpochMilli(value.getMostSignificantBits() >>> 16);
    }

    @Override
    public int compareTo(ReplayId other) {
        int high = Long.compareUnsigned(value.getMostSignificantBits(), other.value.getMostSignificantBits());
        return high != 0
                ? high
                : Long.compareUnsigned(value.getLeastSignificantBits(), other.value.getLeastSignificantBits());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}

package dev.redrive.letter;

import java.time.Instant;
import java.util.UUID;

/** The name of one dead letter: a UUIDv7, so that the order of ids is the order of capture. */
public record LetterId(UUID value) implements Comparable<LetterId> {
    public static LetterId of(String text) {
        return new LetterId(UUID.fromString(text));
    }

    /** The smallest id that a letter captured at this time can have. */
    public static LetterId firstAt(Instant time) {
        long millis = Math.max(0, Math.min(time.toEpochMilli(), (1L << 48) - 1));
        return new LetterId(new UUID(millis << 16, 0));
    }

    /** When the letter was captured, to the millisecond. */
    public Instant createdAt() {
        return Instant.ofEpochMilli(value.getMostSignificantBits() >>> 16);
    }

    /** As databases compare them: byte by byte, not as {@link UUID#compareTo} does. */
    @Override
    public int compareTo(LetterId other) {
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

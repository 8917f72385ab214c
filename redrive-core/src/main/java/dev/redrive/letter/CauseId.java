package dev.redrive.letter;

import dev.redrive.internal.text.Sha256;
import java.nio.ByteBuffer;
import java.util.UUID;

/** Names a cause. Made from what the failures have in common, so every node finds the same one without asking. */
public record CauseId(UUID value) {
    private static final long VERSION_8 = 0x8000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    public static CauseId of(String text) {
        return new CauseId(UUID.fromString(text));
    }

    public static CauseId hashOf(String parts) {
        ByteBuffer hash = ByteBuffer.wrap(Sha256.of(parts));
        long high = (hash.getLong() & ~0xF000L) | VERSION_8;
        long low = (hash.getLong() >>> 2) | VARIANT;
        return new CauseId(new UUID(high, low));
    }

    @Override
    public String toString() {
        return value.toString();
    }
}

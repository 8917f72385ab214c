package dev.redrive.jdbc.rows;

import dev.redrive.internal.text.Sha256;
import dev.redrive.jdbc.sql.Month;
import dev.redrive.letter.StackTrace;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A stack trace in its two stored halves: the frames, kept once for all letters of a month, and the messages, which
 * differ with every letter.
 *
 * @param id the month and a digest of the frames; null when there is no trace
 */
public record StoredTrace(@Nullable UUID id, String frames, List<String> messages) {
    private static final StoredTrace NONE = new StoredTrace(null, "", List.of());
    private static final int REMEMBERED = 4096;
    private static final Map<String, Digest> DIGESTS = new ConcurrentHashMap<>();

    public static StoredTrace of(StackTrace trace, Instant time) {
        if (trace.text().isEmpty()) return NONE;
        StackTrace.Split split = trace.split();
        return new StoredTrace(id(split.frames(), time), split.frames(), split.messages());
    }

    /** Once each, and only if there is one. */
    public static void keep(StoredTrace trace, Map<UUID, StoredTrace> into) {
        UUID id = trace.id();
        if (id != null) into.put(id, trace);
    }

    private static UUID id(String frames, Instant time) {
        Digest digest = DIGESTS.get(frames);
        if (digest == null) {
            digest = Digest.of(frames);
            if (DIGESTS.size() >= REMEMBERED) DIGESTS.clear();
            DIGESTS.put(frames, digest);
        }
        return new UUID(Month.at(time).from().toEpochMilli() << 16 | digest.high(), digest.low());
    }

    private record Digest(long high, long low) {
        static Digest of(String frames) {
            ByteBuffer hash = ByteBuffer.wrap(Sha256.of(frames));
            return new Digest(hash.getShort() & 0xFFFFL, hash.getLong());
        }
    }
}

package dev.redrive.jdbc;

import dev.redrive.letter.StackTrace;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A stack trace in its two stored halves: the frames, kept once for all letters of a month, and the messages, which
 * differ with every letter.
 *
 * @param id the month and a digest of the frames; null when there is no trace
 */
record Trace(@Nullable UUID id, String frames, List<String> messages) {
    private static final Trace NONE = new Trace(null, "", List.of());

    static Trace of(StackTrace trace, Instant time) {
        if (trace.text().isEmpty()) return NONE;
        StackTrace.Split split = trace.split();
        return new Trace(id(split.frames(), time), split.frames(), split.messages());
    }

    private static UUID id(String frames, Instant time) {
        ByteBuffer hash = ByteBuffer.wrap(sha256().digest(frames.getBytes(StandardCharsets.UTF_8)));
        long month = YearMonth.from(time.atOffset(ZoneOffset.UTC))
                .atDay(1)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant()
                .toEpochMilli();
        return new UUID(month << 16 | (hash.getShort() & 0xFFFFL), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}

package dev.redrive.store.captures;

import dev.redrive.internal.text.Sha256;
import dev.redrive.json.Json;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** The idempotency key of a capture: a digest of the source coordinates or of a key that the caller gave. */
public record CaptureKey(UUID value) {

    public static CaptureKey given(String key) {
        return digest("key", key);
    }

    /** For a letter that must not be stored twice although it has no key, such as one from the local journal. */
    public static CaptureKey ofLetter(LetterId id) {
        return digest("letter", id.toString());
    }

    /** Topic, partition, offset and subscriber; empty when the message does not say where it stood. */
    public static Optional<CaptureKey> ofCoordinates(String channel, Message message) {
        Origin origin = message.origin();
        if (!origin.isExact()) return Optional.empty();
        String subscriber = Objects.requireNonNullElseGet(
                message.subscriberId(), () -> Objects.requireNonNullElse(origin.consumerGroupId(), ""));
        return Optional.of(digest(
                "at",
                channel,
                Objects.requireNonNull(origin.topic()),
                String.valueOf(origin.partition()),
                String.valueOf(origin.offset()),
                subscriber));
    }

    private static CaptureKey digest(String... parts) {
        MessageDigest sha = Sha256.digest();
        for (String part : parts) {
            byte[] bytes = bytes(part);
            sha.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
            sha.update(bytes);
        }
        ByteBuffer digest = ByteBuffer.wrap(sha.digest());
        return new CaptureKey(new UUID(digest.getLong(), digest.getLong()));
    }

    /** Halves of surrogate pairs are told apart: in UTF-8 all of them would be the same question mark. */
    private static byte[] bytes(String part) {
        boolean hasHalfPair =
                part.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
        return (hasHalfPair ? Json.quote(part) : part).getBytes(StandardCharsets.UTF_8);
    }
}

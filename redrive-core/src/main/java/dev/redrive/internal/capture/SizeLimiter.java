package dev.redrive.internal.capture;

import dev.redrive.capture.FailedMessage;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a message fit into a letter, whatever its record holds. */
final class SizeLimiter {
    /** What a letter is tagged with when its message is not whole. */
    static final String TAG = "redrive-cut";

    /** The header that has the key when the key is too long to be one. */
    static final String KEY_HEADER = "redrive-key";

    private static final String NO_CHANNEL = "unknown";

    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private SizeLimiter() {}

    /**
     * All but the payload, which has to be looked at by the redaction before it is cut. A message that loses something
     * itself is known to be cut.
     */
    static FailedMessage of(FailedMessage given, int maxPayloadBytes) {
        FailedMessage failed = withFittingKey(given);
        Message message = fitted(failed.message());
        return new FailedMessage(
                failed.channel().isBlank() ? NO_CHANNEL : failed.channel(),
                message.payload().size() <= maxPayloadBytes ? message : message.with(Completeness.CUT),
                failed.reason(),
                Math.max(0, failed.retriesSoFar()),
                failed.priority(),
                tags(failed.tags()),
                failed.idempotencyKey(),
                time(failed.firstFailedAt()),
                failed.maxRetries(),
                failed.history());
    }

    static Message cut(Message message, int maxPayloadBytes) {
        if (message.payload().size() <= maxPayloadBytes) return message;
        Message cut = message.with(Payload.of(Arrays.copyOf(message.payload().bytes(), maxPayloadBytes)));
        return cut.isWhole() ? cut.with(Completeness.CUT) : cut;
    }

    /** A time that is none in a calendar of four digits is not a time. */
    private static @Nullable Instant time(@Nullable Instant value) {
        return value == null || value.isBefore(EARLIEST) || value.isAfter(LATEST) ? null : value;
    }

    private static List<String> tags(List<String> tags) {
        return tags.stream()
                .filter(tag -> !tag.isBlank())
                .map(tag -> tag.replace('\n', ' ').replace('\r', ' '))
                .toList();
    }

    private static Message fitted(Message message) {
        OriginalEvent event = message.event();
        Origin origin = message.origin();
        return message.with(new OriginalEvent(
                        event.id(),
                        event.instanceId(),
                        event.pattern(),
                        event.version(),
                        event.source(),
                        time(event.timestamp()),
                        event.metadata()))
                .with(new Origin(
                        origin.topic(),
                        origin.partition(),
                        origin.offset(),
                        origin.key(),
                        time(origin.timestamp()),
                        origin.consumerGroupId(),
                        origin.sourceService()));
    }

    /** A key that fits into no index goes whole into a header. Without it a message is not the one that failed. */
    static FailedMessage withFittingKey(FailedMessage failed) {
        Message message = failed.message();
        Origin origin = message.origin();
        Payload key = origin.key();
        if (key == null || key.size() <= LetterMaker.KEY_LIMIT) return failed;
        List<Header> headers = new ArrayList<>(message.headers().list());
        headers.add(new Header(KEY_HEADER, key));
        return failed.with(message.with(new Headers(headers))
                .with(new Origin(
                        origin.topic(),
                        origin.partition(),
                        origin.offset(),
                        null,
                        origin.timestamp(),
                        origin.consumerGroupId(),
                        origin.sourceService()))
                .with(Completeness.CUT));
    }
}

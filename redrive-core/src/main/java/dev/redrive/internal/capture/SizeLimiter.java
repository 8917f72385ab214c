package dev.redrive.internal.capture;

import dev.redrive.capture.FailedMessage;
import dev.redrive.internal.text.ShortText;
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
import java.util.stream.Stream;
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
    static FailedMessage of(FailedMessage failed, int maxPayloadBytes) {
        Message message = withFittingKey(failed.message());
        boolean fits = message.equals(failed.message()) && message.payload().size() <= maxPayloadBytes;
        boolean whole = fits && message.isWhole();
        return new FailedMessage(
                failed.channel().isBlank() ? NO_CHANNEL : name(failed.channel()),
                fits ? fitted(message) : fitted(message).with(Completeness.CUT),
                fitted(failed.reason()),
                Math.max(0, failed.retriesSoFar()),
                failed.priority(),
                tags(failed.tags(), whole),
                failed.idempotencyKey(),
                time(failed.firstFailedAt()),
                failed.maxRetries(),
                failed.history().stream().map(SizeLimiter::fitted).toList());
    }

    static Message cut(Message message, int maxPayloadBytes) {
        if (message.payload().size() <= maxPayloadBytes) return message;
        Message cut = message.with(Payload.of(Arrays.copyOf(message.payload().bytes(), maxPayloadBytes)));
        return cut.isWhole() ? cut.with(Completeness.CUT) : cut;
    }

    private static String name(String text) {
        return ShortText.cut(text, LetterMaker.NAME_LIMIT);
    }

    private static @Nullable String nameOrNull(@Nullable String text) {
        return text == null ? null : name(text);
    }

    /** A time that is none in a calendar of four digits is not a time. */
    private static @Nullable Instant time(@Nullable Instant value) {
        return value == null || value.isBefore(EARLIEST) || value.isAfter(LATEST) ? null : value;
    }

    private static List<String> tags(List<String> tags, boolean whole) {
        Stream<String> fitting = tags.stream()
                .filter(tag -> !tag.isBlank())
                .map(tag -> name(tag.replace('\n', ' ').replace('\r', ' ')));
        Stream<String> all = whole ? fitting : Stream.concat(Stream.of(TAG), fitting);
        return all.distinct().limit(LetterMaker.TAG_LIMIT).toList();
    }

    private static FailedMessage.Reason fitted(FailedMessage.Reason reason) {
        if (!(reason instanceof FailedMessage.ReportedError reported)) return reason;
        return new FailedMessage.ReportedError(
                name(reported.type()),
                reported.code(),
                reported.message(),
                reported.stackTrace(),
                reported.context(),
                reported.category());
    }

    private static FailedMessage.Try fitted(FailedMessage.Try one) {
        FailedMessage.ReportedError error = one.error();
        return new FailedMessage.Try(
                one.time(),
                one.took(),
                name(one.worker()),
                name(one.strategy()),
                one.result(),
                error == null ? null : (FailedMessage.ReportedError) fitted(error));
    }

    private static Message fitted(Message message) {
        OriginalEvent event = message.event();
        Origin origin = message.origin();
        return new Message(
                message.payload(),
                message.headers(),
                new OriginalEvent(
                        event.id(),
                        event.instanceId(),
                        nameOrNull(event.pattern()),
                        event.version(),
                        event.source(),
                        time(event.timestamp()),
                        event.metadata()),
                new Origin(
                        origin.topic(),
                        origin.partition(),
                        origin.offset(),
                        origin.key(),
                        time(origin.timestamp()),
                        origin.consumerGroupId(),
                        origin.sourceService()),
                nameOrNull(message.subscriberId()),
                message.additional(),
                message.completeness(),
                message.sealed());
    }

    private static Message withFittingKey(Message message) {
        Origin origin = message.origin();
        Payload key = origin.key();
        if (key == null || key.size() <= LetterMaker.KEY_LIMIT) return message;
        List<Header> headers = new ArrayList<>(message.headers().list());
        headers.add(new Header(KEY_HEADER, key));
        return message.with(new Headers(headers))
                .with(new Origin(
                        origin.topic(),
                        origin.partition(),
                        origin.offset(),
                        null,
                        origin.timestamp(),
                        origin.consumerGroupId(),
                        origin.sourceService()));
    }
}

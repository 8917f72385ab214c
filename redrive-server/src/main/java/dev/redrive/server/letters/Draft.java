package dev.redrive.server.letters;

import dev.redrive.capture.FailedMessage;
import dev.redrive.letter.Event;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.StackTrace;
import dev.redrive.server.web.Problem;
import dev.redrive.text.Json;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was read of a letter so far. Fields come in any order, so it is put together at the end. */
final class Draft {
    /** What a letter that does not say where it came from belongs to. */
    static final String DEFAULT_CHANNEL = "default";

    private static final String DEFAULT_TYPE = "Error";

    /** The longest key that every store can keep in an index, beside the longest channel. */
    private static final int KEY_LIMIT = 1024;

    @Nullable
    String channel;

    @Nullable
    String tableName;

    @Nullable
    String topic;

    @Nullable
    String stage;

    @Nullable
    String eventId;

    @Nullable
    String letterEventId;

    @Nullable
    String pattern;

    @Nullable
    String version;

    Event.Sender source = Event.unknown().source();

    @Nullable
    Instant timestamp;

    Json metadata = Json.EMPTY_OBJECT;

    @Nullable
    Raw payload;

    String payloadPath = "payload";

    @Nullable
    String payloadEncoding;

    final CompletenessFields completeness = new CompletenessFields();

    @Nullable
    String originTopic;

    @Nullable
    Integer partition;

    @Nullable
    Long offset;

    @Nullable
    Raw key;

    @Nullable
    String keyEncoding;

    @Nullable
    Instant originTimestamp;

    @Nullable
    String consumerGroupId;

    @Nullable
    String sourceService;

    Headers headers = Headers.none();

    @Nullable
    String subscriberId;

    @Nullable
    String errorType;

    @Nullable
    String errorCode;

    @Nullable
    String errorMessage;

    StackTrace stackTrace = StackTrace.none();
    Json errorContext = Json.EMPTY_OBJECT;

    @Nullable
    Integer retryCount;

    @Nullable
    Priority priority;

    List<String> tags = List.of();

    @Nullable
    String idempotencyKey;

    @Nullable
    Instant firstFailedAt;

    void payload(String path, Raw value) {
        if (payload != null) throw Problem.badField(path, "the payload is given both here and as " + payloadPath);
        payload = value;
        payloadPath = path;
    }

    FailedMessage finish(int maxPayloadBytes) {
        Message message = new Message(
                payload(maxPayloadBytes),
                headers,
                event(),
                origin(),
                subscriberId,
                completeness.completeness(),
                Sealed.nothing());
        return new FailedMessage(
                channel(),
                message,
                reason(),
                retryCount == null ? 0 : retryCount,
                priority,
                tags,
                idempotencyKey,
                firstFailedAt);
    }

    private Payload payload(int limit) {
        if (payload == null)
            throw Problem.badField(
                    "payload",
                    "payload is missing: give it as payload or as originalEvent.payload; null means that it has none");
        Payload decoded = payload.decoded(payloadPath, payloadEncoding);
        LetterLimits.checkPayload(payloadPath, decoded, limit);
        return decoded;
    }

    private String channel() {
        for (String name : new @Nullable String[] {channel, tableName, topic, originTopic, stage}) {
            if (name == null) continue;
            if (name.isBlank()) throw Problem.badField("channel", "the channel must not be blank");
            return name;
        }
        return DEFAULT_CHANNEL;
    }

    private Event event() {
        return new Event(eventId == null ? letterEventId : eventId, pattern, version, source, timestamp, metadata);
    }

    private Origin origin() {
        Payload decoded = key == null ? null : key.decoded("key", keyEncoding);
        if (decoded != null && decoded.size() > KEY_LIMIT)
            throw Problem.badField(
                    "key", "the key must have at most " + KEY_LIMIT + " bytes, it has " + decoded.size());
        return new Origin(
                originTopic == null ? topic : originTopic,
                partition,
                offset,
                decoded == null || decoded.size() == 0 ? null : decoded,
                originTimestamp,
                consumerGroupId,
                sourceService);
    }

    private FailedMessage.Told reason() {
        if (errorMessage == null)
            throw Problem.badField(
                    "error.message", "error.message is missing: say why the message failed, as error or error.message");
        return new FailedMessage.Told(
                errorType == null ? typeFromTrace() : errorType, errorCode, errorMessage, stackTrace, errorContext);
    }

    private String typeFromTrace() {
        return stackTrace.chain().stream()
                .map(StackTrace.Thrown::type)
                .filter(type -> !type.isEmpty() && type.length() <= LetterLimits.NAME)
                .findFirst()
                .orElse(DEFAULT_TYPE);
    }
}

package dev.redrive.server.capture;

import dev.redrive.capture.FailedMessage;
import dev.redrive.internal.capture.BesidePayload;
import dev.redrive.internal.export.CompletenessFields;
import dev.redrive.internal.export.FailureMetadata;
import dev.redrive.internal.export.HeaderReader;
import dev.redrive.internal.export.RawJsonValue;
import dev.redrive.internal.export.SystemStateReader;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.SystemState;
import dev.redrive.server.web.Problem;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was read of a letter so far. Fields come in any order, so it is put together at the end. */
final class CaptureDraft {
    /** What a letter that does not say where it came from belongs to. */
    static final String DEFAULT_CHANNEL = "default";

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
    String instanceId;

    @Nullable
    String pattern;

    @Nullable
    String version;

    OriginalEvent.@Nullable Sender source;

    @Nullable
    Instant timestamp;

    /** True when the document calls the time of its failure {@code timestamp}. */
    boolean timestampIsOfFailure;

    @Nullable
    Json metadata;

    @Nullable
    Json letterMetadata;

    @Nullable
    RawJsonValue payload;

    String payloadPath = "payload";

    @Nullable
    String payloadEncoding;

    final CompletenessFields completeness = new CompletenessFields();

    /** How many bytes a cut payload had, as it is written. */
    @Nullable
    Json wholeBytes;

    @Nullable
    String originTopic;

    @Nullable
    Integer partition;

    @Nullable
    Long offset;

    @Nullable
    RawJsonValue key;

    @Nullable
    String keyEncoding;

    @Nullable
    Instant originTimestamp;

    @Nullable
    String consumerGroupId;

    @Nullable
    String sourceService;

    /** As they are written: how is known only when all of the document is. */
    private @Nullable Json headers;

    private String headersPath = "headers";

    /** True when the document is a record of a dead letter topic. */
    boolean isDlqRecord;

    @Nullable
    String subscriberId;

    @Nullable
    String errorType;

    @Nullable
    String errorCode;

    @Nullable
    String errorMessage;

    @Nullable
    StackTrace stackTrace;

    @Nullable
    Json errorContext;

    @Nullable
    Category category;

    @Nullable
    Integer retryCount;

    @Nullable
    Priority priority;

    @Nullable
    List<String> tags;

    @Nullable
    String idempotencyKey;

    @Nullable
    Instant firstFailedAt;

    @Nullable
    Integer maxRetries;

    @Nullable
    Integer dlqRetryCount;

    private List<FailedMessage.Try> history = List.of();

    final UnknownMembers extras = new UnknownMembers();

    /** Where each member was given, by its name here. */
    private final Map<String, String> given = new HashMap<>();

    /** The value, unless the letter has said it before under this or another name: which one is meant? */
    <T> @Nullable T once(String member, String path, @Nullable T value) {
        if (value != null) onlyOnce(member, path);
        return value;
    }

    void onlyOnce(String member, String path) {
        String before = given.putIfAbsent(member, path);
        if (before == null) return;
        throw Problem.badField(
                path,
                before.equals(path)
                        ? path + " is given twice in the same object"
                        : path + " says the same as " + before + "; give one of them");
    }

    /** Tries go by two names, and a document may have both: one before it came into a queue, one since. */
    void history(String path, List<FailedMessage.Try> tries) {
        onlyOnce(path, path);
        history = Stream.concat(history.stream(), tries.stream())
                .sorted(Comparator.comparing(FailedMessage.Try::time))
                .toList();
    }

    void headers(String path, @Nullable Json written) {
        if (written == null) return;
        headers = written;
        headersPath = path;
    }

    private Headers headers() {
        if (headers == null) return Headers.none();
        Function<String, Payload> text = isDlqRecord ? value -> Payload.of(DlqRecord.headerBytes(value)) : Payload::of;
        return JsonFields.read(headers, in -> HeaderReader.read(in, headersPath, text));
    }

    void payload(String path, RawJsonValue value) {
        if (payload != null) throw Problem.badField(path, "the payload is given both here and as " + payloadPath);
        payload = value;
        payloadPath = path;
    }

    FailedMessage finish(int maxPayloadBytes) {
        if (timestampIsOfFailure) useTimestampForFailure();
        String into = channel();
        Payload decoded = payload(maxPayloadBytes);
        cutPayload(decoded);
        OriginalEvent event = event();
        Origin origin = origin();
        SystemState system = SystemStateReader.in(event.metadata());
        if (system == null && letterMetadata != null) system = SystemStateReader.in(letterMetadata);
        Message message = new Message(
                decoded,
                headers(),
                event,
                origin,
                subscriberId,
                new SenderDetails(extras.json(), system, dlqRetryCount == null ? 0 : dlqRetryCount),
                completeness.completeness());
        FailedMessage.ReportedError reason = reason();
        FailedMessage failed = new FailedMessage(
                into,
                message,
                reason,
                retryCount == null ? 0 : retryCount,
                priority,
                tags == null ? List.of() : tags,
                idempotencyKey,
                firstFailedAt,
                maxRetries,
                history);
        long beside = BesidePayload.bytes(failed);
        if (!BesidePayload.fits(beside)) throw Problem.tooLarge(BesidePayload.refusal(beside));
        return failed;
    }

    /** The document of a queue that keeps a message and says beside it when and where it failed, and how urgent it is. */
    private void useTimestampForFailure() {
        if (firstFailedAt == null) firstFailedAt = timestamp;
        else if (timestamp != null) extras.keep("timestamp", Json.of(Json.quote(timestamp.toString())));
        timestamp = null;
        if (letterMetadata == null) return;
        FailureMetadata said = FailureMetadata.of(letterMetadata);
        if (sourceService == null) sourceService = said.source();
        if (priority == null) priority = said.priority();
        if (tags == null) tags = said.tags();
    }

    /** What a record of a dead letter topic says of a payload that was cut is part of its failure; else it is kept beside. */
    private void cutPayload(Payload decoded) {
        Boolean isCut = completeness.truncated();
        if (Boolean.TRUE.equals(isCut)) {
            errorContext = CutContext.added(errorContext, wholeBytes, decoded.size());
            return;
        }
        if (isCut != null) extras.keep(CompletenessFields.TRUNCATED, Json.of(isCut.toString()));
        if (wholeBytes != null) extras.keep(CutContext.WHOLE_BYTES, wholeBytes);
    }

    private Payload payload(int limit) {
        if (payload == null)
            throw Problem.badField(
                    "payload",
                    "payload is missing: give it as payload or as originalEvent.payload; null means that it has none");
        Payload decoded = payload.decoded(payloadPath, payloadEncoding);
        LetterReader.checkPayload(payloadPath, decoded, limit);
        return decoded;
    }

    private String channel() {
        String chosen = null;
        for (Named name : names()) {
            if (name.value() == null) continue;
            if (name.value().isBlank()) throw Problem.badField("channel", "the channel must not be blank");
            if (chosen == null) chosen = name.value();
            else if (!name.isKeptElsewhere()) extras.keep(name.name(), Json.of(Json.quote(name.value())));
        }
        return chosen == null ? DEFAULT_CHANNEL : chosen;
    }

    private record Named(String name, @Nullable String value, boolean isKeptElsewhere) {}

    /** What may name the channel, in the order in which it counts; the rest is kept beside the letter. */
    private List<Named> names() {
        return List.of(
                new Named("channel", channel, false),
                new Named("tableName", tableName, false),
                new Named("topic", topic, originTopic == null || originTopic.equals(topic)),
                new Named("originTopic", originTopic, true),
                new Named("stage", stage, false));
    }

    private OriginalEvent event() {
        Json said = metadata == null ? letterMetadata : metadata;
        if (metadata != null && letterMetadata != null) extras.keep("metadata", letterMetadata);
        return new OriginalEvent(
                eventId == null ? instanceId : eventId,
                Objects.equals(eventId, instanceId) || eventId == null ? null : instanceId,
                pattern,
                version,
                source == null ? OriginalEvent.unknown().source() : source,
                timestamp,
                said == null ? Json.EMPTY_OBJECT : said);
    }

    private Origin origin() {
        Payload decoded = key == null ? null : key.decoded("key", keyEncoding);
        return new Origin(
                originTopic == null ? topic : originTopic,
                partition,
                offset,
                decoded,
                originTimestamp,
                consumerGroupId,
                sourceService);
    }

    private FailedMessage.ReportedError reason() {
        if (errorMessage == null)
            throw Problem.badField(
                    "error.message", "error.message is missing: say why the message failed, as error or error.message");
        StackTrace trace = stackTrace == null ? StackTrace.none() : stackTrace;
        return new FailedMessage.ReportedError(
                errorType == null ? typeFromTrace(trace) : errorType,
                errorCode,
                errorMessage,
                trace,
                errorContext == null ? Json.EMPTY_OBJECT : errorContext,
                category);
    }

    private static String typeFromTrace(StackTrace trace) {
        return trace.chain().stream()
                .map(StackTrace.Thrown::type)
                .filter(type -> !type.isEmpty())
                .findFirst()
                .orElse(Failure.UNKNOWN_TYPE);
    }
}

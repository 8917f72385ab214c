package dev.redrive.server.letters;

import dev.redrive.json.Json;
import dev.redrive.kafka.record.Receipt;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Summary;
import dev.redrive.letter.SystemState;
import dev.redrive.server.access.Masking;
import dev.redrive.server.capture.CompletenessFields;
import dev.redrive.server.json.RawJsonValue;
import dev.redrive.store.decisions.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes letters as JSON. A payload that is JSON stands in it byte for byte, so that no digit is lost. */
public final class LetterJson {
    private final JsonGenerator out;
    private final Masking masking;
    private final boolean inOneLine;

    public LetterJson(JsonGenerator out, Masking masking) {
        this(out, masking, false);
    }

    private LetterJson(JsonGenerator out, Masking masking, boolean inOneLine) {
        this.out = out;
        this.masking = masking;
        this.inOneLine = inOneLine;
    }

    /** For streams in which a letter is a line: a payload of several lines goes as a string, so that it keeps its bytes. */
    public static LetterJson inOneLine(JsonGenerator out, Masking masking) {
        return new LetterJson(out, masking, true);
    }

    public void letter(DeadLetter hidden) {
        DeadLetter letter = masking.shown(hidden);
        out.writeStartObject();
        text("id", letter.id().toString());
        text("eventId", letter.eventId());
        text("subscriberId", letter.message().subscriberId());
        text("channel", letter.channel());
        event(letter);
        out.writeName("error");
        failure(letter.failure());
        out.writeName("lastError");
        failure(letter.lastFailure());
        attempts(letter.attempts());
        origin(letter.message().origin(), letter.message().headers());
        text("causeId", letter.cause().toString());
        text("lastCauseId", letter.lastCause().toString());
        text("priority", letter.priority().name());
        tags(letter.tags());
        out.writeBooleanProperty("ordered", letter.ordered());
        text("idempotencyKey", letter.idempotencyKey());
        out.writeNumberProperty("payloadSize", letter.payload().size());
        completeness(letter.message().completeness());
        standing(letter.id(), letter.state());
        out.writeNumberProperty("dlqRetryCount", letter.dlqRetryCount());
        metadata(letter.message().additional().systemState());
        json("additional", masking.shown(letter.message().additional().members()));
        out.writeEndObject();
    }

    private void metadata(@Nullable SystemState state) {
        out.writeObjectPropertyStart("metadata");
        if (state == null) {
            out.writeNullProperty("systemState");
        } else {
            out.writeObjectPropertyStart("systemState");
            out.writeNumberProperty("cpuUsage", state.cpuUsage());
            out.writeNumberProperty("memoryUsage", state.memoryUsage());
            out.writeEndObject();
        }
        out.writeEndObject();
    }

    /** The same names in the same places as in the whole letter, without what a list does not know. */
    void summary(Summary hidden) {
        Summary letter = masking.shown(hidden);
        out.writeStartObject();
        text("id", letter.id().toString());
        text("eventId", letter.eventId());
        text("subscriberId", letter.subscriberId());
        text("channel", letter.channel());
        out.writeObjectPropertyStart("originalEvent");
        text("eventId", letter.instanceId());
        text("pattern", letter.pattern());
        out.writeEndObject();
        reason(
                "error",
                new Summary.Reason(
                        letter.errorType(),
                        letter.errorCode(),
                        letter.errorMessage(),
                        letter.category(),
                        letter.retryability()));
        reason("lastError", letter.lastError());
        out.writeObjectPropertyStart("origin");
        encoded("key", letter.key());
        out.writeEndObject();
        text("causeId", letter.cause().toString());
        text("lastCauseId", letter.lastCause().toString());
        text("priority", letter.priority().name());
        tags(letter.tags());
        out.writeNumberProperty("payloadSize", letter.payloadSize());
        completeness(letter.completeness());
        standing(letter.id(), letter.state());
        out.writeEndObject();
    }

    private void reason(String name, Summary.Reason reason) {
        out.writeObjectPropertyStart(name);
        text("message", reason.message());
        text("type", reason.type());
        text("code", reason.code());
        text("category", reason.category().name());
        text("retryability", reason.retryability().word());
        out.writeEndObject();
    }

    void version(Version version) {
        out.writeStartObject();
        out.writeNumberProperty("version", version.number());
        time("timestamp", version.time());
        text("by", version.by());
        text("notes", masking.notes(version.notes()));
        payload(version.payload());
        headers(version.headers());
        completeness(version.completeness());
        text("priority", version.priority().name());
        tags(version.tags());
        out.writeEndObject();
    }

    /** What is sent of a letter. */
    public void message(Message message) {
        out.writeStartObject();
        payload(message.payload());
        headers(message.headers());
        out.writeEndObject();
    }

    void attempt(Attempt hidden) {
        Attempt attempt = masking.shown(hidden);
        out.writeStartObject();
        number("attempt", attempt.wasBeforeCapture() ? null : attempt.token());
        time("timestamp", attempt.startedAt());
        out.writeName("error");
        Failure failure = attempt.shownFailure();
        if (failure == null) {
            out.writeNull();
        } else {
            failure(failure);
        }
        out.writeNumberProperty("processingDuration", attempt.took().toMillis());
        text("workerId", attempt.worker());
        text("strategy", attempt.strategy());
        text("result", attempt.result().name());
        out.writeEndObject();
    }

    private void event(DeadLetter letter) {
        OriginalEvent event = letter.message().event();
        out.writeObjectPropertyStart("originalEvent");
        text("eventId", letter.instanceId());
        text("pattern", event.pattern());
        text("version", event.version());
        out.writeObjectPropertyStart("source");
        text("type", event.source().type());
        text("id", event.source().id());
        text("name", event.source().name());
        out.writeEndObject();
        time("timestamp", event.timestamp());
        payload(letter.payload());
        json("metadata", event.metadata());
        out.writeEndObject();
    }

    private void failure(Failure failure) {
        out.writeStartObject();
        text("message", failure.message());
        text("type", failure.type());
        text("code", failure.code());
        text(
                "stackTrace",
                failure.stackTrace().text().isEmpty()
                        ? null
                        : failure.stackTrace().text());
        json("context", failure.context());
        text("category", failure.category().name());
        text("retryability", failure.retryability().word());
        out.writeEndObject();
    }

    private void attempts(List<Attempt> attempts) {
        out.writeArrayPropertyStart("retryHistory");
        attempts.forEach(this::attempt);
        out.writeEndArray();
    }

    private void origin(Origin origin, Headers headers) {
        out.writeObjectPropertyStart("origin");
        text("topic", origin.topic());
        number("partition", origin.partition());
        number("offset", origin.offset());
        encoded("key", origin.key());
        headers(headers);
        time("timestamp", origin.timestamp());
        text("consumerGroupId", origin.consumerGroupId());
        text("sourceService", origin.sourceService());
        out.writeEndObject();
    }

    private void standing(LetterId id, LetterState standing) {
        out.writeNumberProperty("retryCount", standing.retryCount());
        out.writeNumberProperty("maxRetries", standing.maxRetries());
        text("status", standing.status().name());
        resolution(standing.resolution());
        time("nextRetryAt", standing.nextRetryAt());
        text("lockedBy", standing.lockedBy());
        time("lockedAt", standing.lockedAt());
        time("lockedUntil", standing.lockedUntil());
        LetterId blockedBy = standing.blockedBy();
        text("blockedBy", blockedBy == null ? null : blockedBy.toString());
        sentTo(standing.receipt());
        time("firstFailedAt", standing.firstFailedAt());
        time("lastFailedAt", standing.lastFailedAt());
        time("createdAt", id.createdAt());
        time("updatedAt", standing.updatedAt());
        out.writeNumberProperty("version", standing.version());
    }

    /** Where a broker has it, until its processing is confirmed. */
    private void sentTo(@Nullable String text) {
        Receipt receipt = text == null ? null : Receipt.of(text).orElse(null);
        if (receipt == null) {
            out.writeNullProperty("sentTo");
            return;
        }
        out.writeObjectPropertyStart("sentTo");
        text("topic", receipt.topic());
        out.writeNumberProperty("partition", receipt.partition());
        out.writeNumberProperty("offset", receipt.offset());
        text("consumerGroupId", receipt.group());
        out.writeEndObject();
    }

    private void resolution(@Nullable Resolution resolution) {
        if (resolution == null) {
            out.writeNullProperty("resolution");
            return;
        }
        out.writeObjectPropertyStart("resolution");
        time("timestamp", resolution.time());
        text("strategy", resolution.how().word());
        text("resolvedBy", resolution.by());
        text("notes", resolution.notes());
        out.writeEndObject();
    }

    // Payloads, keys, headers

    private void completeness(Completeness completeness) {
        out.writeBooleanProperty(CompletenessFields.COMPLETE, completeness.isWhole());
        text(CompletenessFields.BECAUSE, completeness.reason().orElse(null));
    }

    /**
     * No value as null, JSON as it is, other text as a string, other bytes as base64. A payload that is a JSON string or the word null goes as
     * a string too: read back, it must not lose its quotes or be taken for none.
     */
    private void payload(Payload hidden) {
        if (hidden.isAbsent()) {
            out.writeNullProperty("payload");
            return;
        }
        Payload payload = masking.shown(hidden);
        if (!payload.isText()) {
            base64("payload", payload);
        } else {
            out.writeName("payload");
            textOrJson(payload.text());
        }
    }

    private void textOrJson(String text) {
        String stripped = text.strip();
        boolean mistakable = stripped.startsWith("\"") || stripped.equals("null");
        if (!mistakable && !(inOneLine && hasLines(text)) && Json.ifValid(text).isPresent()) {
            out.writeRawValue(text);
        } else {
            out.writeString(text);
        }
    }

    private static boolean hasLines(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    private void encoded(String name, @Nullable Payload value) {
        if (value == null) {
            out.writeNullProperty(name);
        } else if (value.isText()) {
            text(name, value.text());
        } else {
            base64(name, value);
        }
    }

    private void base64(String name, Payload value) {
        out.writeBinaryProperty(name, value.bytes());
        text(name + "Encoding", RawJsonValue.BASE64);
    }

    private void headers(Headers headers) {
        Map<String, List<Payload>> byName = new LinkedHashMap<>();
        for (Header header : headers.list())
            byName.computeIfAbsent(header.name(), name -> new ArrayList<>()).add(header.value());
        out.writeObjectPropertyStart("headers");
        byName.forEach(this::header);
        out.writeEndObject();
    }

    private void header(String name, List<Payload> values) {
        out.writeName(name);
        if (values.size() > 1) out.writeStartArray();
        for (Payload value : values) headerValue(value);
        if (values.size() > 1) out.writeEndArray();
    }

    private void headerValue(Payload value) {
        if (value.isAbsent()) {
            out.writeNull();
        } else if (value.isText()) {
            out.writeString(value.text());
        } else {
            out.writeStartObject();
            out.writeBinaryProperty(RawJsonValue.BASE64, value.bytes());
            out.writeEndObject();
        }
    }

    // Plain values

    private void text(String name, @Nullable String value) {
        out.writeName(name);
        if (value == null) {
            out.writeNull();
        } else {
            out.writeString(value);
        }
    }

    private void number(String name, @Nullable Number value) {
        if (value == null) {
            out.writeNullProperty(name);
        } else {
            out.writeNumberProperty(name, value.longValue());
        }
    }

    private void time(String name, @Nullable Instant value) {
        text(name, value == null ? null : value.toString());
    }

    private void json(String name, Json value) {
        out.writeName(name);
        out.writeRawValue(inOneLine ? withoutLines(value.text()) : value.text());
    }

    /** In JSON, the end of a line can only be between two values. */
    private static String withoutLines(String json) {
        return hasLines(json) ? json.replace('\n', ' ').replace('\r', ' ') : json;
    }

    private void tags(List<String> tags) {
        out.writeArrayPropertyStart("tags");
        tags.forEach(out::writeString);
        out.writeEndArray();
    }
}

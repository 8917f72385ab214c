package dev.redrive.internal.export;

import dev.redrive.json.Json;
import dev.redrive.json.JsonOutput;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Receipt;
import dev.redrive.letter.Resolution;
import dev.redrive.store.questions.Version;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the fields that several documents about a letter have, with the same names and in the same form. */
public final class LetterFieldsWriter {
    /** A payload of a version stands below the letter, its versions and the version. */
    private static final int LEVELS_OF_A_LINE = 3;

    private final JsonOutput out;
    private final boolean inOneLine;

    public LetterFieldsWriter(JsonOutput out) {
        this(out, false);
    }

    /**
     * @param inOneLine for streams in which a letter is a line: a payload of several lines goes as a string, so that it keeps
     *     its bytes
     */
    LetterFieldsWriter(JsonOutput out, boolean inOneLine) {
        this.out = out;
        this.inOneLine = inOneLine;
    }

    // Messages

    /**
     * No value as null, JSON as it is, other text as a string, other bytes as base64. A payload that is a JSON string or the word null goes as
     * a string too: read back, it must not lose its quotes or be taken for none.
     */
    public void payload(Payload payload) {
        if (payload.isAbsent()) {
            out.nullValue("payload");
            return;
        }
        if (!payload.isText()) {
            base64("payload", payload);
        } else {
            out.name("payload");
            textOrJson(payload.text());
        }
    }

    private void textOrJson(String text) {
        String stripped = text.strip();
        boolean mistakable = stripped.startsWith("\"") || stripped.equals("null");
        boolean isRaw =
                inOneLine ? !hasLines(text) && Json.isValidBelow(LEVELS_OF_A_LINE, text) : Json.isValidBelow(0, text);
        if (!mistakable && isRaw) {
            out.raw(text);
        } else {
            out.text(text);
        }
    }

    private static boolean hasLines(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    /** A key: text as a string, other bytes as base64. */
    public void key(@Nullable Payload value) {
        if (value == null) {
            out.nullValue("key");
        } else if (value.isText()) {
            out.text("key", value.text());
        } else {
            base64("key", value);
        }
    }

    private void base64(String name, Payload value) {
        out.base64(name, value.bytes());
        out.text(name + "Encoding", RawJsonValue.BASE64);
    }

    public void headers(Headers headers) {
        Map<String, List<Payload>> byName = new LinkedHashMap<>();
        for (Header header : headers.list())
            byName.computeIfAbsent(header.name(), name -> new ArrayList<>()).add(header.value());
        out.startObject("headers");
        byName.forEach(this::header);
        out.endObject();
    }

    private void header(String name, List<Payload> values) {
        out.name(name);
        if (values.size() > 1) out.startArray();
        for (Payload value : values) headerValue(value);
        if (values.size() > 1) out.endArray();
    }

    private void headerValue(Payload value) {
        if (value.isAbsent()) {
            out.nullValue();
        } else if (value.isText()) {
            out.text(value.text());
        } else {
            out.startObject();
            out.base64(RawJsonValue.BASE64, value.bytes());
            out.endObject();
        }
    }

    public void completeness(Completeness completeness) {
        out.bool(CompletenessFields.COMPLETE, completeness.isWhole());
        out.text(CompletenessFields.BECAUSE, completeness.reason().orElse(null));
    }

    /** One version of an edited letter. */
    public void version(Version version) {
        out.startObject();
        out.number("version", version.number());
        out.time("timestamp", version.time());
        out.text("by", version.by());
        out.text("notes", version.notes());
        payload(version.payload());
        headers(version.headers());
        completeness(version.completeness());
        out.text("priority", version.priority().name());
        tags(version.tags());
        out.endObject();
    }

    // Failures and attempts

    void failure(Failure failure) {
        out.startObject();
        out.text("message", failure.message());
        out.text("type", failure.type());
        out.text("code", failure.code());
        out.text(
                "stackTrace",
                failure.stackTrace().text().isEmpty()
                        ? null
                        : failure.stackTrace().text());
        json("context", failure.context());
        out.text("category", failure.category().name());
        out.text("retryability", failure.retryability().word());
        out.endObject();
    }

    public void attempt(Attempt attempt) {
        out.startObject();
        number("attempt", attempt.wasBeforeCapture() ? null : attempt.token());
        out.time("timestamp", attempt.startedAt());
        out.name("error");
        Failure failure = attempt.shownFailure();
        if (failure == null) {
            out.nullValue();
        } else {
            failure(failure);
        }
        out.number("processingDuration", attempt.took().toMillis());
        out.text("workerId", attempt.worker());
        out.text("strategy", attempt.strategy());
        out.text("result", attempt.result().name());
        out.endObject();
    }

    // State

    public void state(LetterId id, LetterState state) {
        out.number("retryCount", state.retryCount());
        out.number("maxRetries", state.maxRetries());
        out.text("status", state.status().name());
        resolution(state.resolution());
        out.time("nextRetryAt", state.nextRetryAt());
        out.text("lockedBy", state.lockedBy());
        out.time("lockedAt", state.lockedAt());
        out.time("lockedUntil", state.lockedUntil());
        LetterId blockedBy = state.blockedBy();
        out.text("blockedBy", blockedBy == null ? null : blockedBy.toString());
        sentTo(state.receipt());
        out.time("firstFailedAt", state.firstFailedAt());
        out.time("lastFailedAt", state.lastFailedAt());
        out.time("createdAt", id.createdAt());
        out.time("updatedAt", state.updatedAt());
        out.number("version", state.version());
    }

    /** Where a broker has it, until its processing is confirmed. */
    private void sentTo(@Nullable String text) {
        Receipt receipt = text == null ? null : Receipt.of(text).orElse(null);
        if (receipt == null) {
            out.nullValue("sentTo");
            return;
        }
        out.startObject("sentTo");
        out.text("topic", receipt.topic());
        out.number("partition", receipt.partition());
        out.number("offset", receipt.offset());
        out.text("consumerGroupId", receipt.group());
        out.endObject();
    }

    private void resolution(@Nullable Resolution resolution) {
        if (resolution == null) {
            out.nullValue("resolution");
            return;
        }
        out.startObject("resolution");
        out.time("timestamp", resolution.time());
        out.text("strategy", resolution.how().word());
        out.text("resolvedBy", resolution.by());
        out.text("notes", resolution.notes());
        out.endObject();
    }

    // Plain values

    void number(String name, @Nullable Number value) {
        if (value == null) {
            out.nullValue(name);
        } else {
            out.number(name, value.longValue());
        }
    }

    public void json(String name, Json value) {
        out.name(name);
        out.raw(inOneLine ? withoutLines(value.text()) : value.text());
    }

    /** In JSON, the end of a line can only be between two values. */
    private static String withoutLines(String json) {
        return hasLines(json) ? json.replace('\n', ' ').replace('\r', ' ') : json;
    }

    public void tags(List<String> tags) {
        out.startArray("tags");
        tags.forEach(out::text);
        out.endArray();
    }
}

package dev.redrive.server.capture;

import dev.redrive.capture.FailedMessage;
import dev.redrive.internal.capture.MemberNames;
import dev.redrive.internal.export.CompletenessFields;
import dev.redrive.internal.export.LetterLimits;
import dev.redrive.internal.export.RawJsonValue;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StackTrace;
import dev.redrive.server.json.JsonStreams;
import dev.redrive.server.web.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads letters for capture, in the long form that the API shows ({@code originalEvent.payload}, {@code error.message})
 * in the short one ({@code payload}, {@code error}), or in the forms of other queues (see {@link MemberNames}). What it
 * does not know is kept beside the letter: nothing that a sender says is dropped. Payloads keep their bytes, down to the
 * last digit.
 */
public final class LetterReader {
    /** More than one transaction should hold. */
    static final int MAX_BATCH = 10_000;

    private static final String EVENT = "originalEvent.";
    private static final String ERROR = "error.";
    private static final String ORIGIN = "origin.";

    private final int maxPayloadBytes;

    LetterReader(int maxPayloadBytes) {
        this.maxPayloadBytes = maxPayloadBytes;
    }

    /** What a body holds: one letter, or an array of them. */
    record Letters(List<FailedMessage> list, boolean isBatch) {}

    Letters letters(byte[] body) {
        return JsonStreams.read(body, in -> in.isArray() ? batch(in) : single(in));
    }

    FailedMessage letter(byte[] text, int from, int length) {
        return JsonStreams.read(text, from, length, this::letter);
    }

    private Letters single(JsonFields in) {
        return new Letters(List.of(letter(in)), false);
    }

    private Letters batch(JsonFields in) {
        List<FailedMessage> letters = new ArrayList<>();
        while (in.nextElement()) {
            int index = letters.size();
            if (index == MAX_BATCH)
                throw Problem.tooLarge("an array holds at most " + MAX_BATCH
                        + " letters, and nothing was stored; send more as a stream (application/x-ndjson)");
            try {
                letters.add(letter(in));
            } catch (InvalidJson e) {
                throw Problem.of(e).with("index", index);
            } catch (Problem problem) {
                throw problem.with("index", index);
            }
        }
        return new Letters(letters, true);
    }

    private FailedMessage letter(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("a letter must be a JSON object");
        CaptureDraft draft = new CaptureDraft();
        while (in.nextField()) member(in, draft);
        return draft.finish(maxPayloadBytes);
    }

    private static void member(JsonFields in, CaptureDraft draft) {
        String name = in.name();
        String own = MemberNames.own(name);
        if (MemberNames.tellsOfAFailure(name)) draft.timestampIsOfFailure = true;
        if (MemberNames.isOfADlqRecord(name)) draft.isDlqRecord = true;
        boolean known = letterField(own, in, draft)
                || (own.startsWith(ERROR) && errorField(own.substring(ERROR.length()), in, draft, name))
                || (own.startsWith(ORIGIN) && originField(own.substring(ORIGIN.length()), in, draft, name))
                || eventField(own, in, draft, "");
        if (!known) draft.extras.keep(in);
    }

    /** False when a letter has no such member of its own. */
    private static boolean letterField(String own, JsonFields in, CaptureDraft draft) {
        String at = in.name();
        switch (own) {
            case "status" -> status(in, draft);
            case "channel" -> draft.channel = draft.once("channel", at, in.text(at));
            case "tableName" -> draft.tableName = draft.once("tableName", at, in.text(at));
            case "topic" -> draft.topic = draft.once("topic", at, in.text(at));
            case MemberNames.STAGE -> draft.stage = draft.once("stage", at, in.text(at));
            case MemberNames.EVENT_ID -> draft.eventId = draft.once("eventId", at, in.word(at));
            case "subscriberId" -> draft.subscriberId = draft.once(own, at, in.word(at));
            case "originalEvent" -> event(in, draft);
            case "error" -> error(in, draft);
            case "origin" -> origin(in, draft);
            case "key", "keyEncoding", "headers" -> originField(own, in, draft, at);
            case "additional" -> additional(in, draft);
            case CompletenessFields.COMPLETE, CompletenessFields.BECAUSE, CompletenessFields.TRUNCATED ->
                completeness(own, in, draft);
            case CutContext.WHOLE_BYTES -> draft.wholeBytes = draft.once(own, at, in.value());
            case MemberNames.RETRY_COUNT -> draft.retryCount = draft.once(own, at, in.integer(at));
            case "maxRetries" -> draft.maxRetries = draft.once(own, at, in.integer(at));
            case "dlqRetryCount" -> draft.dlqRetryCount = draft.once(own, at, in.integer(at));
            case MemberNames.RETRY_HISTORY -> draft.history(at, HistoryReader.read(in, at, draft.extras));
            case "priority" -> draft.priority = draft.once(own, at, priority(in, at));
            case "tags" -> draft.tags = draft.once(own, at, LetterLimits.anyTags(in));
            case "idempotencyKey" -> draft.idempotencyKey = draft.once(own, at, in.word(at));
            case MemberNames.FIRST_FAILED_AT -> draft.firstFailedAt = draft.once(own, at, in.time(at));
            case "metadata" -> draft.letterMetadata = draft.once(own, at, in.object(at));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void completeness(String own, JsonFields in, CaptureDraft draft) {
        if (!in.isNull()) draft.onlyOnce(own, in.name());
        switch (own) {
            case CompletenessFields.COMPLETE -> draft.completeness.complete(in);
            case CompletenessFields.BECAUSE -> draft.completeness.because(in);
            default -> draft.completeness.truncated(in);
        }
    }

    /** The status in another queue. It is kept beside the letter, unless it says that nothing is wrong any more. */
    private static void status(JsonFields in, CaptureDraft draft) {
        Json status = in.value();
        String word = status.text().replace("\"", "");
        if (LetterStatus.saysClosed(word))
            throw Problem.badField(
                    "status",
                    "status is " + word
                            + ", which reports that a message was processed or closed; it is no failed message"
                            + " and was not stored. POST /dlq/{id}/archive closes a letter, POST /dlq/import takes letters over with"
                            + " their status");
        draft.extras.keep("status", status);
    }

    /** What an earlier capture kept beside the letter is kept beside it again. */
    private static void additional(JsonFields in, CaptureDraft draft) {
        if (!in.enter("additional")) return;
        while (in.nextField()) draft.extras.keep(in);
    }

    private static void event(JsonFields in, CaptureDraft draft) {
        draft.onlyOnce("originalEvent", in.name());
        if (!in.enter("originalEvent")) return;
        while (in.nextField()) {
            String own = MemberNames.camelCase(in.name());
            String at = EVENT + in.name();
            switch (own) {
                case MemberNames.EVENT_ID -> draft.instanceId = draft.once(EVENT + own, at, in.word(at));
                case "metadata" -> draft.metadata = draft.once(EVENT + own, at, in.object(at));
                default -> {
                    if (!eventField(own, in, draft, EVENT)) draft.extras.keep("originalEvent", in);
                }
            }
        }
    }

    /** What an event says of itself stands in {@code originalEvent}, or, in the short form, in the letter. */
    private static boolean eventField(String own, JsonFields in, CaptureDraft draft, String place) {
        String at = place + in.name();
        switch (own) {
            case "pattern" -> draft.pattern = draft.once(own, at, in.text(at));
            case "version" -> draft.version = draft.once(own, at, in.word(at));
            case "source" -> draft.source = draft.once(own, at, source(in, at, draft));
            case "timestamp" -> draft.timestamp = draft.once(own, at, in.time(at));
            case MemberNames.PAYLOAD -> draft.payload(at, RawJsonValue.read(in));
            case "payloadEncoding" -> draft.payloadEncoding = draft.once(own, at, in.text(at));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** An object, or only a name. */
    private static OriginalEvent.Sender source(JsonFields in, String path, CaptureDraft draft) {
        if (in.isText()) return new OriginalEvent.Sender(null, null, in.text(path));
        if (!in.enter(path)) return OriginalEvent.unknown().source();
        String type = null;
        String id = null;
        String name = null;
        while (in.nextField()) {
            String at = path + "." + in.name();
            switch (in.name()) {
                case "type" -> type = draft.once(at, at, in.text(at));
                case "id" -> id = draft.once(at, at, in.word(at));
                case "name" -> name = draft.once(at, at, in.text(at));
                default -> draft.extras.keep(path, in);
            }
        }
        return new OriginalEvent.Sender(type, id, name);
    }

    /** An object, or only a message. */
    private static void error(JsonFields in, CaptureDraft draft) {
        draft.onlyOnce("error", "error");
        if (in.isText()) {
            draft.errorMessage = draft.once(ERROR + "message", "error", in.text("error"));
            return;
        }
        if (!in.enter("error")) return;
        while (in.nextField()) {
            String own = MemberNames.camelCase(in.name());
            if (!errorField(own, in, draft, ERROR + in.name())) draft.extras.keep("error", in);
        }
    }

    private static boolean errorField(String own, JsonFields in, CaptureDraft draft, String at) {
        String once = ERROR + own;
        switch (own) {
            case "message" -> draft.errorMessage = draft.once(once, at, in.text(at));
            case "type" -> draft.errorType = draft.once(once, at, blankToNull(in.text(at)));
            case "code" -> draft.errorCode = draft.once(once, at, in.word(at));
            case "stackTrace" ->
                draft.stackTrace = draft.once(once, at, StackTrace.ofText(Objects.requireNonNullElse(in.text(at), "")));
            case "context" -> draft.errorContext = draft.once(once, at, in.object(at));
            case "category" -> draft.category = draft.once(once, at, category(in, draft, at));
            default -> {
                return false;
            }
        }
        return true;
    }

    /** A category that is none of ours is kept beside, and the letter is classified as if none were given. */
    private static @Nullable Category category(JsonFields in, CaptureDraft draft, String at) {
        String word = in.word(at);
        if (word == null || word.isBlank()) return null;
        try {
            return Category.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            draft.extras.keep(at, Json.of(Json.quote(word)));
            return null;
        }
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private static void origin(JsonFields in, CaptureDraft draft) {
        draft.onlyOnce("origin", "origin");
        if (!in.enter("origin")) return;
        while (in.nextField()) {
            String own = MemberNames.camelCase(in.name());
            if (!originField(own, in, draft, ORIGIN + in.name())) draft.extras.keep("origin", in);
        }
    }

    private static boolean originField(String own, JsonFields in, CaptureDraft draft, String at) {
        String once = ORIGIN + own;
        switch (own) {
            case "topic" -> draft.originTopic = draft.once(once, at, in.text(at));
            case "partition" -> draft.partition = draft.once(once, at, in.integer(at));
            case "offset" -> draft.offset = draft.once(once, at, in.number(at, 0, Long.MAX_VALUE));
            case "key" -> draft.key = draft.once(once, at, key(in, at));
            case "keyEncoding" -> draft.keyEncoding = draft.once(once, at, in.text(at));
            case "headers" -> draft.headers(at, draft.once(once, at, in.isNull() ? null : in.value()));
            case "timestamp" -> draft.originTimestamp = draft.once(once, at, in.time(at));
            case "consumerGroupId" -> draft.consumerGroupId = draft.once(once, at, in.text(at));
            case "sourceService" -> draft.sourceService = draft.once(once, at, in.text(at));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static @Nullable RawJsonValue key(JsonFields in, String path) {
        String word = in.word(path);
        return word == null ? null : RawJsonValue.string(word);
    }

    public static void checkPayload(String path, Payload payload, int limit) {
        LetterLimits.checkPayload(
                path, payload, limit, "raise the limit, or keep the payload elsewhere and capture a reference");
    }

    /** Its name, or its number from 0 for the lowest, as programs that count their priorities write it. */
    public static @Nullable Priority priority(JsonFields in, String path) {
        String word = in.word(path);
        return word == null ? null : priority(word);
    }

    public static Priority priority(String word) {
        for (Priority priority : Priority.values()) {
            if (priority.name().equalsIgnoreCase(word)
                    || String.valueOf(priority.ordinal()).equals(word)) return priority;
        }
        throw Problem.badField("priority", "priority must be one of LOW, NORMAL, HIGH, CRITICAL");
    }
}

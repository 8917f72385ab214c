package dev.redrive.server.letters;

import dev.redrive.capture.FailedMessage;
import dev.redrive.letter.Event;
import dev.redrive.letter.Priority;
import dev.redrive.letter.StackTrace;
import dev.redrive.server.web.Problem;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads letters for capture, in the long form that the API shows ({@code originalEvent.payload}, {@code error.message})
 * or in the short one ({@code payload}, {@code error}). Fields it does not know are passed over: a letter must not be
 * lost because its sender says more than we ask. Payloads keep their bytes, down to the last digit.
 */
final class LetterReader {
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
        return JsonFields.read(body, 0, body.length, in -> in.isArray() ? batch(in) : single(in));
    }

    FailedMessage letter(byte[] text, int from, int length) {
        return JsonFields.read(text, from, length, this::letter);
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
            } catch (Problem problem) {
                throw problem.with("index", index);
            }
        }
        return new Letters(letters, true);
    }

    private FailedMessage letter(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("a letter must be a JSON object");
        Draft draft = new Draft();
        Set<Name> seen = EnumSet.noneOf(Name.class);
        while (in.nextField()) {
            Name name = Name.of(in.name(), seen, "");
            if (name == null || !(letterField(name, in, draft) || eventField(name, in, draft, ""))) in.skip();
        }
        return draft.finish(maxPayloadBytes);
    }

    /** False when a letter has no such field of its own. */
    private static boolean letterField(Name name, JsonFields in, Draft draft) {
        switch (name) {
            case CHANNEL -> draft.channel = in.text("channel", LetterLimits.NAME);
            case TABLE_NAME -> draft.tableName = in.text("tableName", LetterLimits.NAME);
            case TOPIC -> draft.topic = in.text("topic", LetterLimits.NAME);
            case STAGE -> draft.stage = in.text("stage", LetterLimits.NAME);
            case EVENT_ID -> draft.letterEventId = in.word("eventId", LetterLimits.NAME);
            case SUBSCRIBER_ID -> draft.subscriberId = in.word("subscriberId", LetterLimits.NAME);
            case ORIGINAL_EVENT -> event(in, draft);
            case ERROR -> error(in, draft);
            case ORIGIN -> origin(in, draft);
            case KEY -> draft.key = key(in, "key", draft.key);
            case KEY_ENCODING -> draft.keyEncoding = in.text("keyEncoding", LetterLimits.NAME);
            case HEADERS -> draft.headers = HeaderReader.read(in, "headers");
            case PAYLOAD_COMPLETE -> draft.completeness.complete(in);
            case INCOMPLETE_BECAUSE -> draft.completeness.because(in);
            case RETRY_COUNT -> draft.retryCount = in.integer("retryCount");
            case PRIORITY -> draft.priority = priority(in.text("priority"));
            case TAGS -> draft.tags = LetterLimits.tags(in);
            case IDEMPOTENCY_KEY -> draft.idempotencyKey = in.word("idempotencyKey", LetterLimits.NAME);
            case FIRST_FAILED_AT -> draft.firstFailedAt = in.time("firstFailedAt");
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void event(JsonFields in, Draft draft) {
        if (!in.enter("originalEvent")) return;
        Set<Name> seen = EnumSet.noneOf(Name.class);
        while (in.nextField()) {
            Name name = Name.of(in.name(), seen, EVENT);
            if (name == Name.EVENT_ID) {
                draft.eventId = in.word(EVENT + "eventId", LetterLimits.NAME);
            } else if (name == null || !eventField(name, in, draft, EVENT)) {
                in.skip();
            }
        }
    }

    /** What an event says of itself stands in {@code originalEvent}, or, in the short form, in the letter. */
    private static boolean eventField(Name name, JsonFields in, Draft draft, String at) {
        switch (name) {
            case PATTERN -> draft.pattern = in.text(at + "pattern", LetterLimits.NAME);
            case VERSION -> draft.version = in.word(at + "version", LetterLimits.NAME);
            case SOURCE -> draft.source = source(in, at);
            case TIMESTAMP -> draft.timestamp = in.time(at + "timestamp");
            case PAYLOAD -> draft.payload(at + "payload", in.raw());
            case PAYLOAD_ENCODING -> draft.payloadEncoding = in.text(at + "payloadEncoding", LetterLimits.NAME);
            case METADATA -> draft.metadata = in.object(at + "metadata");
            default -> {
                return false;
            }
        }
        return true;
    }

    /** An object, or only a name. */
    private static Event.Sender source(JsonFields in, String at) {
        String path = at + "source";
        if (in.isText()) return new Event.Sender(null, null, in.text(path, LetterLimits.NAME));
        if (!in.enter(path)) return Event.unknown().source();
        String type = null;
        String id = null;
        String name = null;
        Set<Name> seen = EnumSet.noneOf(Name.class);
        while (in.nextField()) {
            Name field = Name.of(in.name(), seen, path + ".");
            if (field == Name.TYPE) {
                type = in.text(path + ".type", LetterLimits.NAME);
            } else if (field == Name.ID) {
                id = in.word(path + ".id", LetterLimits.NAME);
            } else if (field == Name.NAME) {
                name = in.text(path + ".name", LetterLimits.NAME);
            } else {
                in.skip();
            }
        }
        return new Event.Sender(type, id, name);
    }

    /** An object, or only a message. */
    private static void error(JsonFields in, Draft draft) {
        if (in.isText()) {
            draft.errorMessage = in.text("error");
            return;
        }
        if (!in.enter("error")) return;
        Set<Name> seen = EnumSet.noneOf(Name.class);
        while (in.nextField()) {
            Name name = Name.of(in.name(), seen, ERROR);
            if (name == null || !errorField(name, in, draft)) in.skip();
        }
    }

    private static boolean errorField(Name name, JsonFields in, Draft draft) {
        switch (name) {
            case MESSAGE -> draft.errorMessage = in.text(ERROR + "message");
            case TYPE -> draft.errorType = blankToNull(in.text(ERROR + "type", LetterLimits.NAME));
            case CODE -> draft.errorCode = in.word(ERROR + "code", LetterLimits.NAME);
            case STACK_TRACE ->
                draft.stackTrace = StackTrace.ofText(Objects.requireNonNullElse(in.text(ERROR + "stackTrace"), ""));
            case CONTEXT -> draft.errorContext = in.object(ERROR + "context");
            default -> {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String blankToNull(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private static void origin(JsonFields in, Draft draft) {
        if (!in.enter("origin")) return;
        Set<Name> seen = EnumSet.noneOf(Name.class);
        while (in.nextField()) {
            Name name = Name.of(in.name(), seen, ORIGIN);
            if (name == null || !originField(name, in, draft)) in.skip();
        }
    }

    private static boolean originField(Name name, JsonFields in, Draft draft) {
        switch (name) {
            case TOPIC -> draft.originTopic = in.text(ORIGIN + "topic", LetterLimits.NAME);
            case PARTITION -> draft.partition = in.integer(ORIGIN + "partition");
            case OFFSET -> draft.offset = in.number(ORIGIN + "offset", 0, Long.MAX_VALUE);
            case KEY -> draft.key = key(in, ORIGIN + "key", draft.key);
            case KEY_ENCODING -> draft.keyEncoding = in.text(ORIGIN + "keyEncoding", LetterLimits.NAME);
            case HEADERS -> draft.headers = HeaderReader.read(in, ORIGIN + "headers");
            case TIMESTAMP -> draft.originTimestamp = in.time(ORIGIN + "timestamp");
            case CONSUMER_GROUP_ID -> draft.consumerGroupId = in.text(ORIGIN + "consumerGroupId", LetterLimits.NAME);
            case SOURCE_SERVICE -> draft.sourceService = in.text(ORIGIN + "sourceService", LetterLimits.NAME);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static @Nullable Raw key(JsonFields in, String path, @Nullable Raw known) {
        String word = in.word(path);
        return word == null ? known : Raw.string(word);
    }

    static @Nullable Priority priority(@Nullable String word) {
        if (word == null) return null;
        try {
            return Priority.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw Problem.badField("priority", "priority must be one of LOW, NORMAL, HIGH, CRITICAL");
        }
    }
}

package dev.redrive.internal.export;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads the message of a whole letter: {@code originalEvent} and {@code origin}. */
final class MessageReader {
    private static final String EVENT = "originalEvent.";
    private static final String ORIGIN = "origin.";

    private MessageReader() {}

    static void event(JsonFields in, LetterDraft draft) {
        if (!in.enter("originalEvent")) return;
        String id = null;
        String pattern = null;
        String version = null;
        OriginalEvent.Sender source = OriginalEvent.unknown().source();
        Instant timestamp = null;
        Json metadata = Json.EMPTY_OBJECT;
        while (in.nextField()) {
            String at = EVENT + in.name();
            switch (in.name()) {
                case "eventId" -> id = in.text(at);
                case "pattern" -> pattern = in.text(at, LetterLimits.NAME);
                case "version" -> version = in.text(at);
                case "source" -> source = source(in, at);
                case "timestamp" -> timestamp = in.time(at);
                case "metadata" -> metadata = in.object(at);
                case "payload" -> draft.payload = RawJsonValue.read(in);
                case "payloadEncoding" -> draft.payloadEncoding = in.text(at);
                default -> in.skip();
            }
        }
        draft.event = new OriginalEvent(null, id, pattern, version, source, timestamp, metadata);
    }

    private static OriginalEvent.Sender source(JsonFields in, String path) {
        String type = null;
        String id = null;
        String name = null;
        if (!in.enter(path)) return OriginalEvent.unknown().source();
        while (in.nextField()) {
            String at = path + "." + in.name();
            switch (in.name()) {
                case "type" -> type = in.text(at);
                case "id" -> id = in.text(at);
                case "name" -> name = in.text(at);
                default -> in.skip();
            }
        }
        return new OriginalEvent.Sender(type, id, name);
    }

    static void origin(JsonFields in, LetterDraft draft) {
        if (!in.enter("origin")) return;
        String topic = null;
        Integer partition = null;
        Long offset = null;
        String key = null;
        String keyEncoding = null;
        Instant timestamp = null;
        String group = null;
        String service = null;
        while (in.nextField()) {
            String at = ORIGIN + in.name();
            switch (in.name()) {
                case "topic" -> topic = in.text(at);
                case "partition" -> partition = in.integer(at);
                case "offset" -> offset = in.number(at, 0, Long.MAX_VALUE);
                case "key" -> key = in.text(at);
                case "keyEncoding" -> keyEncoding = in.text(at);
                case "headers" -> draft.headers = HeaderReader.read(in, at);
                case "timestamp" -> timestamp = in.time(at);
                case "consumerGroupId" -> group = in.text(at);
                case "sourceService" -> service = in.text(at);
                default -> in.skip();
            }
        }
        draft.origin = new Origin(topic, partition, offset, key(key, keyEncoding), timestamp, group, service);
    }

    private static @Nullable Payload key(@Nullable String text, @Nullable String encoding) {
        if (text == null) return null;
        Payload key = RawJsonValue.string(text).decoded("origin.key", encoding);
        if (key.size() > LetterLimits.KEY)
            throw InvalidJson.field("origin.key", "origin.key must have at most " + LetterLimits.KEY + " bytes");
        return key;
    }
}

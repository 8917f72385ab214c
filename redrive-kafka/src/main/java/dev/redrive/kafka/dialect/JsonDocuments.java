package dev.redrive.kafka.dialect;

import dev.redrive.internal.capture.MemberNames;
import dev.redrive.internal.export.FailureMetadata;
import dev.redrive.internal.export.SystemStateReader;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.Json;
import dev.redrive.kafka.record.JsonMembers;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterStatus;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Home-made documents that hold the message and say why it failed: {@code original_message}, {@code error},
 * {@code exception_type}, or {@code originalMessage}, {@code errorReason}, {@code errorType} and the like.
 */
final class JsonDocuments implements DialectReader {
    /** A large record in another format is not searched to its end. */
    private static final int SEARCHED_BYTES = 16 * 1024;

    private static final String ERROR = "error";
    private static final String STATUS = "status";
    private static final String MAX_RETRIES = "maxRetries";
    private static final String DLQ_RETRY_COUNT = "dlqRetryCount";
    private static final String METADATA = "metadata";
    private static final String TIMESTAMP = "timestamp";
    private static final String TOPIC = "topic";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        byte[] value = found.value();
        if (value == null || value.length == 0 || value[0] != '{') return false;
        String start = new String(value, 0, Math.min(value.length, SEARCHED_BYTES), StandardCharsets.ISO_8859_1);
        return start.contains("\"original_message\"") || start.contains("\"originalMessage\"");
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields fields) {
        Map<String, String> members = new LinkedHashMap<>();
        JsonMembers.of(found.value()).forEach((name, value) -> members.put(MemberNames.own(name), value));
        String payload = members.remove(MemberNames.PAYLOAD);
        if (payload == null || !hasError(members))
            throw new IllegalArgumentException("a document of something else than a failed message");
        fields.payload = payload.getBytes(StandardCharsets.UTF_8);
        fields.resolved = LetterStatus.saysClosed(members.getOrDefault(STATUS, ""));
        error(members.remove(ERROR), members);
        fields.type = members.remove(MemberNames.ERROR_TYPE);
        fields.message = members.remove(MemberNames.ERROR_MESSAGE);
        fields.stackTrace = members.remove(MemberNames.ERROR_STACK_TRACE);
        category(members, fields);
        fields.retries(HeaderReader.digits(members.remove(MemberNames.RETRY_COUNT)));
        fields.maxRetries(HeaderReader.digits(members.get(MAX_RETRIES)));
        fields.dlqRetries(HeaderReader.digits(members.get(DLQ_RETRY_COUNT)));
        fields.eventId = members.remove(MemberNames.EVENT_ID);
        fields.group(members.remove(MemberNames.ORIGIN_CONSUMER_GROUP_ID));
        fields.service = members.remove(MemberNames.ORIGIN_SOURCE_SERVICE);
        metadata(members.getOrDefault(METADATA, ""), fields);
        fields.at(
                HeaderReader.digits(members.remove(MemberNames.ORIGIN_PARTITION)),
                HeaderReader.digits(members.remove(MemberNames.ORIGIN_OFFSET)));
        origin(members, fields);
        fields.failedAt(time(
                members.containsKey(MemberNames.FIRST_FAILED_AT)
                        ? members.remove(MemberNames.FIRST_FAILED_AT)
                        : members.remove(TIMESTAMP)));
        members.forEach((name, value) -> fields.note(name, asWritten(value)));
    }

    private static boolean hasError(Map<String, String> members) {
        return members.containsKey(ERROR)
                || members.containsKey(MemberNames.ERROR_MESSAGE)
                || members.containsKey(MemberNames.ERROR_TYPE);
    }

    /** A text, or an object with the same members as the document may have. */
    private static void error(@Nullable String error, Map<String, String> members) {
        if (error == null) return;
        if (!error.startsWith("{")) {
            members.putIfAbsent(MemberNames.ERROR_MESSAGE, error);
            return;
        }
        JsonMembers.of(error.getBytes(StandardCharsets.UTF_8)).forEach((name, value) -> {
            String own = MemberNames.own(name);
            members.putIfAbsent(own.startsWith(ERROR + ".") ? own : ERROR + "." + own, value);
        });
    }

    /** One that is none of ours is kept with the rest, and the letter is classified as if none were given. */
    private static void category(Map<String, String> members, FailureFields fields) {
        String word = members.get(MemberNames.ERROR_CATEGORY);
        for (Category each : Category.values()) {
            if (each == Category.UNKNOWN || !each.name().equalsIgnoreCase(word)) continue;
            fields.category = each;
            members.remove(MemberNames.ERROR_CATEGORY);
        }
    }

    /** Others have other metadata; what is not as expected says nothing. */
    private static void metadata(String text, FailureFields fields) {
        Json metadata = text.startsWith("{") ? Json.ifValid(text).orElse(Json.EMPTY_OBJECT) : Json.EMPTY_OBJECT;
        fields.systemState = SystemStateReader.in(metadata);
        try {
            FailureMetadata said = FailureMetadata.of(metadata);
            if (fields.service == null) fields.service = said.source();
            fields.priority = said.priority();
            if (said.tags() != null) fields.tags.addAll(said.tags());
        } catch (InvalidJson notAsOurs) {
            fields.note("notRead", METADATA);
        }
    }

    private static void origin(Map<String, String> members, FailureFields fields) {
        String topic = members.remove(MemberNames.ORIGIN_TOPIC);
        fields.topic(topic == null ? members.remove(TOPIC) : topic);
    }

    private static Object asWritten(String value) {
        boolean isStructure = value.startsWith("{") || value.startsWith("[");
        return isStructure ? Json.ifValid(value).<Object>map(json -> json).orElse(value) : value;
    }

    /** With a zone, or without one as Python writes it, which is then taken for UTC. */
    private static @Nullable Instant time(@Nullable String text) {
        if (text == null) return null;
        try {
            boolean hasZone =
                    text.endsWith("Z") || text.lastIndexOf('+') > 0 || text.lastIndexOf('-') > text.indexOf('T');
            return hasZone
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return null;
        }
    }
}

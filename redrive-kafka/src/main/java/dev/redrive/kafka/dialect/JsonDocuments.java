package dev.redrive.kafka.dialect;

import dev.redrive.capture.MemberNames;
import dev.redrive.json.Json;
import dev.redrive.kafka.record.JsonMembers;
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
    /** A large record of somebody else is not searched to its end. */
    private static final int LOOK_AT = 16 * 1024;

    private static final String ERROR = "error";
    private static final String TIMESTAMP = "timestamp";
    private static final String TOPIC = "topic";

    @Override
    public boolean recognises(HeaderReader headers, ConsumerRecord<byte[], byte[]> found) {
        byte[] value = found.value();
        if (value == null || value.length == 0 || value[0] != '{') return false;
        String start = new String(value, 0, Math.min(value.length, LOOK_AT), StandardCharsets.ISO_8859_1);
        return start.contains("\"original_message\"") || start.contains("\"originalMessage\"");
    }

    @Override
    public void read(HeaderReader headers, ConsumerRecord<byte[], byte[]> found, FailureFields account) {
        Map<String, String> members = new LinkedHashMap<>();
        JsonMembers.of(found.value()).forEach((name, value) -> members.put(MemberNames.own(name), value));
        String payload = members.remove(MemberNames.PAYLOAD);
        if (payload == null || !tellsWhy(members))
            throw new IllegalArgumentException("a document of something else than a failed message");
        account.payload = payload.getBytes(StandardCharsets.UTF_8);
        error(members.remove(ERROR), members);
        account.type = members.remove(MemberNames.ERROR_TYPE);
        account.message = members.remove(MemberNames.ERROR_MESSAGE);
        account.stackTrace = members.remove(MemberNames.ERROR_STACK_TRACE);
        account.retries(HeaderReader.digits(members.remove(MemberNames.RETRY_COUNT)));
        account.eventId = members.remove(MemberNames.EVENT_ID);
        account.group(members.remove(MemberNames.ORIGIN_CONSUMER_GROUP_ID));
        account.service = members.remove(MemberNames.ORIGIN_SOURCE_SERVICE);
        account.at(
                HeaderReader.digits(members.remove(MemberNames.ORIGIN_PARTITION)),
                HeaderReader.digits(members.remove(MemberNames.ORIGIN_OFFSET)));
        origin(members, account);
        account.failedAt(time(
                members.containsKey(MemberNames.FIRST_FAILED_AT)
                        ? members.remove(MemberNames.FIRST_FAILED_AT)
                        : members.remove(TIMESTAMP)));
        members.forEach((name, value) -> account.note(name, asWritten(value)));
    }

    private static boolean tellsWhy(Map<String, String> members) {
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

    private static void origin(Map<String, String> members, FailureFields account) {
        String told = members.remove(MemberNames.ORIGIN_TOPIC);
        account.topic(told == null ? members.remove(TOPIC) : told);
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

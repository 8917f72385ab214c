package dev.redrive.kafka.dialect;

import dev.redrive.internal.text.CleanText;
import dev.redrive.letter.Category;
import dev.redrive.letter.Header;
import dev.redrive.letter.Priority;
import dev.redrive.letter.SystemState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The fields of a failed message that a dialect fills. Those it does not fill keep the values of the found record. */
final class FailureFields {
    private static final int LONGEST_NAME = 249;
    private static final int LONGEST_GROUP = 255;
    /** The last moment of the year 9999: databases end there, and what is later is no time but garbage. */
    private static final long END_OF_TIME = 253_402_300_799_999L;

    final Dialect dialect;
    byte @Nullable [] key;
    byte @Nullable [] payload;
    List<Header> headers;

    @Nullable
    String topic;

    @Nullable
    Integer partition;

    @Nullable
    Long offset;

    @Nullable
    Instant timestamp;

    @Nullable
    String group;

    @Nullable
    String service;

    @Nullable
    String type;

    @Nullable
    String message;

    @Nullable
    String stackTrace;

    /** What kind of failure it is, where its writer knew. */
    @Nullable
    Category category;

    @Nullable
    String eventId;

    @Nullable
    Instant failedAt;

    /** The limit that its writer gave it. */
    @Nullable
    Integer maxRetries;

    @Nullable
    Priority priority;

    @Nullable
    SystemState systemState;

    int retries;
    /** True when the payload is not all of what the message had. */
    boolean cut;
    /** How often another dead letter queue tried it before. */
    int dlqRetries;
    /** True when the record reports that its message was processed after all, or that nobody will. */
    boolean resolved;

    /** The headers of the message where they are not those of the record. */
    Map<String, String> embeddedHeaders = Map.of();
    /** What else is worth knowing; it becomes the context of the error. */
    final Map<String, @Nullable Object> notes = new LinkedHashMap<>();

    final List<String> tags = new ArrayList<>();

    FailureFields(Dialect dialect, ConsumerRecord<byte[], byte[]> found, List<Header> headers) {
        this.dialect = dialect;
        this.key = found.key();
        this.payload = found.value();
        this.headers = headers;
    }

    /** A topic that no broker would accept is none: it must not become the name of a channel. */
    void topic(@Nullable String name) {
        topic = name != null && isTopicName(name) ? name : null;
    }

    void at(@Nullable Long inPartition, @Nullable Long atOffset) {
        partition = inPartition == null || inPartition > Integer.MAX_VALUE ? null : inPartition.intValue();
        offset = atOffset;
    }

    void timestamp(@Nullable Long millis) {
        timestamp = time(millis);
    }

    void failedAt(@Nullable Instant time) {
        failedAt = time == null ? null : time(time.toEpochMilli());
    }

    void group(@Nullable String name) {
        group = name == null || name.isEmpty() || name.length() > LONGEST_GROUP ? null : name;
    }

    void retries(@Nullable Long count) {
        if (count != null && count <= Integer.MAX_VALUE) retries = count.intValue();
    }

    void maxRetries(@Nullable Long count) {
        if (count != null && count <= Integer.MAX_VALUE) maxRetries = count.intValue();
    }

    void dlqRetries(@Nullable Long count) {
        if (count != null && count <= Integer.MAX_VALUE) dlqRetries = count.intValue();
    }

    /** Its payload is only the beginning of the original one. */
    void cut(@Nullable Long size) {
        cut = true;
        note("payloadTruncated", true);
        note(CutPayload.WHOLE_BYTES, size);
        note(CutPayload.KEPT_BYTES, payload == null ? 0 : payload.length);
    }

    /** One of the headers that Redrive adds to a message when it sends it back. */
    @Nullable
    String sentBack(String name, HeaderReader headers) {
        return headers.has(name) ? headers.text(name) : embeddedHeaders.get(name);
    }

    void note(String name, @Nullable Object value) {
        if (value != null) notes.put(name, value instanceof String text ? CleanText.text(text) : value);
    }

    static @Nullable Instant time(@Nullable Long millis) {
        return millis == null || millis < 0 || millis > END_OF_TIME ? null : Instant.ofEpochMilli(millis);
    }

    private static boolean isTopicName(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME || name.equals(".") || name.equals("..")) return false;
        return name.chars()
                .allMatch(c -> (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || c == '.'
                        || c == '_'
                        || c == '-');
    }
}

package dev.redrive.kafka.spring;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.commons.logging.LogFactory;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.RecordDeserializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.springframework.core.log.LogAccessor;
import org.springframework.kafka.support.KafkaHeaders;
import org.springframework.kafka.support.KafkaUtils;
import org.springframework.kafka.support.serializer.DeserializationException;
import org.springframework.kafka.support.serializer.SerializationUtils;

/**
 * Brings records back to bytes: the original ones where they are at hand, or else what a serializer makes of the object.
 *
 * @param keys the user's, or null for the built-in ones
 * @param values the user's, or null for the built-in ones
 */
record RawRecords(
        @Nullable Serializer<Object> keys, @Nullable Serializer<Object> values) {
    /** Says on a record that its bytes may not be the original ones. */
    static final String NOTE = "redrive-note";

    private static final LogAccessor LOG = new LogAccessor(LogFactory.getLog(RawRecords.class));

    ConsumerRecord<byte[], byte[]> of(ConsumerRecord<?, ?> record) {
        Headers headers = new RecordHeaders(record.headers());
        DeserializationException badKey = badKey(record);
        DeserializationException badValue = badValue(record);
        byte[] key = badKey == null
                ? bytes("key", record, record.key(), record.serializedKeySize(), keys, headers)
                : badKey.getData();
        byte[] value = badValue == null
                ? bytes("value", record, record.value(), record.serializedValueSize(), values, headers)
                : badValue.getData();
        headers.remove(KafkaUtils.KEY_DESERIALIZER_EXCEPTION_HEADER);
        headers.remove(KafkaUtils.VALUE_DESERIALIZER_EXCEPTION_HEADER);
        headers.remove(KafkaHeaders.DELIVERY_ATTEMPT);
        headers.remove(KafkaHeaders.LISTENER_INFO);
        return new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.timestampType(),
                size(key),
                size(value),
                key,
                value,
                headers,
                record.leaderEpoch());
    }

    /** The consumer itself gives the bytes when there is no {@code ErrorHandlingDeserializer}. */
    static ConsumerRecord<byte[], byte[]> of(RecordDeserializationException failed) {
        byte[] key = Utils.toNullableArray(failed.keyBuffer());
        byte[] value = Utils.toNullableArray(failed.valueBuffer());
        return new ConsumerRecord<>(
                failed.topicPartition().topic(),
                failed.topicPartition().partition(),
                failed.offset(),
                failed.timestamp(),
                failed.timestampType(),
                size(key),
                size(value),
                key,
                value,
                failed.headers(),
                java.util.Optional.empty());
    }

    /** Why the record could not be read, or null when it could. */
    static @Nullable DeserializationException unreadable(ConsumerRecord<?, ?> record) {
        DeserializationException badValue = badValue(record);
        return badValue == null ? badKey(record) : badValue;
    }

    private static @Nullable DeserializationException badKey(ConsumerRecord<?, ?> record) {
        return bad(record, record.key(), KafkaUtils.KEY_DESERIALIZER_EXCEPTION_HEADER);
    }

    private static @Nullable DeserializationException badValue(ConsumerRecord<?, ?> record) {
        return bad(record, record.value(), KafkaUtils.VALUE_DESERIALIZER_EXCEPTION_HEADER);
    }

    private static @Nullable DeserializationException bad(
            ConsumerRecord<?, ?> record, @Nullable Object part, String header) {
        if (part instanceof DeserializationException bad) return bad;
        return part == null ? SerializationUtils.getExceptionFromHeader(record, header, LOG) : null;
    }

    private static byte @Nullable [] bytes(
            String part,
            ConsumerRecord<?, ?> record,
            @Nullable Object object,
            int originalSize,
            @Nullable Serializer<Object> serializer,
            Headers headers) {
        if (object == null) return originalSize == 0 ? new byte[0] : null;
        byte[] written = serializer == null ? null : written(serializer, record, object);
        byte[] bytes = written == null ? plain(object) : written;
        boolean original = bytes != null && (originalSize < 0 || originalSize == bytes.length);
        byte[] made = bytes == null ? text(object) : bytes;
        if (!original) headers.add(NOTE, note(part, object, bytes == null));
        return made;
    }

    /** Null when the user's serializer is not for such an object. */
    private static byte @Nullable [] written(
            Serializer<Object> serializer, ConsumerRecord<?, ?> record, Object object) {
        try {
            return serializer.serialize(record.topic(), new RecordHeaders(record.headers()), object);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /** As Kafka's own serializers write it; null when it is none of their types. */
    private static byte @Nullable [] plain(Object object) {
        if (object instanceof byte[] bytes) return bytes;
        if (object instanceof Bytes bytes) return bytes.get();
        if (object instanceof ByteBuffer buffer)
            return Utils.toArray(buffer.duplicate().rewind());
        if (object instanceof String || object instanceof java.util.UUID)
            return object.toString().getBytes(StandardCharsets.UTF_8);
        if (object instanceof Long number)
            return ByteBuffer.allocate(8).putLong(number).array();
        if (object instanceof Integer number)
            return ByteBuffer.allocate(4).putInt(number).array();
        if (object instanceof Short number)
            return ByteBuffer.allocate(2).putShort(number).array();
        if (object instanceof Double number)
            return ByteBuffer.allocate(8).putDouble(number).array();
        if (object instanceof Float number)
            return ByteBuffer.allocate(4).putFloat(number).array();
        if (object instanceof Boolean truth) return new byte[] {(byte) (truth ? 1 : 0)};
        return null;
    }

    /** Foreign code: it may throw, and then the record must not stay where it is for ever. */
    private static byte[] text(Object object) {
        try {
            return object.toString().getBytes(StandardCharsets.UTF_8);
        } catch (RuntimeException e) {
            return object.getClass().getName().getBytes(StandardCharsets.UTF_8);
        }
    }

    private static byte[] note(String part, Object object, boolean asText) {
        String how = asText ? " as text, for want of a serializer" : ", and its size differs from the original";
        return ("the " + part + " was written back from " + object.getClass().getName() + how)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static int size(byte @Nullable [] bytes) {
        return bytes == null ? ConsumerRecord.NULL_SIZE : bytes.length;
    }
}

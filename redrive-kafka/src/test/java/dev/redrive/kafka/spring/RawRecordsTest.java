package dev.redrive.kafka.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.kafka.support.KafkaHeaders;

class RawRecordsTest {
    record Order(int id) {}

    private static final RawRecords RAW = new RawRecords(null, null);

    static Object[] objects() {
        UUID id = new UUID(1, 2);
        return new Object[] {"text \u00e4", 7, 7L, (short) 7, 7.5, 7.5f, true, id, ByteBuffer.wrap(new byte[] {1, 2})};
    }

    @ParameterizedTest
    @MethodSource("objects")
    @SuppressWarnings("unchecked")
    void what_kafka_can_serialise_is_written_as_kafka_would(Object object) {
        Class<Object> type = (Class<Object>) (object instanceof ByteBuffer ? ByteBuffer.class : object.getClass());
        byte[] expected = Serdes.serdeFrom(type).serializer().serialize("orders", object);

        ConsumerRecord<byte[], byte[]> raw = RAW.of(new ConsumerRecord<>("orders", 0, 5, object, object));

        assertThat(raw.key()).isEqualTo(expected);
        assertThat(raw.value()).isEqualTo(expected);
        assertThat(raw.headers()).isEmpty();
    }

    @Test
    void any_other_object_is_written_as_text_with_a_note() {
        ConsumerRecord<byte[], byte[]> raw = RAW.of(new ConsumerRecord<>("orders", 0, 5, "key", new Order(7)));

        assertThat(new String(raw.value(), StandardCharsets.UTF_8)).isEqualTo("Order[id=7]");
        assertThat(new String(raw.headers().lastHeader(RawRecords.NOTE).value(), StandardCharsets.UTF_8))
                .contains("the value was written back from", "Order as text");
    }

    @Test
    void the_users_serializer_goes_first_and_may_refuse() {
        Serializer<Object> orders =
                (topic, object) -> ("{" + ((Order) object).id() + "}").getBytes(StandardCharsets.UTF_8);
        RawRecords raw = new RawRecords(orders, orders);

        ConsumerRecord<byte[], byte[]> record = raw.of(new ConsumerRecord<>("orders", 0, 5, "key", new Order(7)));

        assertThat(record.key()).isEqualTo("key".getBytes(StandardCharsets.UTF_8));
        assertThat(record.value()).isEqualTo("{7}".getBytes(StandardCharsets.UTF_8));
        assertThat(record.headers()).isEmpty();
    }

    /** Some deserializers read no bytes as null. */
    @Test
    void a_value_of_no_bytes_stays_one_also_when_it_was_read_as_null() {
        ConsumerRecord<Object, Object> record = new ConsumerRecord<>(
                "orders", 0, 5, 1L, TimestampType.CREATE_TIME, 0, 0, null, null, new RecordHeaders(), Optional.empty());

        ConsumerRecord<byte[], byte[]> raw = RAW.of(record);

        assertThat(raw.key()).isEmpty();
        assertThat(raw.value()).isEmpty();
        assertThat(raw.headers()).isEmpty();
    }

    @Test
    void a_tombstone_stays_one_and_headers_of_the_container_go() {
        ConsumerRecord<Object, Object> record = new ConsumerRecord<>("orders", 0, 5, null, null);
        record.headers().add("trace", new byte[] {1}).add(KafkaHeaders.DELIVERY_ATTEMPT, new byte[] {0, 0, 0, 2});

        ConsumerRecord<byte[], byte[]> raw = RAW.of(record);

        assertThat(raw.key()).isNull();
        assertThat(raw.value()).isNull();
        assertThat(raw.headers()).extracting("key").containsExactly("trace");
    }
}

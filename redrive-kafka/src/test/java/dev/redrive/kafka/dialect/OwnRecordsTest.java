package dev.redrive.kafka.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.kafka.record.Encoding;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Header;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OwnRecordsTest {
    private static final byte[] BINARY = {0, 0, 0, 0, 42, (byte) 0xff, 7};

    @Test
    void the_message_inside_is_the_letter_with_every_byte() {
        FoundRecord found = FoundRecord.in("orders.dlq")
                .value(record(BINARY, null).json())
                .header("trace", new byte[] {(byte) 0xff})
                .header("x-original-topic", "orders")
                .header("x-retry-count", "3")
                .header("x-error-message", "no stock");

        FailedMessage failed = found.failed();
        assertThat(found.translated().dialect()).isEqualTo(Dialect.REDRIVE);
        assertThat(failed.channel()).isEqualTo("orders");
        assertThat(failed.message().payload()).isEqualTo(Payload.of(BINARY));
        assertThat(failed.tags()).containsExactly("schema-id:42");
        assertThat(failed.message().origin())
                .isEqualTo(new Origin(
                        "orders", 2, 9L, Payload.of("k"), Instant.ofEpochMilli(1000), "shop", "order-service"));
        assertThat(failed.message().headers().list())
                .containsExactly(new Header("trace", Payload.of(new byte[] {(byte) 0xff})), Header.of("inside", "yes"));
        assertThat(failed.retriesSoFar()).isEqualTo(3);
        assertThat(found.reported().type()).isEqualTo("a.Broken");
        assertThat(found.reported().message()).isEqualTo("no stock");
        assertThat(found.reported().stackTrace().text()).isEqualTo("a.Broken: no stock");
    }

    @Test
    void a_payload_that_was_cut_says_so() {
        FoundRecord found =
                FoundRecord.in("orders.dlq").value(record(BINARY, 5_000_000L).json());

        assertThat(found.failed().message().payload()).isEqualTo(Payload.of(BINARY));
        assertThat(found.reported().context().text()).contains("\"payloadTruncated\":true", "\"payloadSize\":5000000");
        assertThat(found.failed().message().completeness()).isEqualTo(Completeness.CUT);
    }

    @Test
    void a_foreign_record_that_was_cut_when_it_was_parked_says_so() {
        FoundRecord found = FoundRecord.in("orders.dlq.parked")
                .header("kafka_dlt-original-topic", "orders")
                .header("x-payload-cut", "5000000");

        assertThat(found.translated().dialect()).isEqualTo(Dialect.SPRING);
        assertThat(found.reported().context().text()).contains("\"payloadTruncated\":true", "\"payloadSize\":5000000");
        assertThat(found.failed().message().completeness()).isEqualTo(Completeness.CUT);
    }

    @Test
    void a_letter_comes_back_inside_a_record() {
        FoundRecord found =
                FoundRecord.in("orders.dlq").value(record(BINARY, null).json());

        assertThat(found.record()).isInstanceOf(StreamRecord.Back.class);
        assertThat(((StreamRecord.Back) found.record()).sentAs()).isEqualTo(7);
    }

    @Test
    void a_value_that_only_looks_like_a_record_is_read_by_the_next_dialect() {
        byte[] value = FoundRecord.text("{\"originalTopic\": \"orders\", \"this is\": not json");

        FoundRecord found = FoundRecord.in("a.dlq").value(value).header("x-original-topic", "orders");

        assertThat(found.translated().dialect()).isEqualTo(Dialect.X_HEADERS);
        assertThat(found.failed().message().payload()).isEqualTo(Payload.of(value));
        assertThat(found.reported().context().text()).contains("\"notReadAs\":\"redrive\"");
    }

    private static DlqRecord record(byte[] payload, @Nullable Long cutFrom) {
        return new DlqRecord(
                "id-1",
                "orders",
                2,
                9L,
                "k",
                Base64.getEncoder().encodeToString(payload),
                Map.of(
                        "inside", "yes",
                        "redrive-id", "0190f3a0-0000-7000-8000-000000000001",
                        "redrive-token", "7"),
                Instant.ofEpochMilli(1000),
                Instant.ofEpochMilli(2000),
                "a.Broken",
                "no stock",
                "a.Broken: no stock",
                "shop",
                "order-service",
                3,
                DlqStatus.PENDING,
                Category.UNKNOWN,
                Encoding.TEXT,
                Encoding.BASE64,
                cutFrom != null,
                cutFrom);
    }
}

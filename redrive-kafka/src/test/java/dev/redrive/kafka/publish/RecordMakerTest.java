package dev.redrive.kafka.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.classify.Classifier;
import dev.redrive.kafka.FailedRecords;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.FailedRecord;
import dev.redrive.kafka.record.HeaderText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordMakerTest {
    private static final String[] PARTS = {
        "{\"n\":",
        "\\",
        "\"",
        "\n",
        "\r\t\b\f",
        "\0\u0001\u001f\u007f",
        "plain text ",
        "ü",
        "漢",
        "\uD83D\uDE00",
        "base64:"
    };

    private final Random random = new Random(42);

    @Test
    void what_is_written_from_bytes_is_what_the_record_itself_writes() {
        for (int round = 0; round < 5000; round++) {
            ConsumerRecord<byte[], byte[]> original =
                    FailedRecords.of("orders", round, randomBytes(), randomBytes(), randomHeaders());
            Instant now = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));

            byte[] json = Objects.requireNonNull(maker(now).make(failed(original)).value);

            DlqRecord read = DlqRecord.of(json);
            assertThat(read.json()).isEqualTo(json);
            assertThat(read.keyBytes()).isEqualTo(original.key());
            assertThat(read.payloadBytes()).isEqualTo(original.value());
            assertThat(read.headers()).isEqualTo(HeaderText.of(original.headers()));
            assertThat(read.dlqTimestamp()).isEqualTo(now);
        }
    }

    @Test
    void a_payload_of_which_every_byte_is_escaped_has_room() {
        byte[] payload = new byte[20_000];

        byte[] json = Objects.requireNonNull(maker(Instant.EPOCH)
                .make(failed(FailedRecords.of("orders", 1, null, payload, new RecordHeaders())))
                .value);

        assertThat(json).hasSizeGreaterThan(6 * payload.length);
        assertThat(DlqRecord.of(json).payloadBytes()).isEqualTo(payload);
    }

    private FailedRecord failed(ConsumerRecord<byte[], byte[]> original) {
        return new FailedRecord(
                original, new IllegalStateException(randomText(), new RuntimeException()), randomText());
    }

    private static RecordMaker maker(Instant now) {
        return new RecordMaker(new Classifier(List.of()), topic -> topic + ".dlq", "shop", () -> now);
    }

    private RecordHeaders randomHeaders() {
        RecordHeaders headers = new RecordHeaders();
        for (int i = random.nextInt(4); i > 0; i--) headers.add(randomText(), randomBytes());
        return headers;
    }

    private byte @Nullable [] randomBytes() {
        if (random.nextInt(10) == 0) return null;
        byte[] bytes = randomText().getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 0 && random.nextInt(4) == 0) bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        return bytes;
    }

    private String randomText() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i > 0; i--) text.append(PARTS[random.nextInt(PARTS.length)]);
        return text.toString();
    }
}

package dev.redrive.kafka.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.capture.FailedMessage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GarbageTest {
    private static final List<String> NAMES = List.of(
            "kafka_dlt-original-topic",
            "kafka_dlt-original-partition",
            "kafka_dlt-original-offset",
            "kafka_dlt-original-timestamp",
            "kafka_dlt-original-consumer-group",
            "kafka_dlt-exception-fqcn",
            "kafka_dlt-exception-cause-fqcn",
            "kafka_dlt-exception-message",
            "kafka_dlt-exception-stacktrace",
            "kafka_original-topic",
            "retry_topic-attempts",
            "__connect.errors.topic",
            "__connect.errors.partition",
            "__connect.errors.exception.stacktrace",
            "__connect.errors.connector.name",
            "__streams.errors.exception",
            "__streams.errors.offset",
            "__dlq.errors.message",
            "__dlq.errors.delivery.count",
            "dead-letter-reason",
            "dead-letter-offset",
            "deserialization-failure-data",
            "x-retry-count",
            "x-original-topic",
            "x-error-message",
            "redrive-id",
            "redrive-token",
            "redrive-original-timestamp",
            "");

    @Test
    void whatever_bytes_there_are_a_record_becomes_a_letter_that_the_store_keeps() {
        Random random = new Random(42);
        List<FailedMessage> batch = new ArrayList<>();

        for (int i = 0; i < 20_000; i++) batch.add(garbage(random, i).failed());

        try (Redrive redrive = Redrive.open("memory:")) {
            assertThat(redrive.captureAll(batch)).hasSize(20_000).allMatch(captured -> captured.isNew());
        }
    }

    private static FoundRecord garbage(Random random, int number) {
        FoundRecord found = FoundRecord.in("garbage" + number + ".dlq")
                .key(random.nextInt(4) == 0 ? null : bytes(random))
                .value(value(random))
                .at(random.nextInt(4) == 0 ? random.nextLong() : FoundRecord.TIMESTAMP);
        int headers = random.nextInt(12);
        for (int i = 0; i < headers; i++) found.header(NAMES.get(random.nextInt(NAMES.size())), header(random));
        return found;
    }

    private static byte[] value(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> bytes(random);
            case 1 ->
                ("{\"originalTopic\":\"" + new String(bytes(random), StandardCharsets.UTF_8))
                        .getBytes(StandardCharsets.UTF_8);
            case 2 -> FoundRecord.text("{\"originalTopic\":null,\"retryCount\":\"-1\",\"errorType\":[]}");
            default -> new byte[] {0, (byte) random.nextInt(), 0, 0, (byte) random.nextInt(), 1};
        };
    }

    private static byte[] header(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> FoundRecord.text(String.valueOf(random.nextLong()));
            case 1 -> FoundRecord.text("java.lang.IllegalStateException: a\u0000b\n\tat x.Y.z(Y.java:1)\nCaused by: ");
            case 2 -> new byte[random.nextInt(10)];
            default -> bytes(random);
        };
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(60)];
        random.nextBytes(bytes);
        return bytes;
    }
}

package dev.redrive.kafka.sendback;

import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.Payload;
import java.time.Instant;
import java.util.List;

/** Messages as they were on a topic. */
final class TestLetters {
    static final Instant WRITTEN = Instant.parse("2026-02-28T23:59:59.123Z");

    private TestLetters() {}

    static Message from(String topic, int partition) {
        return Message.of("{\"order\":1}")
                .with(new Origin(topic, partition, 7L, Payload.of("customer-1"), WRITTEN, "billing", null));
    }

    static Headers headers(Header... headers) {
        return new Headers(List.of(headers));
    }
}

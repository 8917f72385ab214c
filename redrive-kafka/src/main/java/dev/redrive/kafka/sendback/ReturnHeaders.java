package dev.redrive.kafka.sendback;

import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Header;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The headers of a record that is sent back: those of the original, without those about its failures, and Redrive's own once.
 * However often a letter goes round, they stay the same.
 */
final class ReturnHeaders {
    /** Counters of retries go, too: with the old count, a consumer would give the record up at once. */
    private static final Set<String> LEFT_OUT = Set.of(
            DlqHeaders.RETRY_COUNT,
            DlqHeaders.ORIGINAL_TOPIC,
            DlqHeaders.ERROR_MESSAGE,
            DlqHeaders.LETTER_ID,
            DlqHeaders.ATTEMPT,
            DlqHeaders.TOKEN,
            DlqHeaders.PARKED_REASON,
            DlqHeaders.RECORD,
            DlqHeaders.VALUE_ENCODING,
            DlqHeaders.PAYLOAD_CUT,
            DlqHeaders.IDEMPOTENCY_KEY,
            DlqHeaders.ORIGINAL_TIMESTAMP,
            "kafka_deliveryAttempt",
            "kafka_conversionFailures");

    private static final List<String> LEFT_OUT_PREFIXES = List.of(
            "kafka_dlt-",
            "kafka_exception",
            "kafka_key-exception",
            "kafka_original-",
            "springDeserializerException",
            "retry_topic-",
            "__connect.errors.",
            "__streams.errors.",
            "__dlq.errors.",
            "dead-letter-");

    private ReturnHeaders() {}

    static Headers of(DeadLetter letter) {
        Headers headers = new RecordHeaders();
        for (Header header : letter.message().headers().list()) {
            if (isLeftOut(header.name())) continue;
            headers.add(header.name(), header.value().bytesOrNull());
        }
        headers.add(DlqHeaders.LETTER_ID, ascii(letter.id().toString()));
        headers.add(DlqHeaders.ATTEMPT, ascii(Integer.toString(letter.retryCount())));
        headers.add(DlqHeaders.TOKEN, ascii(Integer.toString(letter.attempt())));
        headers.add(DlqHeaders.IDEMPOTENCY_KEY, ascii(letter.idempotencyKey()));
        originalTimestamp(letter).ifPresent(time -> headers.add(DlqHeaders.ORIGINAL_TIMESTAMP, ascii(time)));
        return headers;
    }

    private static boolean isLeftOut(String name) {
        return LEFT_OUT.contains(name) || LEFT_OUT_PREFIXES.stream().anyMatch(name::startsWith);
    }

    /** A letter that was sent back before, perhaps by another queue, brings the time of the first record along. */
    private static Optional<String> originalTimestamp(DeadLetter letter) {
        Instant time = letter.message().origin().timestamp();
        return letter.message()
                .headers()
                .text(DlqHeaders.ORIGINAL_TIMESTAMP)
                .filter(text -> text.matches("[0-9]{1,18}"))
                .or(() -> Optional.ofNullable(time).map(known -> Long.toString(known.toEpochMilli())));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}

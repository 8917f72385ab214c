package dev.redrive.kafka.publish;

import dev.redrive.classify.Classifier;
import dev.redrive.classify.ErrorFacts;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.text.CleanText;
import dev.redrive.internal.text.ShortText;
import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.kafka.record.DlqRecord;
import dev.redrive.kafka.record.DlqRecordJson;
import dev.redrive.kafka.record.DlqStatus;
import dev.redrive.kafka.record.Encoding;
import dev.redrive.kafka.record.FailedRecord;
import dev.redrive.kafka.record.HeaderText;
import dev.redrive.kafka.record.RealCause;
import dev.redrive.kafka.record.RetryCount;
import dev.redrive.letter.Category;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.StackTrace;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Makes the record of a dead letter topic out of one that failed. */
final class RecordMaker {
    /** A header is for a glance; the whole message is in the record. */
    private static final int HEADER_MESSAGE = 1024;

    private static final int LONGEST_ID = 256;

    /** Behind the name of a dead letter topic. */
    private static final String RESOLVED = ".resolved";

    private final Classifier classifier;
    private final UnaryOperator<String> topicOf;
    private final @Nullable String sourceService;
    private final InstantSource clock;
    private final LetterIds ids;

    RecordMaker(
            Classifier classifier, UnaryOperator<String> topicOf, @Nullable String sourceService, InstantSource clock) {
        this.classifier = classifier;
        this.topicOf = topicOf;
        this.sourceService = sourceService;
        this.clock = clock;
        this.ids = new LetterIds(clock);
    }

    OutgoingRecord make(FailedRecord failed) {
        ConsumerRecord<byte[], byte[]> original = failed.record();
        DlqRecord record = withoutKeyAndPayload(failed);
        return new OutgoingRecord(
                topicOf.apply(original.topic()),
                original.topic(),
                record.failureCategory(),
                original.key(),
                DlqRecordJson.write(
                        record,
                        record.keyEncoding().text(original.key()),
                        record.payloadEncoding().text(original.value())),
                headers(original.headers(), record));
    }

    /** What became of a record that failed before: nothing is wrong with it any more. Its message is on its topic. */
    OutgoingRecord resolved(ConsumerRecord<?, ?> processed, @Nullable String consumerGroup) {
        DlqRecord record = new DlqRecord(
                id(processed.headers()),
                processed.topic(),
                processed.partition(),
                processed.offset(),
                null,
                null,
                Map.of(),
                processed.timestamp() < 0 ? null : Instant.ofEpochMilli(processed.timestamp()),
                clock.instant(),
                "",
                "",
                null,
                consumerGroup,
                sourceService,
                RetryCount.of(processed.headers()),
                DlqStatus.RESOLVED,
                Category.UNKNOWN,
                Encoding.TEXT,
                Encoding.TEXT,
                false,
                null);
        return new OutgoingRecord(
                topicOf.apply(processed.topic()) + RESOLVED,
                processed.topic(),
                Category.UNKNOWN,
                bytes(record.id()),
                record.json(),
                new RecordHeaders());
    }

    /** Key and payload are written from their bytes; strings of them would be made only to be taken apart again. */
    private DlqRecord withoutKeyAndPayload(FailedRecord failed) {
        ConsumerRecord<byte[], byte[]> original = failed.record();
        Throwable thrown = RealCause.withItsKind(failed.thrown());
        List<ErrorFacts> facts = ErrorFacts.chain(RealCause.of(thrown));
        Category category = classifier.classify(ErrorFacts.chain(thrown)).category();
        int retryCount = RetryCount.of(original.headers());
        return new DlqRecord(
                id(original.headers()),
                original.topic(),
                original.partition() < 0 ? null : original.partition(),
                original.offset() < 0 ? null : original.offset(),
                null,
                null,
                HeaderText.of(original.headers()),
                originalTimestamp(original),
                clock.instant(),
                CleanText.text(facts.get(0).type()),
                ShortText.cut(CleanText.text(message(facts)), Diagnostics.MESSAGE_LIMIT),
                StackTrace.of(thrown).cut().text(),
                failed.consumerGroup(),
                sourceService,
                retryCount,
                retryCount == 0 ? DlqStatus.PENDING : DlqStatus.RETRYING,
                category,
                Encoding.of(original.key()),
                Encoding.of(original.value()),
                false,
                null);
    }

    /** Of an error that says nothing itself, what its cause says. */
    private static String message(List<ErrorFacts> facts) {
        String own = facts.get(0).message();
        if (!own.isBlank()) return own;
        return facts.stream()
                .filter(each -> !each.message().isBlank())
                .map(each -> each.type() + ": " + each.message())
                .findFirst()
                .orElse("");
    }

    /** A record that was sent back keeps the id under which it was sent. */
    private String id(Headers headers) {
        String known = HeaderText.last(headers, DlqHeaders.IDEMPOTENCY_KEY);
        return known == null || known.isBlank() || known.length() > LONGEST_ID
                ? ids.next().toString()
                : known;
    }

    private static @Nullable Instant originalTimestamp(ConsumerRecord<byte[], byte[]> original) {
        String known = HeaderText.last(original.headers(), DlqHeaders.ORIGINAL_TIMESTAMP);
        try {
            if (known != null) return Instant.ofEpochMilli(Long.parseLong(known));
        } catch (NumberFormatException | DateTimeException notOurs) {
            return ownTimestamp(original);
        }
        return ownTimestamp(original);
    }

    private static @Nullable Instant ownTimestamp(ConsumerRecord<byte[], byte[]> original) {
        return original.timestamp() < 0 ? null : Instant.ofEpochMilli(original.timestamp());
    }

    /** The original ones, byte for byte and in their order; Redrive's own are replaced, so that they do not add up. */
    private static Headers headers(Headers original, DlqRecord record) {
        Headers headers = new RecordHeaders();
        for (Header header : original) if (!DlqHeaders.OF_DEAD_LETTERS.contains(header.key())) headers.add(header);
        headers.add(DlqHeaders.RETRY_COUNT, bytes(Integer.toString(record.retryCount())));
        headers.add(DlqHeaders.ORIGINAL_TOPIC, bytes(record.originalTopic()));
        headers.add(DlqHeaders.ERROR_MESSAGE, bytes(ShortText.cut(record.errorMessage(), HEADER_MESSAGE)));
        return headers;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

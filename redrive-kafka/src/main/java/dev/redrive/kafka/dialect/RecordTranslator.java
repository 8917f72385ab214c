package dev.redrive.kafka.dialect;

import dev.redrive.capture.FailedMessage;
import dev.redrive.capture.StreamRecord;
import dev.redrive.internal.text.CleanText;
import dev.redrive.internal.text.Sha256;
import dev.redrive.json.Json;
import dev.redrive.kafka.record.DlqHeaders;
import dev.redrive.kafka.record.ParkedFrom;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Receipt;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Translates one record of a dead letter topic, in whatever dialect, to a record for the store. */
final class RecordTranslator {
    private static final Map<Dialect, DialectReader> READERS = new EnumMap<>(Map.of(
            Dialect.REDRIVE, new OwnRecords(),
            Dialect.SPRING, new SpringHeaders(),
            Dialect.CONNECT, new ConnectHeaders(),
            Dialect.STREAMS, new StreamsHeaders(),
            Dialect.SHARE_GROUP, new ShareGroupHeaders(),
            Dialect.SMALLRYE, new SmallRyeHeaders(),
            Dialect.X_HEADERS, new PlainHeaders(),
            Dialect.JSON, new JsonDocuments(),
            Dialect.BARE, new BareRecords()));
    private static final String NO_REASON = "NoReasonGiven";
    /** A magic byte of zero and four bytes of schema id stand before what a schema registry encoded. */
    private static final int SCHEMA_PREFIX = 5;

    private final ConsumerRecord<byte[], byte[]> found;
    private final HeaderReader headers;

    RecordTranslator(ConsumerRecord<byte[], byte[]> found) {
        this.found = found;
        this.headers = new HeaderReader(found.headers());
    }

    /** Empty when nothing failed. */
    Optional<TranslatedRecord> translated() {
        FailureFields fields = fields();
        if (fields.resolved) return Optional.empty();
        Long retries = headers.number(DlqHeaders.RETRY_COUNT);
        if (retries != null) fields.retries(retries);
        Long sentAt = HeaderReader.digits(fields.sentBack(DlqHeaders.ORIGINAL_TIMESTAMP, headers));
        if (sentAt != null) fields.timestamp(sentAt);
        if (headers.has(DlqHeaders.PAYLOAD_CUT)) fields.cut(headers.number(DlqHeaders.PAYLOAD_CUT));
        return Optional.of(new TranslatedRecord(streamRecord(fields, failed(fields)), fields.dialect));
    }

    private FailureFields fields() {
        List<Header> messageHeaders = messageHeaders();
        String broken = null;
        for (Map.Entry<Dialect, DialectReader> each : READERS.entrySet()) {
            if (!each.getValue().recognises(headers, found)) continue;
            FailureFields fields = new FailureFields(each.getKey(), found, messageHeaders);
            fields.note("notReadAs", broken);
            try {
                each.getValue().read(headers, found, fields);
                return fields;
            } catch (RuntimeException e) {
                broken = each.getKey().label();
            }
        }
        throw new IllegalStateException("the dialect BARE recognises every record");
    }

    private List<Header> messageHeaders() {
        List<Header> messageHeaders = new ArrayList<>();
        for (org.apache.kafka.common.header.Header header : found.headers()) {
            if (!ExceptionHeaders.contains(header.key()))
                messageHeaders.add(new Header(header.key(), Payload.of(header.value())));
        }
        return messageHeaders;
    }

    private StreamRecord streamRecord(FailureFields fields, FailedMessage failed) {
        LetterId id = letterId(fields.sentBack(DlqHeaders.LETTER_ID, headers));
        Long token = HeaderReader.digits(fields.sentBack(DlqHeaders.TOKEN, headers));
        if (id == null || token == null || token > Integer.MAX_VALUE) return notSentByUs(fields, failed);
        Origin origin = failed.message().origin();
        return new StreamRecord.Back(id, token.intValue(), receipt -> isOf(receipt, origin), failed, handling());
    }

    private StreamRecord notSentByUs(FailureFields fields, FailedMessage failed) {
        boolean hasEarlierRecord = fields.dialect == Dialect.REDRIVE && (fields.retries > 0 || isParked());
        return hasEarlierRecord && fields.eventId != null
                ? new StreamRecord.Again(fields.eventId, recordName(), failed, handling())
                : new StreamRecord.Fresh(failed, handling());
    }

    private StreamRecord.Handling handling() {
        return isParked() ? StreamRecord.Handling.PARKED : StreamRecord.Handling.AS_PLANNED;
    }

    private boolean isParked() {
        return DeadLetterNames.isParkedTopic(found.topic()) || headers.has(DlqHeaders.PARKED_REASON);
    }

    /** What was parked is the same letter as the record it came from. */
    private String recordName() {
        String from = isParked() ? headers.text(DlqHeaders.PARKED_FROM) : null;
        return from == null ? ParkedFrom.of(found) : from;
    }

    /** Records of one message that a retry service sent back are one letter; any other record is one by itself. */
    private String key(FailureFields fields) {
        if (fields.dialect != Dialect.REDRIVE || fields.eventId == null) return recordName();
        byte[] payload = fields.payload == null ? new byte[0] : fields.payload;
        return fields.eventId + "/" + fields.timestamp + "/" + Sha256.hex(payload);
    }

    private static boolean isOf(String text, Origin origin) {
        return Receipt.of(text)
                .filter(receipt -> receipt.topic().equals(origin.topic()))
                .filter(receipt -> origin.partition() == null || origin.partition() == receipt.partition())
                .filter(receipt -> origin.offset() == null || origin.offset() == receipt.offset())
                .isPresent();
    }

    private static @Nullable LetterId letterId(@Nullable String text) {
        if (text == null) return null;
        try {
            return LetterId.of(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private FailedMessage failed(FailureFields fields) {
        String channel = Objects.requireNonNullElseGet(
                fields.topic, () -> DeadLetterNames.source(found.topic()).orElse(found.topic()));
        Origin origin = new Origin(
                channel,
                fields.partition,
                fields.offset,
                fields.key == null ? null : Payload.of(fields.key),
                fields.timestamp,
                fields.group,
                fields.service);
        Message message = Message.of(Payload.of(fields.payload))
                .with(new Headers(fields.headers))
                .with(event(fields))
                .with(origin)
                .with(new SenderDetails(Json.EMPTY_OBJECT, fields.systemState, fields.dlqRetries))
                .with(fields.cut ? Completeness.CUT : Completeness.WHOLE);
        return new FailedMessage(
                channel,
                message,
                failure(fields),
                fields.retries,
                fields.priority,
                tags(fields),
                key(fields),
                fields.failedAt == null ? FailureFields.time(found.timestamp()) : fields.failedAt,
                fields.maxRetries,
                List.of());
    }

    private static OriginalEvent event(FailureFields fields) {
        return fields.eventId == null
                ? OriginalEvent.unknown()
                : OriginalEvent.unknown().withId(fields.eventId);
    }

    private FailedMessage.ReportedError failure(FailureFields fields) {
        String type = fields.type == null || fields.type.isBlank() ? NO_REASON : fields.type;
        String message = fields.message == null || fields.message.isBlank() ? noMessage(fields) : fields.message;
        StackTrace trace = fields.stackTrace == null ? StackTrace.none() : StackTrace.ofText(fields.stackTrace);
        return new FailedMessage.ReportedError(type, null, message, trace, context(fields), fields.category);
    }

    private String noMessage(FailureFields fields) {
        return fields.type == null
                ? "the record was found in " + found.topic() + " and says nothing of why it failed"
                : "no message";
    }

    private Json context(FailureFields fields) {
        Map<String, @Nullable Object> context = new LinkedHashMap<>();
        context.put("dialect", fields.dialect.label());
        context.put("deadLetterTopic", found.topic());
        context.put("deadLetterPartition", found.partition());
        context.put("deadLetterOffset", found.offset());
        context.putAll(fields.notes);
        String parked = headers.text(DlqHeaders.PARKED_REASON);
        if (parked != null) context.put("parkedReason", CleanText.text(parked));
        return Json.object(context);
    }

    private static List<String> tags(FailureFields fields) {
        List<String> tags = new ArrayList<>(fields.tags);
        byte[] payload = fields.payload;
        if (payload == null) {
            if (!fields.cut) tags.add("tombstone");
        } else if (payload.length > SCHEMA_PREFIX && payload[0] == 0) {
            int schema = ByteBuffer.wrap(payload, 1, Integer.BYTES).getInt();
            if (schema > 0) tags.add("schema-id:" + schema);
        }
        return tags;
    }
}

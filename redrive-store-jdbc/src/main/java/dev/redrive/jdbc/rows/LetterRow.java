package dev.redrive.jdbc.rows;

import dev.redrive.jdbc.counters.CounterKey;
import dev.redrive.jdbc.sql.ColumnCodec;
import dev.redrive.jdbc.sql.ColumnSink;
import dev.redrive.jdbc.sql.Columns;
import dev.redrive.json.Json;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Retryability;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.StackTrace;
import dev.redrive.letter.SystemState;
import dev.redrive.store.captures.NewLetter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@code dlq_letter} with its newest failure, and the columns in which a new letter is written.
 *
 * @param lastFailure without its trace
 */
public record LetterRow(
        UUID id,
        String channel,
        Message message,
        Failure failure,
        @Nullable UUID traceId,
        List<String> traceMessages,
        UUID cause,
        Failure lastFailure,
        UUID lastCause,
        Priority priority,
        List<String> tags,
        boolean ordered,
        @Nullable UUID captureKey,
        Instant firstFailedAt,
        int version) {

    public static final int COLUMNS = 45;

    /** The newest failure of the letter {@code l}. */
    public static final String JOINS = """

            LEFT JOIN dlq_last_failure f ON f.id = l.id
            LEFT JOIN dlq_attempt n ON n.id = l.id AND n.token = (
                SELECT MAX(m.token) FROM dlq_attempt m WHERE m.id = l.id AND m.error_type IS NOT NULL AND m.token > 0)
            """;

    private static final Category[] CATEGORIES = Category.values();
    private static final Retryability[] RETRYABILITIES = Retryability.values();
    private static final Completeness[] COMPLETENESSES = Completeness.values();
    private static final Priority[] PRIORITIES = Priority.values();

    /** A letter that nobody edited, or of which these are the versions that were made elsewhere. */
    public static LetterRow of(NewLetter letter, StoredTrace trace, int version) {
        UUID cause = letter.fingerprint().id().value();
        return new LetterRow(
                letter.id().value(),
                letter.channel(),
                letter.message(),
                letter.failure(),
                trace.id(),
                trace.messages(),
                cause,
                letter.failure(),
                cause,
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                letter.key() == null ? null : letter.key().value(),
                letter.firstFailedAt(),
                version);
    }

    public static void write(PreparedLetter prepared, ColumnSink out) throws SQLException {
        of(prepared.letter(), prepared.trace(), 0).write(prepared.payload(), prepared.attributes(), out);
    }

    /** All columns, in the order of {@code CaptureTables}. */
    public void write(ColumnCodec.Packed payload, List<AttributeRow> attributes, ColumnSink out) throws SQLException {
        OriginalEvent event = message.event();
        Origin origin = message.origin();
        out.id(id);
        out.text(channel);
        out.text(event.id() == null ? id.toString() : event.id());
        out.text(message.subscriberId());
        out.text(event.pattern());
        out.text(event.version());
        out.text(event.source().type());
        out.text(event.source().id());
        out.text(event.source().name());
        out.int8(millis(event.timestamp()));
        out.text(json(event.metadata()));
        out.bytes(payload.bytes);
        out.int2(payload.form);
        out.int4(payload.size);
        out.bytes(ColumnCodec.headers(message.headers()));
        out.text(origin.topic());
        out.int4(origin.partition());
        out.int8(origin.offset());
        out.bytes(origin.key() == null ? null : origin.key().bytes());
        out.int8(millis(origin.timestamp()));
        out.text(origin.consumerGroupId());
        out.text(origin.sourceService());
        out.text(failure.type());
        out.text(failure.code());
        out.text(failure.message());
        out.id(traceId);
        out.bytes(ColumnCodec.texts(traceMessages));
        out.text(json(failure.context()));
        out.int2(failure.category().ordinal());
        out.int2(failure.retryability().ordinal());
        out.id(cause);
        out.int2(priority.ordinal());
        out.text(ColumnCodec.tags(tags));
        out.int2(ordered ? 1 : 0);
        out.id(captureKey);
        out.int8(firstFailedAt.toEpochMilli());
        out.int4(version);
        out.int2(message.completeness().ordinal());
        out.text(event.instanceId());
        out.text(json(message.additional().members()));
        SystemState system = message.additional().systemState();
        out.int2OrNull(system == null ? null : percent(system.cpuUsage()));
        out.int2OrNull(system == null ? null : percent(system.memoryUsage()));
        int before = message.additional().dlqRetries();
        out.int4(before == 0 ? null : before);
        out.bytes(sealed(message));
        out.bytes(AttributeRow.pack(attributes));
    }

    /**
     * All columns but the attributes in the order in which they are written, then those of the newest failure: {@code last_cause_id},
     * {@code last_error_type}, {@code last_error_code}, {@code last_error_message}, {@code last_error_context},
     * {@code last_category}, {@code last_retryability}. By position, because every claim reads them.
     */
    public static LetterRow read(Columns in) throws SQLException {
        UUID id = in.id();
        String channel = in.text();
        String eventId = in.text();
        String subscriber = in.textOrNull();
        OriginalEvent event = new OriginalEvent(
                eventId.equals(id.toString()) ? null : eventId,
                null,
                in.textOrNull(),
                in.textOrNull(),
                new OriginalEvent.Sender(in.textOrNull(), in.textOrNull(), in.textOrNull()),
                in.timeOrNull(),
                json(in.textOrNull()));
        Payload payload = ColumnCodec.unpack(in.bytesOrNull(), in.number(), in.number());
        Message message = new Message(
                payload,
                ColumnCodec.headers(in.bytesOrNull()),
                event,
                new Origin(
                        in.textOrNull(),
                        in.numberOrNull(),
                        in.bigOrNull(),
                        key(in.bytesOrNull()),
                        in.timeOrNull(),
                        in.textOrNull(),
                        in.textOrNull()),
                subscriber,
                SenderDetails.none(),
                Completeness.WHOLE);
        String type = in.text();
        String code = in.textOrNull();
        String text = in.text();
        UUID traceId = in.idOrNull();
        List<String> traceMessages = ColumnCodec.texts(in.bytesOrNull());
        Failure failure = new Failure(
                type,
                code,
                text,
                StackTrace.none(),
                json(in.textOrNull()),
                CATEGORIES[in.number()],
                RETRYABILITIES[in.number()]);
        UUID cause = in.id();
        Priority priority = PRIORITIES[in.number()];
        List<String> tags = ColumnCodec.tags(in.textOrNull());
        boolean ordered = in.number() == 1;
        UUID captureKey = in.idOrNull();
        Instant firstFailedAt = in.time();
        int version = in.number();
        Message whole = withRest(message.with(COMPLETENESSES[in.number()]), in);
        UUID lastCause = Objects.requireNonNullElse(in.idOrNull(), cause);
        return new LetterRow(
                id,
                channel,
                whole,
                failure,
                traceId,
                traceMessages,
                cause,
                lastFailure(in, failure),
                lastCause,
                priority,
                tags,
                ordered,
                captureKey,
                firstFailedAt,
                version);
    }

    public static byte @Nullable [] sealed(Message message) {
        return message.sealed().isEmpty() ? null : message.sealed().bytes();
    }

    private static Sealed sealed(byte @Nullable [] bytes) {
        return bytes == null ? Sealed.nothing() : Sealed.of(bytes);
    }

    private static Message withRest(Message message, Columns in) throws SQLException {
        String instanceId = in.textOrNull();
        Json members = json(in.textOrNull());
        Integer cpu = in.numberOrNull();
        Integer memory = in.numberOrNull();
        int dlqRetries = Objects.requireNonNullElse(in.numberOrNull(), 0);
        SystemState system = cpu == null || memory == null ? null : new SystemState(cpu / 100.0, memory / 100.0);
        return message.with(message.event().withInstanceId(instanceId))
                .with(new SenderDetails(members, system, dlqRetries))
                .with(sealed(in.bytesOrNull()));
    }

    private static int percent(double share) {
        return (int) Math.round(share * 100);
    }

    /** The last of the selected columns; they are null when no attempt failed. */
    private static Failure lastFailure(Columns in, Failure first) throws SQLException {
        String type = in.textOrNull();
        String code = in.textOrNull();
        String message = in.textOrNull();
        Json context = json(in.textOrNull());
        int category = in.number();
        int retryability = in.number();
        if (type == null || message == null) return first;
        return new Failure(
                type, code, message, StackTrace.none(), context, CATEGORIES[category], RETRYABILITIES[retryability]);
    }

    public LetterRow failingWith(Failure newest, UUID newestCause) {
        return new LetterRow(
                id,
                channel,
                message,
                failure,
                traceId,
                traceMessages,
                cause,
                newest,
                newestCause,
                priority,
                tags,
                ordered,
                captureKey,
                firstFailedAt,
                version);
    }

    /** True when its newest failure differs from the one that it was captured for. */
    public boolean failsOtherwise() {
        return !lastCause.equals(cause) || !lastFailure.type().equals(failure.type());
    }

    public CounterKey kind() {
        return CounterKey.of(channel, failure, cause).failingWith(lastCause);
    }

    public static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli();
    }

    static @Nullable String json(Json json) {
        return json.equals(Json.EMPTY_OBJECT) ? null : json.text();
    }

    static Json json(@Nullable String text) {
        return text == null ? Json.EMPTY_OBJECT : Json.of(text);
    }

    private static @Nullable Payload key(byte @Nullable [] bytes) {
        return bytes == null ? null : Payload.of(bytes);
    }
}

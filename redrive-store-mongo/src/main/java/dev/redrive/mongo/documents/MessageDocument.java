package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.bigOrNull;
import static dev.redrive.mongo.database.Fields.bytesOrNull;
import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.idOrNull;
import static dev.redrive.mongo.database.Fields.isTrue;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.numberOrNull;
import static dev.redrive.mongo.database.Fields.partOrNull;
import static dev.redrive.mongo.database.Fields.parts;
import static dev.redrive.mongo.database.Fields.putIfPresent;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.timeOrNull;

import dev.redrive.letter.Completeness;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.SystemState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * The message of a letter in its document. A payload that is text is a string, which people can read, and any other is binary; one
 * that is large is in parts.
 */
public final class MessageDocument {
    /** What more bytes have is in parts, so that no document comes near the 16 MB that one may have. */
    public static final int LARGEST_INLINE = 2 * 1024 * 1024;

    private static final String PAYLOAD = "originalMessage";
    private static final String PAYLOAD_PART = "originalMessagePart";
    private static final String HEADERS = "headers";
    private static final String EVENT = "event";
    private static final String ORIGIN = "origin";
    private static final String SUBSCRIBER = "subscriberId";
    private static final String ADDITIONAL = "additional";
    private static final String SEALED = "sealed";
    private static final String SEALED_PART = "sealedPart";
    static final List<String> PART_FIELDS = List.of(PAYLOAD_PART, SEALED_PART);

    /** What only whole letters need. */
    static final List<String> LARGE_FIELDS = List.of(PAYLOAD, HEADERS, SEALED, ADDITIONAL);

    static final List<String> ALL_FIELDS = List.of(
            "messageId",
            PAYLOAD,
            PAYLOAD_PART,
            LetterFields.PAYLOAD_SIZE,
            HEADERS,
            EVENT,
            ORIGIN,
            LetterFields.MESSAGE_KEY,
            SUBSCRIBER,
            ADDITIONAL,
            LetterFields.COMPLETENESS,
            SEALED,
            SEALED_PART);

    private MessageDocument() {}

    /** All fields of a message but those in the metadata. */
    static Document of(LetterId id, Message message, Parts.Writing parts) {
        String given = message.event().id();
        Document document = new Document("messageId", given == null ? id.toString() : given);
        putPayload(document, id.value(), message.payload(), parts);
        if (!message.headers().list().isEmpty()) document.append(HEADERS, headers(message.headers()));
        document.append(EVENT, event(message.event()));
        document.append(ORIGIN, origin(message.origin()));
        Payload key = message.origin().key();
        putIfPresent(document, LetterFields.MESSAGE_KEY, key == null ? null : new Binary(key.bytes()));
        putIfPresent(document, SUBSCRIBER, message.subscriberId());
        SenderDetails more = message.additional();
        document.append(
                ADDITIONAL, new Document("members", more.members().text()).append("dlqRetries", more.dlqRetries()));
        document.append(LetterFields.COMPLETENESS, message.completeness().name());
        putSealed(document, id.value(), message.sealed(), parts);
        return document;
    }

    /** Replaces the message of a letter. */
    public static void set(Change change, LetterId id, Message message, Parts.Writing parts) {
        Document after = of(id, message, parts);
        for (String field : ALL_FIELDS) change.set(field, after.get(field));
    }

    private static void putPayload(Document document, UUID letter, Payload payload, Parts.Writing parts) {
        document.append(LetterFields.PAYLOAD_SIZE, payload.size());
        if (payload.size() > LARGEST_INLINE) document.append(PAYLOAD_PART, parts.write(letter, payload.bytes()));
        else putIfPresent(document, PAYLOAD, inline(payload));
    }

    private static void putSealed(Document document, UUID letter, Sealed sealed, Parts.Writing parts) {
        if (sealed.isEmpty()) return;
        byte[] bytes = sealed.bytes();
        if (bytes.length > LARGEST_INLINE) document.append(SEALED_PART, parts.write(letter, bytes));
        else document.append(SEALED, new Binary(bytes));
    }

    static @Nullable Object inline(Payload payload) {
        if (payload.isAbsent()) return null;
        return payload.isText() ? payload.text() : new Binary(payload.bytes());
    }

    static Payload inline(Document from, String field) {
        Object value = from.get(field);
        return value instanceof String text ? Payload.of(text) : Payload.of(bytesOrNull(from, field));
    }

    static List<Document> headers(Headers headers) {
        List<Document> list = new ArrayList<>(headers.list().size());
        for (Header header : headers.list()) {
            Document one = new Document("name", header.name());
            putIfPresent(one, "value", inline(header.value()));
            list.add(one);
        }
        return list;
    }

    static Headers headers(Document from) {
        List<Document> list = parts(from, HEADERS);
        if (list.isEmpty()) return Headers.none();
        return new Headers(list.stream()
                .map(one -> new Header(text(one, "name"), inline(one, "value")))
                .toList());
    }

    private static Document event(OriginalEvent event) {
        Document document = new Document();
        if (event.id() != null) document.append("hasId", true);
        putIfPresent(document, "instanceId", event.instanceId());
        putIfPresent(document, "pattern", event.pattern());
        putIfPresent(document, "version", event.version());
        putIfPresent(document, "sourceType", event.source().type());
        putIfPresent(document, "sourceId", event.source().id());
        putIfPresent(document, "sourceName", event.source().name());
        putIfPresent(document, "timestamp", date(event.timestamp()));
        putIfPresent(document, "metadata", FailureDocument.json(event.metadata()));
        return document;
    }

    private static Document origin(Origin origin) {
        Document document = new Document();
        putIfPresent(document, "topic", origin.topic());
        putIfPresent(document, "partition", origin.partition());
        putIfPresent(document, "offset", origin.offset());
        putIfPresent(document, "timestamp", date(origin.timestamp()));
        putIfPresent(document, "consumerGroupId", origin.consumerGroupId());
        return document;
    }

    /** The metadata: what a message, its priority and its tags have there. */
    static Document metadata(Message message, int priority, List<String> tags) {
        Document document = new Document();
        putIfPresent(document, "source", message.origin().sourceService());
        document.append("priority", priority).append("tags", tags);
        SystemState state = message.additional().systemState();
        if (state != null)
            document.append(
                    "systemState",
                    new Document("cpuUsage", state.cpuUsage()).append("memoryUsage", state.memoryUsage()));
        return document;
    }

    private static Document orEmpty(Document in, String field) {
        Document found = partOrNull(in, field);
        return found == null ? new Document() : found;
    }

    static Message read(Document letter, Parts parts) {
        Document metadata = orEmpty(letter, LetterFields.METADATA);
        return new Message(
                payload(letter, parts),
                headers(letter),
                event(letter),
                origin(letter, metadata),
                letter.getString(SUBSCRIBER),
                additional(letter, metadata),
                completeness(letter),
                sealed(letter, parts));
    }

    static Payload payload(Document letter, Parts parts) {
        UUID part = idOrNull(letter, PAYLOAD_PART);
        return part == null ? inline(letter, PAYLOAD) : Payload.of(parts.read(part));
    }

    /** The parts that hold what is too large for the document itself. */
    public static List<UUID> partsOf(Document letter) {
        return PART_FIELDS.stream()
                .map(field -> idOrNull(letter, field))
                .filter(Objects::nonNull)
                .toList();
    }

    /** True for a payload that has to be read apart. */
    public static boolean isLarge(Document letter) {
        return letter.containsKey(PAYLOAD_PART);
    }

    static Completeness completeness(Document letter) {
        return Completeness.valueOf(text(letter, LetterFields.COMPLETENESS));
    }

    private static Sealed sealed(Document letter, Parts parts) {
        UUID part = idOrNull(letter, SEALED_PART);
        if (part != null) return Sealed.of(parts.read(part));
        byte[] bytes = bytesOrNull(letter, SEALED);
        return bytes == null ? Sealed.nothing() : Sealed.of(bytes);
    }

    static @Nullable Payload key(Document letter) {
        byte[] key = bytesOrNull(letter, LetterFields.MESSAGE_KEY);
        return key == null ? null : Payload.of(key);
    }

    static @Nullable String pattern(Document letter) {
        return orEmpty(letter, EVENT).getString("pattern");
    }

    static @Nullable String instanceId(Document letter) {
        return orEmpty(letter, EVENT).getString("instanceId");
    }

    static @Nullable String subscriber(Document letter) {
        return letter.getString(SUBSCRIBER);
    }

    private static OriginalEvent event(Document letter) {
        Document event = orEmpty(letter, EVENT);
        return new OriginalEvent(
                isTrue(event, "hasId") ? text(letter, "messageId") : null,
                event.getString("instanceId"),
                event.getString("pattern"),
                event.getString("version"),
                new OriginalEvent.Sender(
                        event.getString("sourceType"), event.getString("sourceId"), event.getString("sourceName")),
                timeOrNull(event, "timestamp"),
                FailureDocument.json(event.getString("metadata")));
    }

    private static Origin origin(Document letter, Document metadata) {
        Document origin = orEmpty(letter, ORIGIN);
        return new Origin(
                origin.getString("topic"),
                numberOrNull(origin, "partition"),
                bigOrNull(origin, "offset"),
                key(letter),
                timeOrNull(origin, "timestamp"),
                origin.getString("consumerGroupId"),
                metadata.getString("source"));
    }

    private static SenderDetails additional(Document letter, Document metadata) {
        Document state = partOrNull(metadata, "systemState");
        Document more = orEmpty(letter, ADDITIONAL);
        return new SenderDetails(
                FailureDocument.json(more.getString("members")),
                state == null ? null : new SystemState(state.getDouble("cpuUsage"), state.getDouble("memoryUsage")),
                number(more, "dlqRetries"));
    }
}

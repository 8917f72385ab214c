package dev.redrive.internal.journal;

import dev.redrive.cause.Fingerprint;
import dev.redrive.internal.cause.Fingerprints;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
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
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.NewLetter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes a new letter as bytes for the local journal, and reads it back. */
final class LetterCodec {
    private static final int FORMAT = 2;

    private LetterCodec() {}

    static byte[] encode(NewLetter letter) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(FORMAT);
        uuid(out, letter.id().value());
        text(out, letter.channel());
        message(out, letter.message());
        failure(out, letter.failure());
        out.writeByte(letter.priority().ordinal());
        out.writeInt(letter.tags().size());
        for (String tag : letter.tags()) text(out, tag);
        out.writeBoolean(letter.ordered());
        out.writeBoolean(letter.key() != null);
        if (letter.key() != null) uuid(out, letter.key().value());
        out.writeLong(letter.firstFailedAt().toEpochMilli());
        out.writeByte(letter.start().status().ordinal());
        out.writeInt(letter.start().retryCount());
        out.writeInt(letter.start().maxRetries());
        time(out, letter.start().dueAt());
        out.writeInt(letter.history().size());
        for (Attempt attempt : letter.history()) attempt(out, attempt);
        return bytes.toByteArray();
    }

    static NewLetter decode(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int format = in.readByte();
        if (format != FORMAT)
            throw new IOException("the journal has format " + format + ", this program reads " + FORMAT);
        LetterId id = new LetterId(uuid(in));
        String channel = text(in);
        Message message = message(in);
        Failure failure = failure(in);
        Priority priority = Priority.values()[in.readByte()];
        List<String> tags = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) tags.add(text(in));
        boolean ordered = in.readBoolean();
        CaptureKey key = in.readBoolean() ? new CaptureKey(uuid(in)) : null;
        Instant firstFailed = Instant.ofEpochMilli(in.readLong());
        NewLetter.Start start =
                new NewLetter.Start(LetterStatus.values()[in.readByte()], in.readInt(), in.readInt(), timeOrNull(in));
        List<Attempt> history = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) history.add(attempt(in));
        Fingerprint fingerprint =
                Fingerprints.of(failure.type(), failure.code(), failure.message(), failure.stackTrace());
        return new NewLetter(
                id, channel, message, failure, fingerprint, priority, tags, ordered, key, firstFailed, start, history);
    }

    private static void message(DataOutputStream out, Message message) throws IOException {
        bytes(out, message.payload().bytesOrNull());
        out.writeInt(message.headers().list().size());
        for (Header header : message.headers().list()) {
            text(out, header.name());
            bytes(out, header.value().bytesOrNull());
        }
        OriginalEvent event = message.event();
        text(out, event.id());
        text(out, event.instanceId());
        text(out, event.pattern());
        text(out, event.version());
        text(out, event.source().type());
        text(out, event.source().id());
        text(out, event.source().name());
        time(out, event.timestamp());
        text(out, event.metadata().text());
        Origin origin = message.origin();
        text(out, origin.topic());
        number(out, origin.partition() == null ? null : origin.partition().longValue());
        number(out, origin.offset());
        bytes(out, origin.key() == null ? null : origin.key().bytes());
        time(out, origin.timestamp());
        text(out, origin.consumerGroupId());
        text(out, origin.sourceService());
        text(out, message.subscriberId());
        additional(out, message.additional());
        out.writeByte(message.completeness().ordinal());
        bytes(out, message.sealed().bytes());
    }

    private static Message message(DataInputStream in) throws IOException {
        Payload payload = Payload.of(bytes(in));
        List<Header> headers = new ArrayList<>();
        for (int i = in.readInt(); i > 0; i--) headers.add(new Header(text(in), Payload.of(bytes(in))));
        OriginalEvent event = new OriginalEvent(
                textOrNull(in),
                textOrNull(in),
                textOrNull(in),
                textOrNull(in),
                new OriginalEvent.Sender(textOrNull(in), textOrNull(in), textOrNull(in)),
                timeOrNull(in),
                Json.of(text(in)));
        String topic = textOrNull(in);
        Long partition = numberOrNull(in);
        Long offset = numberOrNull(in);
        byte[] key = bytes(in);
        Origin origin = new Origin(
                topic,
                partition == null ? null : Math.toIntExact(partition),
                offset,
                key == null ? null : Payload.of(key),
                timeOrNull(in),
                textOrNull(in),
                textOrNull(in));
        return new Message(
                payload,
                new Headers(headers),
                event,
                origin,
                textOrNull(in),
                additional(in),
                Completeness.values()[in.readByte()],
                Sealed.of(Objects.requireNonNull(bytes(in))));
    }

    private static void additional(DataOutputStream out, SenderDetails additional) throws IOException {
        text(out, additional.members().text());
        out.writeInt(additional.dlqRetries());
        SystemState state = additional.systemState();
        out.writeBoolean(state != null);
        if (state == null) return;
        out.writeDouble(state.cpuUsage());
        out.writeDouble(state.memoryUsage());
    }

    private static SenderDetails additional(DataInputStream in) throws IOException {
        Json members = Json.of(text(in));
        int dlqRetries = in.readInt();
        SystemState state = in.readBoolean() ? new SystemState(in.readDouble(), in.readDouble()) : null;
        return new SenderDetails(members, state, dlqRetries);
    }

    private static void attempt(DataOutputStream out, Attempt attempt) throws IOException {
        out.writeInt(attempt.token());
        out.writeLong(attempt.startedAt().toEpochMilli());
        out.writeLong(attempt.took().toMillis());
        text(out, attempt.worker());
        text(out, attempt.strategy());
        out.writeByte(attempt.result().ordinal());
        Failure failure = attempt.failure();
        out.writeBoolean(failure != null);
        if (failure != null) failure(out, failure);
    }

    private static Attempt attempt(DataInputStream in) throws IOException {
        return new Attempt(
                in.readInt(),
                Instant.ofEpochMilli(in.readLong()),
                Duration.ofMillis(in.readLong()),
                text(in),
                text(in),
                Attempt.Result.values()[in.readByte()],
                in.readBoolean() ? failure(in) : null);
    }

    private static void failure(DataOutputStream out, Failure failure) throws IOException {
        text(out, failure.type());
        text(out, failure.code());
        text(out, failure.message());
        text(out, failure.stackTrace().text());
        text(out, failure.context().text());
        out.writeByte(failure.category().ordinal());
        out.writeByte(failure.retryability().ordinal());
    }

    private static Failure failure(DataInputStream in) throws IOException {
        return new Failure(
                text(in),
                textOrNull(in),
                text(in),
                StackTrace.ofText(text(in)),
                Json.of(text(in)),
                Category.values()[in.readByte()],
                Retryability.values()[in.readByte()]);
    }

    private static void uuid(DataOutputStream out, UUID id) throws IOException {
        out.writeLong(id.getMostSignificantBits());
        out.writeLong(id.getLeastSignificantBits());
    }

    private static UUID uuid(DataInputStream in) throws IOException {
        return new UUID(in.readLong(), in.readLong());
    }

    private static void text(DataOutputStream out, @Nullable String text) throws IOException {
        bytes(out, text == null ? null : text.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable String textOrNull(DataInputStream in) throws IOException {
        byte[] bytes = bytes(in);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static String text(DataInputStream in) throws IOException {
        return Objects.requireNonNull(textOrNull(in));
    }

    private static void bytes(DataOutputStream out, byte @Nullable [] bytes) throws IOException {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) out.write(bytes);
    }

    private static byte @Nullable [] bytes(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : in.readNBytes(length);
    }

    private static void number(DataOutputStream out, @Nullable Long number) throws IOException {
        out.writeBoolean(number != null);
        if (number != null) out.writeLong(number);
    }

    private static @Nullable Long numberOrNull(DataInputStream in) throws IOException {
        return in.readBoolean() ? in.readLong() : null;
    }

    private static void time(DataOutputStream out, @Nullable Instant time) throws IOException {
        number(out, time == null ? null : time.toEpochMilli());
    }

    private static @Nullable Instant timeOrNull(DataInputStream in) throws IOException {
        Long millis = numberOrNull(in);
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}

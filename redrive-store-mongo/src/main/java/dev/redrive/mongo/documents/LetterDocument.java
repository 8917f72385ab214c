package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.date;
import static dev.redrive.mongo.database.Fields.putIfPresent;

import dev.redrive.letter.Attempt;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.mongo.database.Fields;
import dev.redrive.store.captures.ImportedLetter;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.captures.Sequence;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Writes letters as documents. */
public final class LetterDocument {
    /** All of it but its id and what the counters need. */
    public static final List<String> CONTENT = content();

    /** What {@link #partsOf} reads. */
    public static final List<String> PART_FIELDS = Stream.concat(
                    MessageDocument.PART_FIELDS.stream(), Stream.of(LetterFields.VERSIONS, LetterFields.OLDER_ATTEMPTS))
            .toList();

    private LetterDocument() {}

    private static List<String> content() {
        List<String> fields = new ArrayList<>(MessageDocument.ALL_FIELDS);
        fields.addAll(List.of("errorReason", "errorStack", "errorCode", "errorContext", "retryability"));
        fields.addAll(List.of(
                LetterFields.LAST_ERROR,
                LetterFields.LAST_ERROR_TYPE,
                LetterFields.METADATA,
                LetterFields.PRIORITY,
                LetterFields.ATTRIBUTES,
                LetterFields.ATTEMPTS,
                LetterFields.OLDER_ATTEMPTS,
                LetterFields.ATTEMPT_COUNT,
                LetterFields.ATTEMPT_BYTES,
                LetterFields.VERSIONS,
                LetterFields.RESOLUTION,
                LetterFields.RECEIPT,
                LetterFields.CAPTURE_KEY,
                LetterFields.SEQUENCE,
                LetterFields.TURN,
                LetterFields.BEHIND,
                LetterFields.NEXT_RETRY_AT,
                LetterFields.LOCKED_BY,
                LetterFields.LOCKED_AT,
                LetterFields.LOCKED_UNTIL,
                LetterFields.BACK_TO,
                LetterFields.BACK_DUE,
                LetterFields.RECENT,
                LetterFields.LEAVING,
                LetterFields.LEAVING_SINCE));
        return List.copyOf(fields);
    }

    /** A letter that is captured here. */
    public static Document of(NewLetter letter, UUID etag, Parts.Writing parts) {
        LetterId id = letter.id();
        Message message = letter.message();
        Document document = new Document(LetterFields.ID, id.value());
        document.putAll(MessageDocument.of(id, message, parts));
        document.append(LetterFields.CHANNEL, letter.channel());
        FailureDocument.put(document, letter.failure());
        UUID cause = letter.fingerprint().id().value();
        document.append(LetterFields.CAUSE, cause)
                .append(LetterFields.LAST_ERROR_TYPE, letter.failure().type())
                .append(LetterFields.LAST_CAUSE, cause)
                .append(LetterFields.RETRY_COUNT, letter.start().retryCount())
                .append(LetterFields.MAX_RETRIES, letter.start().maxRetries())
                .append(LetterFields.DLQ_RETRY_COUNT, message.additional().dlqRetries())
                .append(LetterFields.ATTEMPT, 0)
                .append(LetterFields.FIRST_FAILED_AT, date(letter.firstFailedAt()))
                .append(LetterFields.LAST_FAILED_AT, date(id.createdAt()))
                .append(LetterFields.STATUS, StatusWords.of(letter.start().status()));
        putIfPresent(document, LetterFields.NEXT_RETRY_AT, date(letter.start().dueAt()));
        document.append(LetterFields.PRIORITY, letter.priority().ordinal())
                .append(
                        LetterFields.METADATA,
                        MessageDocument.metadata(message, letter.priority().ordinal(), letter.tags()));
        putAttempts(document, letter.history());
        document.append(LetterFields.ORDERED, letter.ordered());
        if (letter.start().status().isOpen()) putSequence(document, letter.sequence());
        if (letter.key() != null)
            document.append(LetterFields.CAPTURE_KEY, letter.key().value());
        return document.append(LetterFields.VERSION, 0)
                .append(LetterFields.CREATED_AT, date(id.createdAt()))
                .append(LetterFields.UPDATED_AT, date(id.createdAt()))
                .append(LetterFields.ETAG, etag)
                .append(LetterFields.BORN, etag)
                .append(LetterFields.COUNTED_ROUND, 0L);
    }

    /** A letter of another store. */
    public static Document of(ImportedLetter imported, Instant now, UUID etag, Parts.Writing parts) {
        Document document = of(imported.asNew(now), etag, parts);
        DeadLetter letter = imported.letter();
        LetterState there = letter.state();
        putAttempts(document, letter.attempts());
        document.put(
                LetterFields.DLQ_RETRY_COUNT,
                letter.message().additional().dlqRetries() + triesHere(letter.attempts()));
        if (!letter.lastFailure().equals(letter.failure()))
            document.put(LetterFields.LAST_ERROR, FailureDocument.withoutStack(letter.lastFailure()));
        document.append(LetterFields.LAST_ERROR_TYPE, letter.lastFailure().type())
                .append(LetterFields.LAST_CAUSE, imported.lastFingerprint().id().value())
                .append(LetterFields.ATTEMPT, imported.token())
                .append(LetterFields.LAST_FAILED_AT, date(there.lastFailedAt()))
                .append(LetterFields.UPDATED_AT, date(there.updatedAt()));
        Resolution resolution = imported.resolution();
        if (resolution != null) document.append(LetterFields.RESOLUTION, of(resolution));
        putIfPresent(document, LetterFields.RECEIPT, imported.receipt());
        document.append(LetterFields.VERSION, imported.version());
        if (!imported.versions().isEmpty())
            document.append(
                    LetterFields.VERSIONS,
                    imported.versions().stream()
                            .map(version -> VersionDocument.write(letter.id().value(), version, parts))
                            .toList());
        return document;
    }

    /** All parts that a letter refers to: of its message, its versions and its attempts. */
    public static List<UUID> partsOf(Document letter) {
        List<UUID> parts = new ArrayList<>(MessageDocument.partsOf(letter));
        for (String field : List.of(LetterFields.VERSIONS, LetterFields.OLDER_ATTEMPTS))
            for (Document named : Fields.parts(letter, field)) parts.add(Fields.id(named, "part"));
        return parts;
    }

    private static long triesHere(List<Attempt> attempts) {
        return attempts.stream()
                .filter(attempt -> !attempt.wasBeforeCapture() && attempt.result() != Attempt.Result.CAME_BACK)
                .count();
    }

    private static void putAttempts(Document document, List<Attempt> attempts) {
        document.append(
                        LetterFields.ATTEMPTS,
                        attempts.stream().map(AttemptDocument::of).toList())
                .append(LetterFields.ATTEMPT_COUNT, (long) attempts.size())
                .append(
                        LetterFields.ATTEMPT_BYTES,
                        attempts.stream().mapToLong(AttemptDocument::bytes).sum());
    }

    /** Open letters of a sequence begin behind the one whose turn it is, or without one. */
    private static void putSequence(Document document, @Nullable Sequence sequence) {
        if (sequence == null) return;
        document.append(LetterFields.SEQUENCE, sequenceId(sequence)).append(LetterFields.BEHIND, true);
    }

    /** A name for the sequence that is short enough for every index. */
    public static UUID sequenceId(Sequence sequence) {
        byte[] channel = sequence.channel().getBytes(StandardCharsets.UTF_8);
        byte[] key = sequence.key().bytes();
        ByteBuffer both = ByteBuffer.allocate(Integer.BYTES + channel.length + key.length);
        both.putInt(channel.length).put(channel).put(key);
        return CauseId.hashOf(java.util.Base64.getEncoder().encodeToString(both.array()))
                .value();
    }

    /** The sequence that a letter waits in when it is open, or null. */
    public static @Nullable UUID sequenceId(Document letter) {
        Payload key = MessageDocument.key(letter);
        if (key == null || !Boolean.TRUE.equals(letter.getBoolean(LetterFields.ORDERED))) return null;
        return sequenceId(new Sequence(letter.getString(LetterFields.CHANNEL), key));
    }

    public static Document of(Resolution resolution) {
        Document document = new Document("time", date(resolution.time()))
                .append("how", resolution.how().name().toLowerCase(Locale.ROOT));
        putIfPresent(document, "by", resolution.by());
        putIfPresent(document, "notes", resolution.notes());
        return document;
    }

    /** A letter fails with this now. */
    public static void setLastFailure(Change change, Failure failure, CauseId cause) {
        change.set(LetterFields.LAST_ERROR, FailureDocument.withoutStack(failure))
                .set(LetterFields.LAST_ERROR_TYPE, failure.type())
                .set(LetterFields.LAST_CAUSE, cause.value());
    }

    public static void setPriority(Change change, Priority priority) {
        change.set(LetterFields.PRIORITY, priority.ordinal()).set("metadata.priority", priority.ordinal());
    }

    /** Replaces all that a rewritten letter has of its own words. */
    public static void setContent(Change change, DeadLetter letter, Parts.Writing parts) {
        MessageDocument.set(change, letter.id(), letter.message(), parts);
        change.set(
                LetterFields.METADATA,
                MessageDocument.metadata(letter.message(), letter.priority().ordinal(), letter.tags()));
        Document first = new Document();
        FailureDocument.put(first, letter.failure());
        for (String field : List.of("errorReason", "errorStack", "errorCode", "errorContext"))
            change.set(field, first.get(field));
        change.set(
                LetterFields.LAST_ERROR,
                letter.lastFailure().equals(letter.failure())
                        ? null
                        : FailureDocument.withoutStack(letter.lastFailure()));
        Document attempts = new Document();
        putAttempts(attempts, letter.attempts());
        attempts.forEach(change::set);
        change.unset(LetterFields.OLDER_ATTEMPTS);
    }
}

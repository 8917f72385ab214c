package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.id;
import static dev.redrive.mongo.database.Fields.idOrNull;
import static dev.redrive.mongo.database.Fields.isTrue;
import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.part;
import static dev.redrive.mongo.database.Fields.partOrNull;
import static dev.redrive.mongo.database.Fields.parts;
import static dev.redrive.mongo.database.Fields.text;
import static dev.redrive.mongo.database.Fields.texts;
import static dev.redrive.mongo.database.Fields.time;
import static dev.redrive.mongo.database.Fields.timeOrNull;

import com.mongodb.client.model.Projections;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Completeness;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Summary;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Reads letters from documents. */
public final class LetterMapper {
    private static final Priority[] PRIORITIES = Priority.values();

    /** For summaries and states: without payload, headers, stack trace and attempts. */
    public static final Bson WITHOUT_CONTENT = Projections.exclude(with(
            MessageDocument.LARGE_FIELDS, "errorStack", LetterFields.ATTEMPTS, LetterFields.OLDER_ATTEMPTS, "origin"));

    /** For claims: without stack trace and attempts. */
    public static final Bson WITHOUT_ATTEMPTS =
            Projections.exclude("errorStack", LetterFields.ATTEMPTS, LetterFields.OLDER_ATTEMPTS);

    private LetterMapper() {}

    private static List<String> with(List<String> fields, String... more) {
        List<String> all = new ArrayList<>(fields);
        all.addAll(List.of(more));
        return all;
    }

    public static LetterId letterId(Document letter) {
        return new LetterId(id(letter, LetterFields.ID));
    }

    public static LetterStatus status(Document letter) {
        return StatusWords.status(text(letter, LetterFields.STATUS));
    }

    public static Priority priority(Document letter) {
        return PRIORITIES[number(letter, LetterFields.PRIORITY)];
    }

    private static List<String> tags(Document letter) {
        return List.copyOf(texts(part(letter, LetterFields.METADATA), "tags"));
    }

    public static boolean isHeld(Document letter) {
        return status(letter) == LetterStatus.RETRYING;
    }

    public static LetterState state(Document letter, @Nullable LetterId blockedBy) {
        LetterStatus status = status(letter);
        boolean held = status == LetterStatus.RETRYING;
        return new LetterState(
                status,
                number(letter, LetterFields.RETRY_COUNT),
                number(letter, LetterFields.MAX_RETRIES),
                number(letter, LetterFields.ATTEMPT),
                status == LetterStatus.PENDING ? timeOrNull(letter, LetterFields.NEXT_RETRY_AT) : null,
                held ? letter.getString(LetterFields.LOCKED_BY) : null,
                held ? timeOrNull(letter, LetterFields.LOCKED_AT) : null,
                held ? timeOrNull(letter, LetterFields.LOCKED_UNTIL) : null,
                time(letter, LetterFields.FIRST_FAILED_AT),
                time(letter, LetterFields.LAST_FAILED_AT),
                time(letter, LetterFields.UPDATED_AT),
                letter.getString(LetterFields.RECEIPT),
                resolution(letter),
                blockedBy,
                number(letter, LetterFields.VERSION));
    }

    public static @Nullable Resolution resolution(Document letter) {
        Document from = partOrNull(letter, LetterFields.RESOLUTION);
        if (from == null) return null;
        return new Resolution(
                time(from, "time"),
                Resolution.How.valueOf(text(from, "how").toUpperCase(Locale.ROOT)),
                from.getString("by"),
                from.getString("notes"));
    }

    /** The letter with its attempts. */
    public static DeadLetter whole(Document letter, @Nullable LetterId blockedBy, Parts parts) {
        List<Attempt> attempts = attempts(letter, parts);
        Failure first = FailureDocument.readTop(letter);
        Failure last = first;
        for (Attempt attempt : attempts)
            if (attempt.failure() != null && !attempt.wasBeforeCapture()) last = attempt.failure();
        return letter(letter, first, last, blockedBy, attempts, parts);
    }

    private static List<Attempt> attempts(Document letter, Parts parts) {
        List<Attempt> attempts = new ArrayList<>();
        for (Document older : parts(letter, LetterFields.OLDER_ATTEMPTS)) {
            Document content = VersionDocument.document(parts.read(id(older, "part")));
            parts(content, LetterFields.ATTEMPTS).forEach(one -> attempts.add(AttemptDocument.read(one)));
        }
        parts(letter, LetterFields.ATTEMPTS).forEach(one -> attempts.add(AttemptDocument.read(one)));
        return List.copyOf(attempts);
    }

    /** Without attempts, and without stack traces unless they were read. */
    public static DeadLetter content(Document letter, Parts parts) {
        Failure first = FailureDocument.readTop(letter);
        return letter(letter, first, lastFailure(letter, first), null, List.of(), parts);
    }

    /** As a worker gets it: without stack traces and attempts. */
    public static LeasedLetter claimed(Document letter, Parts parts) {
        DeadLetter claimed = content(letter, parts);
        Lease lease = new Lease(
                claimed.id(),
                claimed.attempt(),
                text(letter, LetterFields.LOCKED_BY),
                time(letter, LetterFields.LOCKED_UNTIL));
        return new LeasedLetter(claimed, lease);
    }

    /** Without its stack trace. */
    private static Failure lastFailure(Document letter, Failure first) {
        Document last = partOrNull(letter, LetterFields.LAST_ERROR);
        return last == null ? first : FailureDocument.read(last);
    }

    private static DeadLetter letter(
            Document letter,
            Failure first,
            Failure last,
            @Nullable LetterId blockedBy,
            List<Attempt> attempts,
            Parts parts) {
        return new DeadLetter(
                letterId(letter),
                text(letter, LetterFields.CHANNEL),
                MessageDocument.read(letter, parts),
                first,
                new CauseId(id(letter, LetterFields.CAUSE)),
                last,
                new CauseId(id(letter, LetterFields.LAST_CAUSE)),
                priority(letter),
                tags(letter),
                isTrue(letter, LetterFields.ORDERED),
                state(letter, blockedBy),
                attempts);
    }

    public static Summary summary(Document letter, @Nullable LetterId blockedBy) {
        Failure first = FailureDocument.readTop(letter);
        String eventId = text(letter, "messageId");
        return new Summary(
                letterId(letter),
                text(letter, LetterFields.CHANNEL),
                eventId,
                Objects.requireNonNullElse(MessageDocument.instanceId(letter), eventId),
                MessageDocument.pattern(letter),
                MessageDocument.subscriber(letter),
                MessageDocument.key(letter),
                first.type(),
                first.code(),
                first.message(),
                first.category(),
                first.retryability(),
                new CauseId(id(letter, LetterFields.CAUSE)),
                Summary.Reason.of(lastFailure(letter, first)),
                new CauseId(id(letter, LetterFields.LAST_CAUSE)),
                priority(letter),
                tags(letter),
                number(letter, LetterFields.PAYLOAD_SIZE),
                MessageDocument.completeness(letter),
                state(letter, blockedBy));
    }

    public static Completeness completeness(Document letter) {
        return MessageDocument.completeness(letter);
    }

    public static Payload payload(Document letter, Parts parts) {
        return MessageDocument.payload(letter, parts);
    }

    /** The sequence in which a letter waits behind another one, or null. */
    public static @Nullable UUID waitsIn(Document letter) {
        return isTrue(letter, LetterFields.BEHIND) && !isHeld(letter) ? idOrNull(letter, LetterFields.SEQUENCE) : null;
    }
}

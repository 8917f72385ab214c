package dev.redrive.internal.export;

import dev.redrive.internal.cause.Fingerprints;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.Json;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Resolution;
import dev.redrive.letter.Sealed;
import dev.redrive.letter.SenderDetails;
import dev.redrive.letter.SystemState;
import dev.redrive.store.questions.Version;
import dev.redrive.store.questions.WholeLetter;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What was read of a whole letter so far. Fields come in any order, so it is put together at the end. */
final class LetterDraft {
    static final String TOO_LARGE = "raise the limit of this server, then import again";

    private final int maxPayloadBytes;

    @Nullable
    LetterId id;

    @Nullable
    String channel;

    @Nullable
    String subscriberId;

    /** What the letter goes by; the event may have another one inside. */
    @Nullable
    String eventId;

    Json additional = Json.EMPTY_OBJECT;

    @Nullable
    SystemState systemState;

    int dlqRetryCount;

    OriginalEvent event = OriginalEvent.unknown();
    Origin origin = Origin.unknown();
    Headers headers = Headers.none();

    @Nullable
    RawJsonValue payload;

    @Nullable
    String payloadEncoding;

    final CompletenessFields completeness = new CompletenessFields();

    @Nullable
    Failure failure;

    /** The failures of the attempts say the same; it says which failure the last cause is the cause of. */
    @Nullable
    Failure lastFailure;

    @Nullable
    CauseId cause;

    @Nullable
    CauseId lastCause;

    @Nullable
    LetterStatus status;

    Priority priority = Priority.NORMAL;
    List<String> tags = List.of();
    boolean ordered;
    List<Attempt> attempts = List.of();
    List<Version> versions = List.of();
    Sealed sealed = Sealed.nothing();
    int retryCount;
    int maxRetries;
    int version;

    @Nullable
    Resolution resolution;

    @Nullable
    Instant nextRetryAt;

    @Nullable
    LetterId blockedBy;

    @Nullable
    String receipt;

    @Nullable
    Instant firstFailedAt;

    @Nullable
    Instant lastFailedAt;

    @Nullable
    Instant updatedAt;

    LetterDraft(int maxPayloadBytes) {
        this.maxPayloadBytes = maxPayloadBytes;
    }

    WholeLetter finish(Instant now) {
        return new WholeLetter(letter(now), versions);
    }

    private DeadLetter letter(Instant now) {
        LetterId letter = given("id", id);
        Failure why = given("error", failure);
        CauseId first = cause == null ? causeOf(why) : cause;
        Failure last = newest(why);
        return new DeadLetter(
                letter,
                given("channel", channel),
                message(letter),
                why,
                first,
                last,
                lastCause(first, why, last),
                priority,
                tags,
                ordered,
                state(letter, given("status", status), now),
                attempts);
    }

    private static <T> T given(String name, @Nullable T value) {
        if (value == null) throw InvalidJson.field(name, name + " is missing; a letter to import is whole");
        return value;
    }

    /** Each attempt brings its own failure, so the newest one need not be read again. */
    private Failure newest(Failure first) {
        Failure newest = first;
        for (Attempt attempt : attempts)
            if (attempt.failure() != null && !attempt.wasBeforeCapture()) newest = attempt.failure();
        return newest;
    }

    private CauseId lastCause(CauseId first, Failure why, Failure last) {
        if (last.equals(why) && !last.equals(lastFailure)) return first;
        return lastCause == null ? causeOf(last) : lastCause;
    }

    private static CauseId causeOf(Failure failure) {
        return Fingerprints.of(failure.type(), failure.code(), failure.message(), failure.stackTrace())
                .id();
    }

    private Message message(LetterId letter) {
        Payload bytes =
                given(ExportedLetterReader.PAYLOAD, payload).decoded(ExportedLetterReader.PAYLOAD, payloadEncoding);
        LetterLimits.checkPayload(ExportedLetterReader.PAYLOAD, bytes, maxPayloadBytes, TOO_LARGE);
        return new Message(
                bytes, headers, eventOf(letter), origin, subscriberId, beside(), completeness.completeness(), sealed);
    }

    /** What other queues tried before; the rest of the count are the letter's own attempts. */
    private SenderDetails beside() {
        long own = attempts.stream()
                .filter(attempt -> !attempt.wasBeforeCapture() && attempt.result() != Attempt.Result.CAME_BACK)
                .count();
        return new SenderDetails(additional, systemState, (int) Math.max(0, dlqRetryCount - own));
    }

    /** An event without an id is shown under the id of its letter. */
    private OriginalEvent eventOf(LetterId letter) {
        String inside = event.instanceId();
        String found = eventId == null ? inside : eventId;
        return new OriginalEvent(
                letter.toString().equals(found) ? null : found,
                Objects.equals(inside, found) ? null : inside,
                event.pattern(),
                event.version(),
                event.source(),
                event.timestamp(),
                event.metadata());
    }

    /** An attempt that ran elsewhere is never settled here, so the letter is due again. */
    private LetterState state(LetterId letter, LetterStatus found, Instant now) {
        if (found == LetterStatus.REPLAYED && receipt == null)
            throw InvalidJson.field("sentTo", "sentTo is missing; a letter that is REPLAYED says where it was sent to");
        boolean wasTried = found == LetterStatus.RETRYING;
        LetterStatus kept = wasTried ? LetterStatus.PENDING : found;
        Instant due = kept == LetterStatus.PENDING ? Objects.requireNonNullElse(nextRetryAt, now) : null;
        Instant first = Objects.requireNonNullElse(firstFailedAt, letter.createdAt());
        Instant last = Objects.requireNonNullElse(lastFailedAt, first);
        return new LetterState(
                kept,
                retryCount,
                maxRetries,
                lastToken(),
                due,
                null,
                null,
                null,
                first,
                last,
                Objects.requireNonNullElse(updatedAt, last),
                receipt,
                resolution,
                blockedBy,
                version);
    }

    private int lastToken() {
        return Math.max(0, attempts.stream().mapToInt(Attempt::token).max().orElse(0));
    }
}

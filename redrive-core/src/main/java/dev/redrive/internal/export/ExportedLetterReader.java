package dev.redrive.internal.export;

import dev.redrive.internal.text.UuidParser;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Sealed;
import dev.redrive.store.questions.WholeLetter;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole letters as {@link LetterJsonWriter} writes them. What is not as it should be is named; fields it does not know
 * are passed over, so that what a newer server exported can be read.
 */
public final class ExportedLetterReader {
    static final String PAYLOAD = "originalEvent.payload";

    private final int maxPayloadBytes;

    public ExportedLetterReader(int maxPayloadBytes) {
        this.maxPayloadBytes = maxPayloadBytes;
    }

    /**
     * Reads one line with versions and sealed values, as far as it has them. A letter that was being tried elsewhere is due now.
     *
     * @throws InvalidJson when it is not such a letter, naming the field
     */
    public WholeLetter readWhole(byte[] text, int from, int length, Instant now) {
        return JsonFields.read(text, from, length, this::draft).finish(now);
    }

    /** The same without the versions. */
    public DeadLetter read(byte[] text, int from, int length, Instant now) {
        return readWhole(text, from, length, now).letter();
    }

    private LetterDraft draft(JsonFields in) {
        if (!in.isObject()) throw InvalidJson.text("a letter must be a JSON object");
        LetterDraft draft = new LetterDraft(maxPayloadBytes);
        while (in.nextField()) {
            String name = in.name();
            if (!(messageField(name, in, draft) || stateField(name, in, draft) || otherField(name, in, draft)))
                in.skip();
        }
        return draft;
    }

    private static boolean messageField(String name, JsonFields in, LetterDraft draft) {
        switch (name) {
            case "originalEvent" -> MessageReader.event(in, draft);
            case "origin" -> MessageReader.origin(in, draft);
            case "eventId" -> draft.eventId = in.cleanText(name, LetterLimits.NAME);
            case "additional" -> draft.additional = in.object(name);
            case "metadata" -> draft.systemState = SystemStateReader.in(in.object(name));
            case "dlqRetryCount" -> draft.dlqRetryCount = number(in, name);
            case "subscriberId" -> draft.subscriberId = in.cleanText(name, LetterLimits.NAME);
            case CompletenessFields.COMPLETE -> draft.completeness.complete(in);
            case CompletenessFields.BECAUSE -> draft.completeness.because(in);
            case "error" -> draft.failure = FailureReader.read(in, name);
            case "lastError" -> draft.lastFailure = FailureReader.read(in, name);
            case "retryHistory" -> draft.attempts = FailureReader.attempts(in, name);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean stateField(String name, JsonFields in, LetterDraft draft) {
        switch (name) {
            case "status" -> draft.status = oneOf(in, name, LetterStatus::of, LetterStatus.values());
            case "retryCount" -> draft.retryCount = number(in, name);
            case "maxRetries" -> draft.maxRetries = number(in, name);
            case "version" -> draft.version = number(in, name);
            case "resolution" -> draft.resolution = LetterStateReader.resolution(in, name);
            case "sentTo" -> draft.receipt = LetterStateReader.sentTo(in, name);
            case "nextRetryAt" -> draft.nextRetryAt = time(in, name);
            case "firstFailedAt" -> draft.firstFailedAt = time(in, name);
            case "lastFailedAt" -> draft.lastFailedAt = time(in, name);
            case "updatedAt" -> draft.updatedAt = time(in, name);
            case "blockedBy" -> draft.blockedBy = letterId(in, name);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean otherField(String name, JsonFields in, LetterDraft draft) {
        switch (name) {
            case "id" -> draft.id = letterId(in, name);
            case "channel" -> draft.channel = channel(in);
            case "causeId" -> draft.cause = causeId(in, name);
            case "lastCauseId" -> draft.lastCause = causeId(in, name);
            case "priority" -> draft.priority = priority(in, name);
            case "tags" -> draft.tags = LetterLimits.tags(in);
            case "versions" -> draft.versions = VersionReader.versions(in, name, maxPayloadBytes);
            case "sealed" -> draft.sealed = sealed(in, name);
            case "ordered" -> draft.ordered = Boolean.TRUE.equals(in.bool(name));
            default -> {
                return false;
            }
        }
        return true;
    }

    // Values

    private static @Nullable String channel(JsonFields in) {
        String channel = in.cleanText("channel", LetterLimits.NAME);
        if (channel != null && channel.isBlank()) throw InvalidJson.field("channel", "the channel must not be blank");
        return channel;
    }

    /** The time at which a letter was captured is a part of its id. */
    private static @Nullable LetterId letterId(JsonFields in, String path) {
        String text = in.text(path);
        if (text == null) return null;
        UUID id = uuid(path, text);
        if (id.version() != 7 || id.variant() != 2)
            throw InvalidJson.field(path, path + " must be a UUID of version 7, as a server gives it to its letters");
        return new LetterId(id);
    }

    private static UUID uuid(String path, String text) {
        try {
            return UuidParser.parse(path, text);
        } catch (IllegalArgumentException e) {
            throw InvalidJson.field(path, String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable CauseId causeId(JsonFields in, String path) {
        String text = in.text(path);
        return text == null ? null : new CauseId(uuid(path, text));
    }

    private static Sealed sealed(JsonFields in, String path) {
        String text = in.text(path);
        return text == null
                ? Sealed.nothing()
                : Sealed.of(RawJsonValue.string(text)
                        .decoded(path, RawJsonValue.BASE64)
                        .bytes());
    }

    static int number(JsonFields in, String path) {
        Integer number = in.integer(path);
        return number == null ? 0 : number;
    }

    /** Stores know milliseconds and nothing finer. */
    static @Nullable Instant time(JsonFields in, String path) {
        Instant time = in.time(path);
        return time == null ? null : Instant.ofEpochMilli(time.toEpochMilli());
    }

    static Priority priority(JsonFields in, String path) {
        return Objects.requireNonNullElse(oneOf(in, path, Priority::valueOf, Priority.values()), Priority.NORMAL);
    }

    static <T> @Nullable T oneOf(JsonFields in, String path, Function<String, T> parse, T[] all) {
        String word = in.text(path);
        if (word == null) return null;
        try {
            return parse.apply(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            String known =
                    String.join(", ", Arrays.stream(all).map(String::valueOf).toList());
            throw InvalidJson.field(path, path + " must be one of " + known);
        }
    }
}

package dev.redrive.server.transfer;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.server.capture.CompletenessFields;
import dev.redrive.server.capture.SystemStateReader;
import dev.redrive.server.json.JsonFields;
import dev.redrive.server.letters.LetterIdParser;
import dev.redrive.server.web.Problem;
import dev.redrive.text.CleanText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole letters as {@code GET /dlq/{id}} writes them. What is not as it should be is named; fields it does not know
 * are passed over, so that what a newer server exported can be read.
 */
final class ExportedLetterReader {
    static final String PAYLOAD = "originalEvent.payload";

    /** The longest name that every store keeps in an index. */
    static final int NAME = 255;

    private static final int TAGS = 64;

    private final int maxPayloadBytes;

    ExportedLetterReader(int maxPayloadBytes) {
        this.maxPayloadBytes = maxPayloadBytes;
    }

    DeadLetter read(byte[] text, int from, int length, Instant now) {
        return JsonFields.read(text, from, length, this::draft).finish(maxPayloadBytes, now);
    }

    private LetterDraft draft(JsonFields in) {
        if (!in.isObject()) throw Problem.badRequest("a letter must be a JSON object");
        LetterDraft draft = new LetterDraft();
        while (in.nextField()) {
            String name = in.name();
            if (!(messageField(name, in, draft) || standingField(name, in, draft) || otherField(name, in, draft)))
                in.skip();
        }
        return draft;
    }

    private static boolean messageField(String name, JsonFields in, LetterDraft draft) {
        switch (name) {
            case "originalEvent" -> MessageReader.event(in, draft);
            case "origin" -> MessageReader.origin(in, draft);
            case "eventId" -> draft.eventId = in.cleanText(name, NAME);
            case "additional" -> draft.additional = in.object(name);
            case "metadata" -> draft.systemState = SystemStateReader.in(in.object(name));
            case "dlqRetryCount" -> draft.dlqRetryCount = number(in, name);
            case "subscriberId" -> draft.subscriberId = in.cleanText(name, NAME);
            case CompletenessFields.COMPLETE -> draft.completeness.complete(in);
            case CompletenessFields.BECAUSE -> draft.completeness.because(in);
            case "error" -> draft.failure = FailureReader.read(in, name);
            case "retryHistory" -> draft.attempts = FailureReader.attempts(in, name);
            default -> {
                return false;
            }
        }
        return true;
    }

    private static boolean standingField(String name, JsonFields in, LetterDraft draft) {
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

    private static boolean otherField(String name, JsonFields in, LetterDraft draft) {
        switch (name) {
            case "id" -> draft.id = letterId(in, name);
            case "channel" -> draft.channel = channel(in);
            case "causeId" -> draft.cause = causeId(in, name);
            case "lastCauseId" -> draft.lastCause = causeId(in, name);
            case "priority" ->
                draft.priority = Objects.requireNonNullElse(
                        oneOf(in, name, Priority::valueOf, Priority.values()), draft.priority);
            case "tags" -> draft.tags = tags(in, name);
            case "ordered" -> draft.ordered = Boolean.TRUE.equals(in.bool(name));
            default -> {
                return false;
            }
        }
        return true;
    }

    // Values

    private static @Nullable String channel(JsonFields in) {
        String channel = in.cleanText("channel", NAME);
        if (channel != null && channel.isBlank()) throw Problem.badField("channel", "the channel must not be blank");
        return channel;
    }

    /** The time at which a letter was captured is a part of its id. */
    private static @Nullable LetterId letterId(JsonFields in, String path) {
        String text = in.text(path);
        if (text == null) return null;
        UUID id = LetterIdParser.uuid(path, text);
        if (id.version() != 7 || id.variant() != 2)
            throw Problem.badField(path, path + " must be a UUID of version 7, as a server gives it to its letters");
        return new LetterId(id);
    }

    private static @Nullable CauseId causeId(JsonFields in, String path) {
        String text = in.text(path);
        return text == null ? null : new CauseId(LetterIdParser.uuid(path, text));
    }

    private static List<String> tags(JsonFields in, String path) {
        List<String> tags = new ArrayList<>();
        if (!in.enterArray(path)) return tags;
        while (in.nextElement()) {
            String at = path + "[" + tags.size() + "]";
            if (tags.size() == TAGS) throw Problem.badField(path, "a letter has at most " + TAGS + " tags");
            String tag = in.text(at, NAME);
            if (tag == null || tag.isBlank() || tag.indexOf('\n') >= 0 || tag.indexOf('\r') >= 0)
                throw Problem.badField(at, at + " must be one line of 1 to " + NAME + " characters");
            tags.add(CleanText.text(tag));
        }
        return tags;
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

    static <T> @Nullable T oneOf(JsonFields in, String path, Function<String, T> parse, T[] all) {
        String word = in.text(path);
        if (word == null) return null;
        try {
            return parse.apply(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            String known =
                    String.join(", ", Arrays.stream(all).map(String::valueOf).toList());
            throw Problem.badField(path, path + " must be one of " + known);
        }
    }
}

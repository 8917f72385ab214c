package dev.redrive.internal.capture;

import dev.redrive.capture.FailedMessage;
import dev.redrive.internal.cause.FailureNames;
import dev.redrive.internal.text.ShortName;
import dev.redrive.internal.text.Utf8;
import dev.redrive.json.Json;
import dev.redrive.json.JsonMembers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Origin;
import dev.redrive.letter.OriginalEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Shortens the names of one letter that are too long for a store, and keeps the whole ones beside it, by the paths that the
 * API has for them.
 */
final class CutNames {
    private final Map<String, Object> whole = new LinkedHashMap<>();

    String name(String path, String name) {
        if (name.length() <= ShortName.LIMIT) return name;
        whole.put(path, name);
        return ShortName.identifier(name);
    }

    private @Nullable String nameOrNull(String path, @Nullable String name) {
        return name == null ? null : name(path, name);
    }

    /** At most so many as a letter has. When one is shortened or left out, all of them are kept beside it. */
    List<String> tags(List<String> tags) {
        List<String> kept = tags.stream()
                .map(ShortName::identifier)
                .distinct()
                .limit(LetterMaker.TAG_LIMIT)
                .toList();
        if (!kept.containsAll(tags)) whole.put("tags", tags);
        return kept;
    }

    Message message(Message message) {
        OriginalEvent event = message.event();
        OriginalEvent.Sender source = event.source();
        Origin origin = message.origin();
        return message.with(new OriginalEvent(
                        nameOrNull("eventId", event.id()),
                        nameOrNull("originalEvent.eventId", event.instanceId()),
                        nameOrNull("originalEvent.pattern", event.pattern()),
                        nameOrNull("originalEvent.version", event.version()),
                        new OriginalEvent.Sender(
                                nameOrNull("originalEvent.source.type", source.type()),
                                nameOrNull("originalEvent.source.id", source.id()),
                                nameOrNull("originalEvent.source.name", source.name())),
                        event.timestamp(),
                        event.metadata()))
                .with(new Origin(
                        nameOrNull("origin.topic", origin.topic()),
                        origin.partition(),
                        origin.offset(),
                        origin.key(),
                        origin.timestamp(),
                        nameOrNull("origin.consumerGroupId", origin.consumerGroupId()),
                        nameOrNull("origin.sourceService", origin.sourceService())))
                .withSubscriber(nameOrNull("subscriberId", message.subscriberId()));
    }

    /** The same message, with what was shortened beside it. */
    Message noted(Message message) {
        if (whole.isEmpty()) return message;
        Json members = message.additional().members();
        return message.with(message.additional().with(JsonMembers.withFree(members, FailureNames.WHOLE, whole)));
    }

    /** How many bytes of a message would be kept beside it because they are too long for their place. */
    static long bytes(FailedMessage failed) {
        Message message = failed.message();
        OriginalEvent event = message.event();
        Origin origin = message.origin();
        long bytes = over(failed.channel())
                + over(failed.idempotencyKey())
                + over(event.id())
                + over(event.instanceId())
                + over(event.pattern())
                + over(event.version())
                + over(event.source().type())
                + over(event.source().id())
                + over(event.source().name())
                + over(origin.topic())
                + over(origin.consumerGroupId())
                + over(origin.sourceService())
                + over(message.subscriberId());
        if (origin.key() != null && origin.key().size() > LetterMaker.KEY_LIMIT)
            bytes += origin.key().size();
        if (failed.reason() instanceof FailedMessage.ReportedError told) bytes += bytes(told);
        boolean isCrowded = failed.tags().size() > LetterMaker.TAG_LIMIT;
        for (String tag : failed.tags()) bytes += isCrowded ? Utf8.size(tag) : over(tag);
        for (FailedMessage.Try one : failed.history()) {
            bytes += over(one.worker()) + over(one.strategy());
            if (one.error() != null) bytes += bytes(one.error());
        }
        return bytes;
    }

    private static long bytes(FailedMessage.ReportedError told) {
        return over(told.type()) + over(told.code());
    }

    private static long over(@Nullable String name) {
        return name == null || name.length() <= ShortName.LIMIT ? 0 : Utf8.size(name);
    }
}

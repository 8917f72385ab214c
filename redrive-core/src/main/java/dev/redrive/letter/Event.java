package dev.redrive.letter;

import dev.redrive.text.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the message said of itself: its id, pattern, schema version, sender and metadata.
 *
 * @param id what the letter is found by
 * @param instanceId the id inside the event, where its sender gave the letter another one
 */
public record Event(
        @Nullable String id,
        @Nullable String instanceId,
        @Nullable String pattern,
        @Nullable String version,
        Sender source,
        @Nullable Instant timestamp,
        Json metadata) {
    private static final Event UNKNOWN =
            new Event(null, null, null, null, new Sender(null, null, null), null, Json.EMPTY_OBJECT);

    /** Who made the event: a workflow, task, integration or something external. */
    public record Sender(
            @Nullable String type,
            @Nullable String id,
            @Nullable String name) {}

    public static Event unknown() {
        return UNKNOWN;
    }

    public static Event of(String id, String pattern) {
        return UNKNOWN.withId(id).withPattern(pattern);
    }

    public Event withId(String value) {
        return new Event(value, instanceId, pattern, version, source, timestamp, metadata);
    }

    public Event withInstanceId(@Nullable String value) {
        return new Event(id, value, pattern, version, source, timestamp, metadata);
    }

    public Event withPattern(String value) {
        return new Event(id, instanceId, value, version, source, timestamp, metadata);
    }
}

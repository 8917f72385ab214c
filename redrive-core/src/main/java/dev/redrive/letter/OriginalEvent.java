package dev.redrive.letter;

import dev.redrive.json.Json;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The message's data about itself: its id, pattern, schema version, sender and metadata.
 *
 * @param id what the letter is found by
 * @param instanceId the id inside the event, where its sender gave the letter another one
 */
public record OriginalEvent(
        @Nullable String id,
        @Nullable String instanceId,
        @Nullable String pattern,
        @Nullable String version,
        Sender source,
        @Nullable Instant timestamp,
        Json metadata) {
    private static final OriginalEvent UNKNOWN =
            new OriginalEvent(null, null, null, null, new Sender(null, null, null), null, Json.EMPTY_OBJECT);

    /** The source of the event: a workflow, task, integration or something external. */
    public record Sender(
            @Nullable String type,
            @Nullable String id,
            @Nullable String name) {}

    public static OriginalEvent unknown() {
        return UNKNOWN;
    }

    public static OriginalEvent of(String id, String pattern) {
        return UNKNOWN.withId(id).withPattern(pattern);
    }

    public OriginalEvent withId(String value) {
        return new OriginalEvent(value, instanceId, pattern, version, source, timestamp, metadata);
    }

    public OriginalEvent withInstanceId(@Nullable String value) {
        return new OriginalEvent(id, value, pattern, version, source, timestamp, metadata);
    }

    public OriginalEvent withPattern(String value) {
        return new OriginalEvent(id, instanceId, value, version, source, timestamp, metadata);
    }
}

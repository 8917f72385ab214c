package dev.redrive.store;

import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of a letter by a person; what is null stays as it is. */
public record Edit(
        @Nullable Payload payload,
        @Nullable Headers headers,
        @Nullable Priority priority,
        @Nullable List<String> tags,
        @Nullable String notes,
        @Nullable String by) {

    public static Edit payload(Payload payload, @Nullable String by) {
        return new Edit(payload, null, null, null, null, by);
    }

    public static Edit priority(Priority priority, @Nullable String by) {
        return new Edit(null, null, priority, null, null, by);
    }

    public static Edit tags(List<String> tags, @Nullable String by) {
        return new Edit(null, null, null, tags, null, by);
    }
}

package dev.redrive.internal.export;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Priority;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the metadata of another queue's document says that a letter has a place for. It stays in the metadata, too. */
public record FailureMetadata(
        @Nullable String source,
        @Nullable Priority priority,
        @Nullable List<String> tags) {

    public static FailureMetadata of(Json metadata) {
        return JsonFields.read(metadata, FailureMetadata::read);
    }

    private static FailureMetadata read(JsonFields in) {
        String source = null;
        Priority priority = null;
        List<String> tags = null;
        while (in.nextField()) {
            String name = in.name();
            if (name.equals("source") && in.isText()) source = in.text("metadata.source");
            else if (name.equals("priority") && !in.isObject() && !in.isArray()) priority = priority(in);
            else if (name.equals("tags") && in.isArray()) tags = LetterLimits.anyTags(in);
            else in.skip();
        }
        return new FailureMetadata(source, priority, tags);
    }

    /** Others have other priorities; one that is none of ours says nothing. */
    private static @Nullable Priority priority(JsonFields in) {
        try {
            return priority(in.word("metadata.priority"));
        } catch (InvalidJson unknown) {
            return null;
        }
    }

    /** Its name, or its number from 0 for the lowest. */
    private static @Nullable Priority priority(@Nullable String word) {
        for (Priority priority : Priority.values()) {
            if (priority.name().equalsIgnoreCase(word)
                    || String.valueOf(priority.ordinal()).equals(word)) return priority;
        }
        return null;
    }
}

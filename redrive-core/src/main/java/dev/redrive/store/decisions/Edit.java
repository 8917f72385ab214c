package dev.redrive.store.decisions;

import dev.redrive.letter.Completeness;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.letter.Priority;
import dev.redrive.letter.Sealed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a letter by a person, or in a person's name; what is null stays as it is.
 *
 * @param completeness whether the letter is whole afterwards. A letter that becomes whole keeps its status: a person, or a
 *     replay, sends it. One that waits for its retry and is not whole any more waits for a person.
 * @param sealed what is sealed of it afterwards; only the gate of redaction knows that
 */
public record Edit(
        @Nullable Payload payload,
        @Nullable Headers headers,
        @Nullable Completeness completeness,
        @Nullable Sealed sealed,
        @Nullable Priority priority,
        @Nullable List<String> tags,
        @Nullable String notes,
        @Nullable String by) {

    /** The whole payload: an edited payload is complete, also where the stored one was cut. */
    public static Edit payload(Payload payload, @Nullable String by) {
        return new Edit(payload, null, Completeness.WHOLE, null, null, null, null, by);
    }

    public static Edit priority(Priority priority, @Nullable String by) {
        return new Edit(null, null, null, null, priority, null, null, by);
    }

    public static Edit tags(List<String> tags, @Nullable String by) {
        return new Edit(null, null, null, null, null, tags, null, by);
    }

    public Edit noted(@Nullable String text) {
        return new Edit(payload, headers, completeness, sealed, priority, tags, text, by);
    }

    /** The message after the change. */
    public Message in(Message before) {
        Message after = before;
        if (payload != null) after = after.with(payload);
        if (headers != null) after = after.with(headers);
        if (completeness != null) after = after.with(completeness);
        return sealed == null ? after : after.with(sealed);
    }
}

package dev.redrive.server.capture;

import dev.redrive.internal.export.CompletenessFields;
import dev.redrive.json.Json;
import dev.redrive.json.JsonMembers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Notes a cut payload in the context of its failure, as the readers of dead letter topics do: whoever fetches the original
 * compares it with these numbers.
 */
final class CutContext {
    static final String WHOLE_BYTES = "payloadSize";
    private static final String KEPT_BYTES = "payloadKept";

    private CutContext() {}

    /** What the context says already stays as it is. */
    static Json added(@Nullable Json context, @Nullable Json wholeBytes, int keptBytes) {
        Json given = context == null ? Json.EMPTY_OBJECT : context;
        Map<String, Object> notes = new LinkedHashMap<>();
        notes.put(CompletenessFields.TRUNCATED, true);
        if (wholeBytes != null) notes.put(WHOLE_BYTES, wholeBytes);
        notes.put(KEPT_BYTES, keptBytes);
        notes.keySet().removeAll(JsonMembers.names(given));
        return JsonMembers.with(given, notes);
    }
}

package dev.redrive.server.capture;

import dev.redrive.internal.export.LetterLimits;
import dev.redrive.internal.text.ShortText;
import dev.redrive.json.Json;
import dev.redrive.json.JsonFields;
import dev.redrive.server.web.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a sender says that a letter has no place for: kept as it is written, as a JSON object, up to a limit. */
final class UnknownMembers {
    /** In characters. */
    static final int LIMIT = 256 * 1024;

    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();
    private int size;

    /** Keeps the value that is being read, under its own name. */
    void keep(JsonFields in) {
        keep(in.name(), in.value());
    }

    void keep(String name, Json value) {
        put(members, name, name, value);
    }

    /** The same for a member of an object inside the letter, such as {@code error}. */
    void keep(String object, JsonFields in) {
        keep(object, in.name(), in.value());
    }

    void keep(String object, String name, Json value) {
        if (!(members.computeIfAbsent(object, key -> new LinkedHashMap<String, @Nullable Object>())
                instanceof Map<?, ?> inner)) throw Problem.badField(object, object + " is given twice");
        @SuppressWarnings("unchecked")
        Map<String, @Nullable Object> fields = (Map<String, @Nullable Object>) inner;
        put(fields, name, object + "." + name, value);
    }

    private void put(Map<String, @Nullable Object> into, String name, String path, Json value) {
        size += name.length() + value.text().length();
        if (size > LIMIT)
            throw Problem.tooLarge("what the letter says beside the members that are known here has more than " + LIMIT
                            + " characters, " + shortened(path) + " among it; put it into the payload")
                    .with("field", path);
        if (into.putIfAbsent(name, value) != null)
            throw Problem.badField(path, shortened(path) + " is given twice in the same object");
    }

    private static String shortened(String path) {
        return ShortText.withDots(path, LetterLimits.NAME + 1);
    }

    Json json() {
        return members.isEmpty() ? Json.EMPTY_OBJECT : Json.object(members);
    }
}

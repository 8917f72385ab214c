package dev.redrive.server.access;

import dev.redrive.capture.Redaction;
import dev.redrive.letter.Payload;
import dev.redrive.server.config.Settings;
import dev.redrive.server.web.Problem;
import dev.redrive.store.Filter;
import dev.redrive.text.Json;
import dev.redrive.text.JsonPath;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What of a payload somebody may not see. Whoever only looks sees stars at the configured places of JSON payloads. */
public record Masking(List<JsonPath> paths) {
    private static final Json MASK = Json.of(Json.quote(Redaction.MASK));

    public static Masking of(Settings settings, Caller caller) {
        return new Masking(
                caller.may(Role.OPERATOR) ? List.of() : settings.access().masked());
    }

    public boolean hidesAnything() {
        return !paths.isEmpty();
    }

    /** The same filter, unless it searches for text: whoever may guess again and again finds out what is hidden. */
    public Filter allowed(Filter filter) {
        if (filter.text() != null && hidesAnything())
            throw Problem.forbidden("you cannot search with q: parts of the payloads are hidden from you, and a search"
                    + " would find them");
        return filter;
    }

    /** What is kept beside a payload is hidden at the same places. */
    public Json shown(Json json) {
        if (!hidesAnything()) return json;
        byte[] text = json.text().getBytes(StandardCharsets.UTF_8);
        return Json.of(new String(JsonPath.replaceAll(text, paths, MASK), StandardCharsets.UTF_8));
    }

    public Payload shown(Payload payload) {
        if (payload.size() == 0 || !hidesAnything()) return payload;
        return Payload.of(JsonPath.replaceAll(payload.bytes(), paths, MASK));
    }
}

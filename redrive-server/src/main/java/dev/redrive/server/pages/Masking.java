package dev.redrive.server.pages;

import dev.redrive.capture.Redaction;
import dev.redrive.letter.Payload;
import dev.redrive.server.access.Caller;
import dev.redrive.server.access.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.text.Json;
import dev.redrive.text.JsonPath;
import java.util.List;
import org.springframework.stereotype.Component;

/** Hides from those who only look what the configuration says that they must not see. */
@Component
final class Masking {
    private static final Json MASK = Json.of(Json.quote(Redaction.MASK));

    private final List<JsonPath> masked;

    Masking(Settings settings) {
        masked = settings.access().masked();
    }

    Payload forCaller(Caller caller, Payload payload) {
        if (masked.isEmpty() || caller.may(Role.OPERATOR)) return payload;
        byte[] bytes = payload.bytes();
        byte[] hidden = JsonPath.replaceAll(bytes, masked, MASK);
        return hidden == bytes ? payload : Payload.of(hidden);
    }
}

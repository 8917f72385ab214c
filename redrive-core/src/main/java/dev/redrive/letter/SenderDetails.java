package dev.redrive.letter;

import dev.redrive.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * What the sender said about a message beyond the message itself.
 *
 * @param members what its sender said that has no place of its own in a letter: a JSON object
 * @param systemState how busy the machine was when it failed, where that is known
 * @param dlqRetries how often another dead letter queue tried it before
 */
public record SenderDetails(Json members, @Nullable SystemState systemState, int dlqRetries) {
    private static final SenderDetails NONE = new SenderDetails(Json.EMPTY_OBJECT, null, 0);

    public static SenderDetails none() {
        return NONE;
    }

    public SenderDetails with(SystemState value) {
        return new SenderDetails(members, value, dlqRetries);
    }

    public SenderDetails with(Json value) {
        return new SenderDetails(value, systemState, dlqRetries);
    }
}

package dev.redrive.letter;

import dev.redrive.text.Json;
import org.jspecify.annotations.Nullable;

/**
 * What is kept beside a message.
 *
 * @param members what its sender said that has no place of its own in a letter: a JSON object
 * @param systemState how busy the machine was when it failed, where anybody knows
 * @param dlqRetries how often another dead letter queue tried it before
 */
public record Additional(Json members, @Nullable SystemState systemState, int dlqRetries) {
    private static final Additional NONE = new Additional(Json.EMPTY_OBJECT, null, 0);

    public static Additional none() {
        return NONE;
    }

    public Additional with(SystemState value) {
        return new Additional(members, value, dlqRetries);
    }

    public Additional with(Json value) {
        return new Additional(value, systemState, dlqRetries);
    }
}

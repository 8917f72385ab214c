package dev.redrive.store.captures;

import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import org.jspecify.annotations.Nullable;

/** The letters of an ordered channel that share a key; they go back one after the other. */
public record Sequence(String channel, Payload key) {

    /** None for an unordered channel, and none without a key: such letters have no neighbours to wait for. */
    public static @Nullable Sequence of(String channel, Message message, boolean ordered) {
        Payload key = message.origin().key();
        return ordered && key != null ? new Sequence(channel, key) : null;
    }
}

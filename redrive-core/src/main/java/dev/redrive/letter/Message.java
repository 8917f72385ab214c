package dev.redrive.letter;

import org.jspecify.annotations.Nullable;

/** A message as it was when its processing failed. */
public record Message(
        Payload payload,
        Headers headers,
        Event event,
        Origin origin,
        @Nullable String subscriberId) {

    public static Message of(Payload payload) {
        return new Message(payload, Headers.none(), Event.unknown(), Origin.unknown(), null);
    }

    public static Message of(@Nullable String text) {
        return of(Payload.of(text));
    }

    public Message with(Headers value) {
        return new Message(payload, value, event, origin, subscriberId);
    }

    public Message with(Event value) {
        return new Message(payload, headers, value, origin, subscriberId);
    }

    public Message with(Origin value) {
        return new Message(payload, headers, event, value, subscriberId);
    }

    public Message with(Payload value) {
        return new Message(value, headers, event, origin, subscriberId);
    }

    public Message withKey(String key) {
        return with(origin.withKey(key));
    }

    public Message withSubscriber(String subscriber) {
        return new Message(payload, headers, event, origin, subscriber);
    }
}

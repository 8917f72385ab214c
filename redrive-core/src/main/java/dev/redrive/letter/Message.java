package dev.redrive.letter;

import org.jspecify.annotations.Nullable;

/** A message as it was when its processing failed. */
public record Message(
        Payload payload,
        Headers headers,
        Event event,
        Origin origin,
        @Nullable String subscriberId,
        Additional additional) {

    public static Message of(Payload payload) {
        return new Message(payload, Headers.none(), Event.unknown(), Origin.unknown(), null, Additional.none());
    }

    public static Message of(@Nullable String text) {
        return of(Payload.of(text));
    }

    public Message with(Headers value) {
        return new Message(payload, value, event, origin, subscriberId, additional);
    }

    public Message with(Event value) {
        return new Message(payload, headers, value, origin, subscriberId, additional);
    }

    public Message with(Origin value) {
        return new Message(payload, headers, event, value, subscriberId, additional);
    }

    public Message with(Payload value) {
        return new Message(value, headers, event, origin, subscriberId, additional);
    }

    public Message withKey(String key) {
        return with(origin.withKey(key));
    }

    public Message withSubscriber(String subscriber) {
        return new Message(payload, headers, event, origin, subscriber, additional);
    }

    public Message with(Additional value) {
        return new Message(payload, headers, event, origin, subscriberId, value);
    }
}

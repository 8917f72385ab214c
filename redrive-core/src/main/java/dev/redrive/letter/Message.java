package dev.redrive.letter;

import org.jspecify.annotations.Nullable;

/** A message as it was when its processing failed. */
public record Message(
        Payload payload,
        Headers headers,
        Event event,
        Origin origin,
        @Nullable String subscriberId,
        Additional additional,
        Completeness completeness) {

    public static Message of(Payload payload) {
        return new Message(
                payload,
                Headers.none(),
                Event.unknown(),
                Origin.unknown(),
                null,
                Additional.none(),
                Completeness.WHOLE);
    }

    public static Message of(@Nullable String text) {
        return of(Payload.of(text));
    }

    public Message with(Headers value) {
        return new Message(payload, value, event, origin, subscriberId, additional, completeness);
    }

    public Message with(Event value) {
        return new Message(payload, headers, value, origin, subscriberId, additional, completeness);
    }

    public Message with(Origin value) {
        return new Message(payload, headers, event, value, subscriberId, additional, completeness);
    }

    public Message with(Payload value) {
        return new Message(value, headers, event, origin, subscriberId, additional, completeness);
    }

    public Message with(Additional value) {
        return new Message(payload, headers, event, origin, subscriberId, value, completeness);
    }

    public Message with(Completeness value) {
        return new Message(payload, headers, event, origin, subscriberId, additional, value);
    }

    public Message withKey(String key) {
        return with(origin.withKey(key));
    }

    public Message withSubscriber(@Nullable String subscriber) {
        return new Message(payload, headers, event, origin, subscriber, additional, completeness);
    }

    /** False when part of it is missing, so that it must not be sent. */
    public boolean isWhole() {
        return completeness.isWhole();
    }
}

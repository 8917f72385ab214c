package dev.redrive.letter;

import org.jspecify.annotations.Nullable;

/**
 * A message as it was when its processing failed, or what is left of it.
 *
 * @param sealed the values behind the masks in payload and headers, needed to send it
 */
public record Message(
        Payload payload,
        Headers headers,
        OriginalEvent event,
        Origin origin,
        @Nullable String subscriberId,
        SenderDetails additional,
        Completeness completeness,
        Sealed sealed) {

    /** A message of which nothing is sealed. */
    public Message(
            Payload payload,
            Headers headers,
            OriginalEvent event,
            Origin origin,
            @Nullable String subscriberId,
            SenderDetails additional,
            Completeness completeness) {
        this(payload, headers, event, origin, subscriberId, additional, completeness, Sealed.nothing());
    }

    public static Message of(Payload payload) {
        return new Message(
                payload,
                Headers.none(),
                OriginalEvent.unknown(),
                Origin.unknown(),
                null,
                SenderDetails.none(),
                Completeness.WHOLE);
    }

    public static Message of(@Nullable String text) {
        return of(Payload.of(text));
    }

    public Message with(Headers value) {
        return new Message(payload, value, event, origin, subscriberId, additional, completeness, sealed);
    }

    public Message with(OriginalEvent value) {
        return new Message(payload, headers, value, origin, subscriberId, additional, completeness, sealed);
    }

    public Message with(Origin value) {
        return new Message(payload, headers, event, value, subscriberId, additional, completeness, sealed);
    }

    public Message with(Payload value) {
        return new Message(value, headers, event, origin, subscriberId, additional, completeness, sealed);
    }

    public Message with(SenderDetails value) {
        return new Message(payload, headers, event, origin, subscriberId, value, completeness, sealed);
    }

    public Message with(Completeness value) {
        return new Message(payload, headers, event, origin, subscriberId, additional, value, sealed);
    }

    public Message with(Sealed value) {
        return new Message(payload, headers, event, origin, subscriberId, additional, completeness, value);
    }

    public Message withKey(String key) {
        return with(origin.withKey(key));
    }

    public Message withSubscriber(@Nullable String subscriber) {
        return new Message(payload, headers, event, origin, subscriber, additional, completeness, sealed);
    }

    /** False when part of it is missing, so that it must not be sent. */
    public boolean isWhole() {
        return completeness.isWhole();
    }
}

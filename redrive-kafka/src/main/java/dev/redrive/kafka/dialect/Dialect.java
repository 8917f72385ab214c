package dev.redrive.kafka.dialect;

import java.util.Locale;

/** The formats of dead letter records. They are tried in this order, and the first that recognises a record reads it. */
public enum Dialect {
    /** {@code DlqPublisher}: a JSON value that holds the message. */
    REDRIVE,
    SPRING,
    CONNECT,
    STREAMS,
    SHARE_GROUP,
    SMALLRYE,
    /** Nothing but {@code x-original-topic}, {@code x-error-message} or {@code x-retry-count}. */
    X_HEADERS,
    /** A JSON document with the message in it, as many programs write it: {@code original_message}, {@code errorReason}. */
    JSON,
    /** A record in a dead letter topic that says nothing of itself. */
    BARE;

    /** As it is written in a letter's context and in metrics: {@code share-group}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

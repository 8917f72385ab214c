package dev.redrive.letter;

/** The kind of error that made a message fail. */
public enum Category {
    TIMEOUT(Retryability.TRANSIENT),
    DOWNSTREAM_FAILURE(Retryability.TRANSIENT),
    PERSISTENCE(Retryability.TRANSIENT),
    RATE_LIMIT(Retryability.TRANSIENT),
    DESERIALIZATION(Retryability.PERMANENT),
    VALIDATION(Retryability.PERMANENT),
    DUPLICATE(Retryability.PERMANENT),
    AUTHORIZATION(Retryability.PERMANENT),
    NOT_FOUND(Retryability.PERMANENT),
    UNKNOWN(Retryability.UNKNOWN);

    private final Retryability retryability;

    Category(Retryability retryability) {
        this.retryability = retryability;
    }

    /** Whether errors of this kind usually go away by themselves. */
    public Retryability retryability() {
        return retryability;
    }
}

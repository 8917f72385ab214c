package dev.redrive.kafka;

import java.util.Set;

/** The names of the headers that we write. */
public final class DlqHeaders {
    /** On a dead letter topic: how often the record was sent back already. */
    public static final String RETRY_COUNT = "x-retry-count";

    public static final String ORIGINAL_TOPIC = "x-original-topic";
    public static final String ERROR_MESSAGE = "x-error-message";

    /** On a topic of parked records: why nobody tries this one again. */
    public static final String PARKED_REASON = "x-parked-reason";

    /** On a topic of parked records: the record of the dead letter topic that it came from, see {@link ParkedFrom}. */
    public static final String PARKED_FROM = "x-parked-from";

    /** Ours on a dead letter topic: replaced each time, and taken off on the way back. */
    public static final Set<String> OF_DEAD_LETTERS =
            Set.of(RETRY_COUNT, ORIGINAL_TOPIC, ERROR_MESSAGE, PARKED_REASON, PARKED_FROM);

    /** On the way back: which letter it is. */
    public static final String LETTER_ID = "redrive-id";

    /** On the way back: the token of the attempt that sent it, as a decimal number. */
    public static final String ATTEMPT = "redrive-attempt";

    public static final String IDEMPOTENCY_KEY = "redrive-idempotency-key";

    /** On the way back: when the original was written, in milliseconds since 1970. */
    public static final String ORIGINAL_TIMESTAMP = "redrive-original-timestamp";

    private DlqHeaders() {}
}

package dev.redrive.kafka.record;

import java.util.Set;

/** The names of the headers that Redrive writes. */
public final class DlqHeaders {
    /** On a dead letter topic: how often the record was sent back already. */
    public static final String RETRY_COUNT = "x-retry-count";

    public static final String ORIGINAL_TOPIC = "x-original-topic";
    public static final String ERROR_MESSAGE = "x-error-message";

    /** On a topic of parked records: why this one is not retried. */
    public static final String PARKED_REASON = "x-parked-reason";

    /** On a topic of parked records: the record of the dead letter topic that it came from, see {@link ParkedFrom}. */
    public static final String PARKED_FROM = "x-parked-from";

    /**
     * On a record that would be too large as JSON: the {@link DlqRecord} as JSON without what stands in the record itself,
     * which then has key, value and headers of the original.
     */
    public static final String RECORD = "x-dlq-record";

    /** Beside {@link #RECORD}: {@code gzip} when the value is compressed. */
    public static final String VALUE_ENCODING = "x-dlq-value-encoding";

    /** On a parked record that was not readable and did not fit: how many bytes its value had. */
    public static final String PAYLOAD_CUT = "x-payload-cut";

    /** Redrive's own on a dead letter topic: replaced each time, and removed when the record is sent back. */
    public static final Set<String> OF_DEAD_LETTERS = Set.of(
            RETRY_COUNT,
            ORIGINAL_TOPIC,
            ERROR_MESSAGE,
            PARKED_REASON,
            PARKED_FROM,
            RECORD,
            VALUE_ENCODING,
            PAYLOAD_CUT);

    /** On a record that is sent back: the id of the letter. */
    public static final String LETTER_ID = "redrive-id";

    /** On a record that a Redrive server sends back: which retry of the letter this is, from 1, as a decimal number. */
    public static final String ATTEMPT = "redrive-attempt";

    /** On a record that a Redrive server sends back: identifies the attempt when the record comes back. */
    public static final String TOKEN = "redrive-token";

    public static final String IDEMPOTENCY_KEY = "redrive-idempotency-key";

    /** On a record that is sent back: when the original was written, in milliseconds since 1970. */
    public static final String ORIGINAL_TIMESTAMP = "redrive-original-timestamp";

    private DlqHeaders() {}
}

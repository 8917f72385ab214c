package dev.redrive.mongo.documents;

import org.bson.Document;

/** The names of the fields of a letter's document that queries and changes mention. */
public final class LetterFields {
    /** The collection of the letters. */
    public static final String LETTERS = "dlq_messages";

    public static final String ID = "_id";
    public static final String STATUS = "status";
    public static final String CHANNEL = "channel";
    public static final String PRIORITY = "priority";
    public static final String CREATED_AT = "createdAt";
    public static final String UPDATED_AT = "updatedAt";
    public static final String NEXT_RETRY_AT = "nextRetryAt";
    public static final String LOCKED_BY = "lockedBy";
    public static final String LOCKED_AT = "lockedAt";
    public static final String LOCKED_UNTIL = "lockedUntil";
    public static final String RETRY_COUNT = "retryCount";
    public static final String MAX_RETRIES = "maxRetries";
    public static final String DLQ_RETRY_COUNT = "dlqRetryCount";
    /** The token of the attempt that is being made, or of the last one. */
    public static final String ATTEMPT = "attempt";

    public static final String ATTEMPTS = "replayAttempts";
    /** Where attempts are that a document has no room for, the oldest first. */
    public static final String OLDER_ATTEMPTS = "olderAttempts";
    /** How many attempts are in the document itself, and about how many bytes they have. */
    public static final String ATTEMPT_COUNT = "attemptCount";

    public static final String ATTEMPT_BYTES = "attemptBytes";
    public static final String ERROR_TYPE = "errorType";
    public static final String CATEGORY = "category";
    public static final String CAUSE = "cause";
    public static final String LAST_ERROR = "lastError";
    public static final String LAST_ERROR_TYPE = "lastErrorType";
    public static final String LAST_CAUSE = "lastCause";
    public static final String LAST_FAILED_AT = "lastFailedAt";
    public static final String FIRST_FAILED_AT = "firstFailedAt";
    public static final String RESOLUTION = "resolution";
    public static final String RECEIPT = "receipt";
    /** Where it stood before a person closed it. */
    public static final String FORMER = "former";
    /** The bulk action that closed it. */
    public static final String CLOSED_BY = "closedBy";

    public static final String VERSION = "version";
    public static final String VERSIONS = "versions";
    public static final String PAYLOAD_SIZE = "payloadSize";
    public static final String COMPLETENESS = "completeness";
    public static final String ORDERED = "ordered";
    public static final String MESSAGE_KEY = "messageKey";
    public static final String METADATA = "metadata";
    public static final String TAGS = "metadata.tags";
    /** The values by which it is found, see {@link KeptPaths}. */
    public static final String ATTRIBUTES = "attributes";

    public static final String CAPTURE_KEY = "captureKey";

    /** Where a letter goes back to when the worker that claimed it as it stood does not come back. */
    public static final String BACK_TO = "backTo";

    public static final String BACK_DUE = "backDue";

    /** The sequence of an open letter of an ordered channel. */
    public static final String SEQUENCE = "sequence";
    /** The sequence again, in the one letter whose turn it is; a unique index keeps it one. */
    public static final String TURN = "turn";
    /** In the others: true. */
    public static final String BEHIND = "behind";

    /** Another value after every change: a change is made only when the letter still has the one that was read. */
    public static final String ETAG = "etag";
    /** The last few values of that: by them a change that was followed by others is known to have been made. */
    public static final String RECENT = "recentEtags";
    /** The first value of that, which tells a letter from an earlier one of the same id. */
    public static final String BORN = "born";
    /** The batch whose commit makes the letter visible, or {@link #GONE}. */
    public static final String HIDDEN = "hidden";
    /** Nothing of a deleted letter is left but what the counters have to be corrected by. */
    public static final String GONE = "gone";
    /** Who is about to delete or rewrite it. A legal hold takes this away. */
    public static final String LEAVING = "leaving";

    public static final String LEAVING_SINCE = "leavingSince";

    /** What the counters hold of it, and since which round; and whether it has changed since. */
    public static final String COUNTED = "counted";

    public static final String COUNTED_ROUND = "countedRound";
    public static final String UNCOUNTED = "uncounted";

    private LetterFields() {}

    /** A filter for letters that are there for everybody. */
    public static Document visible() {
        return new Document(HIDDEN, null);
    }
}

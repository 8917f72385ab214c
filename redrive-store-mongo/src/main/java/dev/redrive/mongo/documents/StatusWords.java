package dev.redrive.mongo.documents;

import dev.redrive.letter.LetterStatus;
import java.util.Collection;
import java.util.List;

/** The words for the statuses of letters in documents. */
public final class StatusWords {
    public static final String PENDING = "dlq_pending";
    public static final String PROCESSING = "dlq_processing";
    public static final String REPLAYED = "dlq_replayed";
    public static final String FAILED = "dlq_failed";

    private StatusWords() {}

    public static String of(LetterStatus status) {
        return switch (status) {
            case PENDING -> PENDING;
            case RETRYING -> PROCESSING;
            case REPLAYED -> REPLAYED;
            case RESOLVED -> "dlq_resolved";
            case FAILED -> FAILED;
            case MANUAL -> "dlq_manual";
            case ARCHIVED -> "dlq_archived";
        };
    }

    public static List<String> of(Collection<LetterStatus> statuses) {
        return statuses.stream().map(StatusWords::of).toList();
    }

    public static LetterStatus status(String word) {
        return word.equals(REPLAYED) ? LetterStatus.REPLAYED : LetterStatus.of(word);
    }
}

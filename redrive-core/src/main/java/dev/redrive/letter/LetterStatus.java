package dev.redrive.letter;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The status of a letter, and the only definition of which moves are allowed. Declared in the order in which
 * it is stored: append, never reorder.
 */
public enum LetterStatus {
    /** Waits for its next automatic retry. */
    PENDING,
    /** Leased by a worker right now. */
    RETRYING,
    /** Sent back to its broker; the outcome is not known yet. */
    REPLAYED,
    /** Processed. */
    RESOLVED,
    /** Permanent error or retries exhausted; needs a person. */
    FAILED,
    /** Set aside for a person's decision. */
    MANUAL,
    /** Closed by a person or by retention. */
    ARCHIVED;

    private static final Map<String, LetterStatus> ALIASES = Map.ofEntries(
            Map.entry("dlq_pending", PENDING),
            Map.entry("reprocessing", RETRYING),
            Map.entry("dlq_processing", RETRYING),
            Map.entry("success", RESOLVED),
            Map.entry("dlq_resolved", RESOLVED),
            Map.entry("dead", FAILED),
            Map.entry("dlq_failed", FAILED),
            Map.entry("dlq_manual", MANUAL),
            Map.entry("discarded", ARCHIVED),
            Map.entry("dlq_archived", ARCHIVED));

    /**
     * Where a letter that was closed by hand stands when it is restored: where it stood before. One that retention closed, or of
     * which that is not known, waits for a person.
     */
    public static LetterStatus restored(@Nullable LetterStatus former) {
        if (former == null) return MANUAL;
        return switch (former) {
            case PENDING, REPLAYED, RESOLVED, FAILED, MANUAL -> former;
            case RETRYING, ARCHIVED -> MANUAL;
        };
    }

    /** Where a move leads from here, or empty when it is not allowed; {@link #restored} says more about {@code RESTORE}. */
    public Optional<LetterStatus> after(Move move) {
        return Optional.ofNullable(next(move));
    }

    private @Nullable LetterStatus next(Move move) {
        return switch (this) {
            case PENDING ->
                switch (move) {
                    case CLAIM -> RETRYING;
                    case RESET, REQUEUE -> PENDING;
                    case ARCHIVE, DISCARD -> ARCHIVED;
                    case SUCCEED, SEND, RETRY, GIVE_UP, SET_ASIDE, RELEASE, LOSE_LEASE, RESTORE, CONFIRM, COME_BACK ->
                        null;
                };
            case RETRYING ->
                switch (move) {
                    case SUCCEED -> RESOLVED;
                    case SEND -> REPLAYED;
                    case RETRY, RELEASE, LOSE_LEASE, COME_BACK -> PENDING;
                    case GIVE_UP -> FAILED;
                    case SET_ASIDE -> MANUAL;
                    case CLAIM, RESET, REQUEUE, ARCHIVE, DISCARD, RESTORE, CONFIRM -> null;
                };
            case REPLAYED ->
                switch (move) {
                    case CONFIRM -> RESOLVED;
                    case COME_BACK, RESET -> PENDING;
                    case GIVE_UP -> FAILED;
                    case SET_ASIDE -> MANUAL;
                    case ARCHIVE, DISCARD -> ARCHIVED;
                    case CLAIM, SUCCEED, SEND, RETRY, RELEASE, LOSE_LEASE, REQUEUE, RESTORE -> null;
                };
            case RESOLVED ->
                switch (move) {
                    case COME_BACK -> PENDING;
                    case GIVE_UP -> FAILED;
                    case SET_ASIDE -> MANUAL;
                    case ARCHIVE -> ARCHIVED;
                    case CLAIM, SUCCEED, SEND, RETRY, RELEASE, LOSE_LEASE, RESET, REQUEUE, DISCARD, RESTORE, CONFIRM ->
                        null;
                };
            case FAILED, MANUAL ->
                switch (move) {
                    case CLAIM -> RETRYING;
                    case RESET, REQUEUE -> PENDING;
                    case ARCHIVE, DISCARD -> ARCHIVED;
                    case SUCCEED, SEND, RETRY, GIVE_UP, SET_ASIDE, RELEASE, LOSE_LEASE, RESTORE, CONFIRM, COME_BACK ->
                        null;
                };
            case ARCHIVED -> move == Move.RESTORE ? MANUAL : null;
        };
    }

    /** True while the letter still needs something to happen; open letters never expire and hold their sequence. */
    public boolean isOpen() {
        return this != RESOLVED && this != ARCHIVED;
    }

    /** True for a word, ours or of another queue, that says that nothing is to be done any more; false for an unknown one. */
    public static boolean saysClosed(String word) {
        try {
            return !of(word).isOpen();
        } catch (IllegalArgumentException unknown) {
            return false;
        }
    }

    /** Reads our own names and the words that other queues use, in any case. */
    public static LetterStatus of(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        LetterStatus alias = ALIASES.get(lower);
        return alias != null ? alias : valueOf(lower.toUpperCase(Locale.ROOT));
    }
}

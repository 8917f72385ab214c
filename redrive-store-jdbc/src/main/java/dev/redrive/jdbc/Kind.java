package dev.redrive.jdbc;

import dev.redrive.letter.Failure;
import java.util.UUID;

/** What a letter is counted under: its channel, error type, category (as stored) and cause. */
record Kind(String channel, String errorType, int category, UUID cause) {
    static Kind of(String channel, Failure failure, UUID cause) {
        return new Kind(channel, failure.type(), failure.category().ordinal(), cause);
    }
}

package dev.redrive.cause;

import dev.redrive.store.StatusCounts;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The failures that share one fingerprint: one bug or outage, many letters. */
public record Cause(
        Fingerprint fingerprint,
        CauseState state,
        @Nullable String stateBy,
        Instant firstSeen,
        Instant lastSeen,
        StatusCounts counts) {

    public CauseId id() {
        return fingerprint.id();
    }

    public String title() {
        return fingerprint.title();
    }
}

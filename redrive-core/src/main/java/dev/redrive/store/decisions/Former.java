package dev.redrive.store.decisions;

import dev.redrive.letter.Completeness;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Resolution;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a letter stood before a person archived or discarded it, so that it can be restored.
 *
 * @param dueAt when it was due, of one that waited
 * @param receipt where it had been sent, of one in {@code REPLAYED}
 * @param resolution how it had been closed, without notes, of one that was resolved
 */
public record Former(
        LetterStatus status,
        @Nullable Instant dueAt,
        @Nullable String receipt,
        @Nullable Resolution resolution) {
    public Former {
        if (resolution != null) resolution = resolution.noted(null);
    }

    /** Of a letter of which that is not known. */
    public static Former unknown() {
        return new Former(LetterStatus.MANUAL, null, null, null);
    }

    /** Where it stands when it is restored: what is not whole is not sent by itself. */
    public LetterStatus restored(Completeness completeness) {
        LetterStatus to = LetterStatus.restored(status);
        return to == LetterStatus.PENDING && !completeness.isWhole() ? LetterStatus.MANUAL : to;
    }
}

package dev.redrive.server.stats;

import dev.redrive.letter.LetterStatus;
import dev.redrive.store.StatusCounts;

/** Letters by status as answers show them; {@code success} are the resolved ones. */
public record Counts(
        long pending, long retrying, long replayed, long failed, long manual, long success, long archived, long total) {

    public static Counts of(StatusCounts counts) {
        return new Counts(
                counts.of(LetterStatus.PENDING),
                counts.of(LetterStatus.RETRYING),
                counts.of(LetterStatus.REPLAYED),
                counts.of(LetterStatus.FAILED),
                counts.of(LetterStatus.MANUAL),
                counts.of(LetterStatus.RESOLVED),
                counts.of(LetterStatus.ARCHIVED),
                counts.total());
    }
}

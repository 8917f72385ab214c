package dev.redrive.server.stats;

import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;

/** Letters by status as answers show them; {@code success} are the resolved ones. */
public record StatusCountsJson(
        long pending, long retrying, long replayed, long failed, long manual, long success, long archived, long total) {

    public static StatusCountsJson of(StatusCounts counts) {
        return new StatusCountsJson(
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

package dev.redrive.cause;

import dev.redrive.internal.text.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What a person wrote about a cause. */
public record CauseNote(String text, String by, Instant at) {
    public CauseNote {
        text = CleanText.text(text);
        by = CleanText.text(by);
        at = at.truncatedTo(ChronoUnit.MILLIS);
    }
}

package dev.redrive.server.letters;

import dev.redrive.letter.LetterId;
import dev.redrive.server.pages.NameText;
import dev.redrive.store.questions.Page;
import java.time.Instant;
import java.util.Optional;

/**
 * How far a search for text came: letters are looked at one by one, and for no longer than a page may take.
 *
 * @param complete false when it ran out of time, so that older letters were not looked at
 * @param lookedAt how many letters it looked at; 0 when an index gave the letters
 * @param until the time of the last letter that it looked at, when there are more behind it
 */
public record SearchReach(boolean complete, long lookedAt, Optional<Instant> until) {
    static SearchReach of(Page page) {
        return new SearchReach(
                page.complete(),
                page.lookedAt(),
                Optional.ofNullable(page.next()).map(LetterId::createdAt));
    }

    /** Where nothing was searched. */
    static SearchReach none() {
        return new SearchReach(true, 0, Optional.empty());
    }

    /** How many letters, in words. */
    public String letters(boolean isFirstPage) {
        return (isFirstPage ? "the newest " : "")
                + NameText.count(lookedAt, "letter", "letters")
                + (isFirstPage ? "" : " more");
    }
}

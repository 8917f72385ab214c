package dev.redrive.store.views;

import dev.redrive.internal.text.CleanText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A filter, sort and columns of the list of letters under a name.
 *
 * @param owner whose it is; null for one that is shared
 * @param query of the address of the list, such as {@code channel=orders&order=oldest}
 * @param by who saved it last
 */
public record SavedView(String name, @Nullable String owner, String query, String by, Instant savedAt) {
    public SavedView {
        name = CleanText.text(name);
        owner = CleanText.textOrNull(owner);
        query = CleanText.text(query);
        by = CleanText.text(by);
        savedAt = savedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public boolean isShared() {
        return owner == null;
    }
}

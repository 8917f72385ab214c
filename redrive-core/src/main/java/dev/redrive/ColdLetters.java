package dev.redrive;

import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.ColdPage;
import dev.redrive.cold.RestoreResult;
import dev.redrive.internal.archive.ArchiveLookup;
import dev.redrive.internal.archive.ArchiveSearch;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.capture.Importer;
import dev.redrive.letter.LetterId;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.questions.Filter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds letters in the archive and brings them back. */
public final class ColdLetters {
    /** How many are imported at once; a page of a search may end before. */
    private static final int AT_ONCE = 250;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Optional<LetterArchive> archive;
    private final DeadLetterStore store;
    private final Importer importer;

    ColdLetters(Optional<LetterArchive> archive, DeadLetterStore store, Importer importer) {
        this.archive = archive;
        this.store = store;
        this.importer = importer;
    }

    /** Whether there is an archive; without one every other call fails with {@link IllegalStateException}. */
    public boolean isConfigured() {
        return archive.isPresent();
    }

    private LetterArchive archive() {
        return archive.orElseThrow(() -> new IllegalStateException("there is no archive; open the queue with one"));
    }

    // Finding

    /** The newest line that the archive has about a letter; empty also when its object is damaged, which a search says. */
    public Optional<ColdLetter> find(LetterId id) {
        return search(List.of(id), null).letters().stream().findFirst();
    }

    /**
     * The next letters of these ids, the smallest first; a page ends early when the letters are large or from many hours.
     *
     * @param cursor {@link ColdPage#next} of the page before
     * @throws IllegalArgumentException when it is none
     */
    public ColdPage search(Collection<LetterId> ids, @Nullable String cursor) {
        return marked(archive().lookup(ids).page(cursor));
    }

    /**
     * The next matching letters, the newest hour first; a page ends early when it took long or read much, and says where it goes
     * on. When an object is written anew meanwhile, its letters may come twice.
     *
     * @throws IllegalArgumentException when no search gave this cursor
     */
    public ColdPage search(Filter filter, @Nullable String cursor, int limit) {
        return marked(search(filter).page(cursor, limit));
    }

    /** With what the store says of the letters. */
    private ColdPage marked(ColdPage page) {
        if (page.letters().isEmpty()) return page;
        Set<LetterId> inStore = store.states(page.letters().stream()
                        .map(letter -> letter.whole().letter().id())
                        .toList())
                .keySet();
        return page.with(page.letters().stream()
                .map(letter -> new ColdLetter(
                        letter.whole(),
                        letter.object(),
                        inStore.contains(letter.whole().letter().id())))
                .toList());
    }

    // Restoring

    /** The same as {@link #restore(Collection, String, String)} for all of these, however long it takes. */
    public RestoreResult restore(Collection<LetterId> ids, @Nullable String by) {
        return restore(ids, null, Instant.MAX, by);
    }

    /**
     * Brings letters back as {@code MANUAL}, with their ids, attempts and versions; those in the store stay as they are.
     *
     * @param cursor {@link RestoreResult#next()} of the call before, which ended early because it took long
     * @throws IllegalArgumentException when it is none
     */
    public RestoreResult restore(Collection<LetterId> ids, @Nullable String cursor, @Nullable String by) {
        return restore(ids, cursor, deadline(), by);
    }

    private RestoreResult restore(
            Collection<LetterId> ids, @Nullable String cursor, Instant deadline, @Nullable String by) {
        ArchiveLookup lookup = archive().lookup(ids);
        LetterRestore restore = new LetterRestore(importer, by, cursor);
        while (restore.goesOn() && store.clock().instant().isBefore(deadline)) restore.add(lookup::page);
        return restore.end();
    }

    private ArchiveSearch search(Filter filter) {
        SearchPaths paths = filter.attributes().isEmpty()
                ? SearchPaths.none()
                : store.attributes().paths();
        filter.checkAttributes(paths);
        return archive().search(filter, paths);
    }

    /** The same for all letters that match, at most {@code limit} in one call; {@link RestoreResult#next()} says where it goes on. */
    public RestoreResult restore(Filter filter, @Nullable String cursor, int limit, @Nullable String by) {
        ArchiveSearch search = search(filter);
        Instant deadline = deadline();
        LetterRestore restore = new LetterRestore(importer, by, cursor);
        while (restore.goesOn()
                && restore.looked() < limit
                && store.clock().instant().isBefore(deadline))
            restore.add(from -> search.page(from, Math.min(AT_ONCE, limit - restore.looked())));
        return restore.end();
    }

    private Instant deadline() {
        return store.clock().instant().plus(PATIENCE);
    }
}

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
import dev.redrive.store.questions.Filter;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

    /** The newest line that the archive has about a letter. */
    public Optional<ColdLetter> find(LetterId id) {
        List<ColdLetter> found = archive().lookup().find(List.of(id), damage -> {});
        return marked(found).stream().findFirst();
    }

    /**
     * The next matching letters, the newest hour first; a page ends early when it took long or read much, and says where it goes
     * on.
     *
     * @throws IllegalArgumentException when no search gave this cursor
     */
    public ColdPage search(Filter filter, @Nullable String cursor, int limit) {
        ColdPage page = archive().search(filter).page(cursor, limit);
        return new ColdPage(
                marked(page.letters()),
                page.next(),
                page.objects(),
                page.bytesRead(),
                page.lookedBackTo(),
                page.problems());
    }

    /** With what the store says of them. */
    private List<ColdLetter> marked(List<ColdLetter> letters) {
        if (letters.isEmpty()) return letters;
        Set<LetterId> inStore = store.states(letters.stream()
                        .map(letter -> letter.whole().letter().id())
                        .toList())
                .keySet();
        return letters.stream()
                .map(letter -> new ColdLetter(
                        letter.whole(),
                        letter.object(),
                        inStore.contains(letter.whole().letter().id())))
                .toList();
    }

    // Restoring

    /** Brings letters back as {@code MANUAL}, with their ids, attempts and versions; those in the store stay as they are. */
    public RestoreResult restore(Collection<LetterId> ids, @Nullable String by) {
        ArchiveLookup lookup = archive().lookup();
        LetterRestore restore = new LetterRestore(importer, by);
        List<LetterId> left = List.copyOf(new TreeSet<>(ids));
        for (int from = 0; from < left.size(); from += AT_ONCE) {
            List<LetterId> some = left.subList(from, Math.min(left.size(), from + AT_ONCE));
            restore.add(some, lookup.find(some, restore::problem));
        }
        return restore.end(Optional.empty(), lookup.bytesRead());
    }

    /** The same for all letters that match, at most {@code limit} in one call; {@link RestoreResult#next()} says where it goes on. */
    public RestoreResult restore(Filter filter, @Nullable String cursor, int limit, @Nullable String by) {
        ArchiveSearch search = archive().search(filter);
        Instant deadline = store.clock().instant().plus(PATIENCE);
        LetterRestore restore = new LetterRestore(importer, by);
        Optional<String> next = Optional.ofNullable(cursor);
        long bytesRead = 0;
        int found = 0;
        do {
            ColdPage page = search.page(next.orElse(null), Math.min(AT_ONCE, limit - found));
            restore.add(page.letters());
            page.problems().forEach(restore::problem);
            bytesRead += page.bytesRead();
            found += page.letters().size();
            next = page.next();
        } while (next.isPresent() && found < limit && store.clock().instant().isBefore(deadline));
        return restore.end(next, bytesRead);
    }
}

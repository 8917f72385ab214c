package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.attributes.SearchPaths;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.WholeLetter;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The letters in an archive: what writes, reads and changes them. Safe to use from many threads and processes at once. */
public final class LetterArchive {
    private final Archive archive;
    private final InstantSource clock;
    private final ArchiveLines lines;
    private final IndexCache indexes = new IndexCache();
    private final ObjectRewriter rewriter;
    private final LetterArchiver archiver;

    /** @param ids names the objects that are written */
    public LetterArchive(Archive archive, InstantSource clock, LetterIds ids) {
        this.archive = archive;
        this.clock = clock;
        this.lines = new ArchiveLines(clock);
        ObjectPublisher publisher = new ObjectPublisher(archive, indexes, ids);
        this.rewriter = new ObjectRewriter(archive, indexes, lines, publisher);
        this.archiver = new LetterArchiver(archive, indexes, lines, publisher, rewriter);
    }

    /**
     * Looks whether the archive is there, which shows also when nothing has to be written.
     *
     * @throws ArchiveException when it is not
     */
    public void look() {
        var unused = archive.folders(ObjectKey.ROOT);
    }

    /** Writes letters into the archive. */
    public LetterArchiver archiver() {
        return archiver;
    }

    /** A search for letters that match a filter; their attributes are at these paths. */
    public ArchiveSearch search(Filter filter, SearchPaths paths) {
        return new ArchiveSearch(archive, new ObjectReader(archive, indexes), lines, clock, filter, paths);
    }

    /** A search for letters by their ids. */
    public ArchiveLookup lookup(Collection<LetterId> ids) {
        return new ArchiveLookup(archive, new ObjectReader(archive, indexes), lines, ids);
    }

    /** All objects with letters below a prefix such as {@code dlq/2026/}, in the order of their keys. */
    public List<ArchiveObject> objects(String prefix) {
        return ArchivedCopies.objects(archive, prefix);
    }

    /**
     * Hands over all letters of an object, one frame after the other.
     *
     * @param problems is told about lines that are no letters, and when the object cannot be read, after the letters before the
     *     damage were handed over
     */
    public void read(ArchiveObject object, Consumer<WholeLetter> letters, Consumer<String> problems) {
        ObjectReader reader = new ObjectReader(archive, indexes);
        try {
            for (Frame frame : reader.index(object).frames())
                lines.in(reader, object, frame, problems).forEach(letters);
        } catch (DamagedObject e) {
            problems.accept(e.getMessage());
        }
    }

    /**
     * Deletes objects that others of the same folder were written instead of: a process that ended in between left both. Returns
     * their keys.
     */
    public Set<String> deleteReplaced(Collection<ArchiveObject> beside) {
        ObjectReader reader = new ObjectReader(archive, indexes);
        Set<String> deleted = new HashSet<>();
        beside.stream()
                .map(object -> ObjectKey.folderOf(object.key()))
                .distinct()
                .forEach(folder -> deleted.addAll(ArchivedCopies.deleteReplaced(archive, reader, objects(folder))));
        return deleted;
    }

    /** What becomes of a letter when its object is written anew; empty when it is left out. */
    public interface Change {
        Optional<WholeLetter> of(WholeLetter letter);
    }

    /**
     * Writes an object anew with changed letters, under another key. The old one goes when the new one is there and right; when no
     * letter is left there is no new one. Of two processes that do this to one object at once, both may leave a new one, so
     * whoever calls this sees to it that nobody else does.
     *
     * @throws ArchiveException also when the object is damaged; it stays then
     */
    public void rewrite(ArchiveObject object, Change change) {
        try {
            rewriter.rewrite(object, change);
        } catch (DamagedObject e) {
            throw new ArchiveException("an object cannot be written anew: " + e.getMessage(), e);
        }
    }
}

package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.cold.ColdLetter;
import dev.redrive.cold.ColdPage;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.letter.LetterId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds letters by their ids, which say in which hour they were captured. For one thread. */
public final class ArchiveLookup {
    /** Of so many hours objects are looked at for one page. */
    private static final int MOST_HOURS = 100;

    private static final int MOST_PROBLEMS = 100;

    private final Archive archive;
    private final ObjectReader reader;
    private final ArchiveLines lines;
    private final NavigableSet<LetterId> ids;

    ArchiveLookup(Archive archive, ObjectReader reader, ArchiveLines lines, Collection<LetterId> ids) {
        this.archive = archive;
        this.reader = reader;
        this.lines = lines;
        this.ids = new TreeSet<>(ids);
    }

    /**
     * The letters that come next in the order of their ids, as far as the archive has them; whether they are in the store is for
     * the caller to say.
     *
     * @param cursor {@link ColdPage#next} of the page before
     * @throws IllegalArgumentException when it is none
     */
    public ColdPage page(@Nullable String cursor) {
        NavigableSet<LetterId> left = cursor == null ? ids : ids.tailSet(id(cursor), false);
        PageBuilder page = new PageBuilder();
        for (int hours = 0; hours < MOST_HOURS && !left.isEmpty() && !page.isFull(); hours++)
            left = left.tailSet(page.find(ofOneHour(left)), false);
        return page.end(!left.isEmpty());
    }

    private static LetterId id(String cursor) {
        try {
            return LetterId.of(cursor);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("this is not a cursor of a search for ids: " + e.getMessage(), e);
        }
    }

    /** The first of these ids and those of the same hour. */
    private static NavigableSet<LetterId> ofOneHour(NavigableSet<LetterId> ids) {
        String hour = ObjectKey.hour(ids.first().createdAt());
        NavigableSet<LetterId> some = new TreeSet<>();
        for (LetterId id : ids) {
            if (!ObjectKey.hour(id.createdAt()).equals(hour)) return some;
            some.add(id);
        }
        return some;
    }

    /** A page as far as it was found. */
    private final class PageBuilder {
        private final LetterBatch letters = new LetterBatch();
        private final NavigableSet<LetterId> lookedFor = new TreeSet<>();
        private final List<String> problems = new ArrayList<>();
        private final long readBefore = reader.bytesRead();
        private long objects;

        boolean isFull() {
            return letters.isFull();
        }

        /** Looks for letters of one hour, and returns the last one that was looked for: there may be no room for others. */
        LetterId find(NavigableSet<LetterId> wanted) {
            for (ArchiveObject object : ArchivedCopies.objects(
                    archive, ObjectKey.hour(wanted.first().createdAt()))) {
                try {
                    find(object, wanted);
                } catch (DamagedObject e) {
                    problem(e);
                }
            }
            lookedFor.addAll(letters.kept(wanted));
            return lookedFor.last();
        }

        private void find(ArchiveObject object, NavigableSet<LetterId> wanted) throws DamagedObject {
            objects++;
            ObjectIndex index = reader.index(object);
            NavigableSet<LetterId> here = new TreeSet<>();
            for (LetterId id : letters.kept(wanted)) if (index.mayHold(id)) here.add(id);
            for (Frame frame : index.frames()) {
                if (letters.kept(here).stream().noneMatch(frame::mayHold)) continue;
                reader.lines(object.key(), frame, (buffer, from, length) -> {
                    Optional<LetterId> id = ArchiveLines.id(buffer, from, length);
                    if (id.isEmpty() || !letters.kept(here).contains(id.get())) return;
                    add(object.key(), buffer, from, length);
                });
            }
        }

        private void add(String object, byte[] buffer, int from, int length) {
            try {
                letters.add(new ColdLetter(lines.read(object, buffer, from, length), object, false), length);
            } catch (DamagedObject e) {
                problem(e);
            }
        }

        private void problem(DamagedObject damage) {
            if (problems.size() < MOST_PROBLEMS) problems.add(String.valueOf(damage.getMessage()));
        }

        ColdPage end(boolean goesOn) {
            Optional<String> next = goesOn ? Optional.of(lookedFor.last().toString()) : Optional.empty();
            List<ColdLetter> found = letters.letters();
            found.forEach(letter -> lookedFor.remove(letter.whole().letter().id()));
            return new ColdPage(
                    found,
                    List.copyOf(lookedFor),
                    next,
                    objects,
                    reader.bytesRead() - readBefore,
                    Optional.empty(),
                    problems);
        }
    }
}

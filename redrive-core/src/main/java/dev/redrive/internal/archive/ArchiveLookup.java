package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.cold.ColdLetter;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Finds letters by their ids, which say in which hour they were captured. For one thread. */
public final class ArchiveLookup {
    private final Archive archive;
    private final ObjectReader reader;
    private final ArchiveLines lines;

    ArchiveLookup(Archive archive, ObjectReader reader, ArchiveLines lines) {
        this.archive = archive;
        this.reader = reader;
        this.lines = lines;
    }

    /** How many bytes of the archive were read so far. */
    public long bytesRead() {
        return reader.bytesRead();
    }

    /**
     * These letters, as far as the archive has them, in the order of their ids; whether they are in the store is for the caller
     * to say.
     *
     * @param problems is told about objects that cannot be read; they are passed over
     */
    public List<ColdLetter> find(Collection<LetterId> ids, Consumer<String> problems) {
        NavigableSet<LetterId> left = new TreeSet<>(ids);
        List<ColdLetter> found = new ArrayList<>();
        while (!left.isEmpty()) {
            String hour = ObjectKey.hour(left.first().createdAt());
            NavigableSet<LetterId> wanted = new TreeSet<>();
            while (!left.isEmpty() && ObjectKey.hour(left.first().createdAt()).equals(hour))
                wanted.add(left.pollFirst());
            found.addAll(find(hour, wanted, problems));
        }
        return found;
    }

    private Collection<ColdLetter> find(String hour, NavigableSet<LetterId> wanted, Consumer<String> problems) {
        Map<LetterId, ColdLetter> found = new TreeMap<>();
        for (ArchiveObject object : ArchivedCopies.objects(archive, hour)) {
            try {
                find(object, wanted, found);
            } catch (DamagedObject e) {
                problems.accept(e.getMessage());
            }
        }
        return found.values();
    }

    private void find(ArchiveObject object, NavigableSet<LetterId> wanted, Map<LetterId, ColdLetter> found)
            throws DamagedObject {
        ObjectIndex index = reader.index(object);
        NavigableSet<LetterId> here = new TreeSet<>();
        for (LetterId id : wanted) if (index.mayHold(id)) here.add(id);
        for (Frame frame : index.frames()) {
            if (here.subSet(frame.first(), true, frame.last(), true).isEmpty()) continue;
            reader.lines(object.key(), frame, (buffer, from, length) -> {
                Optional<LetterId> id = ArchiveLines.id(buffer, from, length);
                if (id.isEmpty() || !here.contains(id.get())) return;
                ColdLetter letter = new ColdLetter(lines.read(object.key(), buffer, from, length), object.key(), false);
                found.merge(id.get(), letter, ArchiveLookup::newer);
            });
        }
    }

    /** Of two lines about one letter, the one that was changed last. */
    private static ColdLetter newer(ColdLetter one, ColdLetter other) {
        DeadLetter first = one.whole().letter();
        int order = first.state()
                .updatedAt()
                .compareTo(other.whole().letter().state().updatedAt());
        boolean isFirst = order > 0 || (order == 0 && one.object().compareTo(other.object()) > 0);
        return isFirst ? one : other;
    }
}

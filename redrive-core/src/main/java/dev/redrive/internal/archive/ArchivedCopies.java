package dev.redrive.internal.archive;

import static java.util.stream.Collectors.toCollection;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.internal.text.Sha256;
import dev.redrive.letter.LetterId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The lines that a folder of the archive has about some letters already. */
final class ArchivedCopies {
    private static final int AT_ONCE = 1000;

    private final Map<LetterId, List<Copy>> copies = new HashMap<>();

    /** One line about a letter, by the digest of its bytes. */
    record Copy(ArchiveObject object, ByteBuffer digest) {}

    private ArchivedCopies() {}

    /**
     * Looks for letters in a folder. Reads only the frames that may have them.
     *
     * @param problems is told about objects that cannot be read; they are passed over
     */
    static ArchivedCopies in(
            Archive archive, ObjectReader reader, String folder, List<LetterId> letters, Consumer<String> problems) {
        ArchivedCopies found = new ArchivedCopies();
        for (ArchiveObject object : withoutReplaced(archive, reader, folder)) {
            try {
                found.readAll(reader, object, letters);
            } catch (DamagedObject e) {
                problems.accept(e.getMessage());
            }
        }
        return found;
    }

    private static List<ArchiveObject> withoutReplaced(Archive archive, ObjectReader reader, String folder) {
        List<ArchiveObject> objects = objects(archive, folder);
        Set<String> replaced = deleteReplaced(archive, reader, objects);
        return objects.stream()
                .filter(object -> !replaced.contains(object.key()))
                .toList();
    }

    /** A process that ended while it wrote an object anew left the old one beside the new one; returns the keys of the old ones. */
    static Set<String> deleteReplaced(Archive archive, ObjectReader reader, List<ArchiveObject> objects) {
        Set<String> replaced = new HashSet<>();
        for (ArchiveObject object : objects)
            if (!replaced.contains(object.key()))
                replaced(reader, object, objects).ifPresent(replaced::add);
        replaced.forEach(archive::delete);
        return replaced;
    }

    /** The key of the object that this one takes the place of and that is still there; none when this one is not right itself. */
    private static Optional<String> replaced(ObjectReader reader, ArchiveObject object, List<ArchiveObject> objects) {
        try {
            ObjectIndex index = reader.index(object);
            Optional<ArchiveObject> old = index.replaces()
                    .map(id -> ObjectKey.in(ObjectKey.folderOf(object.key()), id))
                    .flatMap(key -> objects.stream()
                            .filter(one -> one.key().equals(key))
                            .findFirst());
            if (old.isEmpty() || old.get().equals(object)) return Optional.empty();
            if (!index.mayBeOf(reader.index(old.get()))) return Optional.empty();
            reader.verify(object, index);
            return old.map(ArchiveObject::key);
        } catch (DamagedObject e) {
            return Optional.empty();
        }
    }

    /** All objects with letters below a prefix. */
    static List<ArchiveObject> objects(Archive archive, String prefix) {
        List<ArchiveObject> all = new ArrayList<>();
        String after = null;
        List<ArchiveObject> some;
        do {
            some = archive.list(prefix, after, AT_ONCE);
            some.stream().filter(object -> ObjectKey.isObject(object.key())).forEach(all::add);
            if (!some.isEmpty()) after = some.get(some.size() - 1).key();
        } while (some.size() == AT_ONCE);
        return all;
    }

    private void readAll(ObjectReader reader, ArchiveObject object, List<LetterId> letters) throws DamagedObject {
        ObjectIndex index = reader.index(object);
        NavigableSet<LetterId> wanted = letters.stream().filter(index::mayHold).collect(toCollection(TreeSet::new));
        for (Frame frame : index.frames()) {
            if (wanted.subSet(frame.first(), true, frame.last(), true).isEmpty()) continue;
            Map<LetterId, Copy> there = new HashMap<>();
            reader.lines(object.key(), frame, (buffer, from, length) -> {
                Optional<LetterId> id = ArchiveLines.id(buffer, from, length);
                if (id.isPresent() && wanted.contains(id.get()))
                    there.put(id.get(), new Copy(object, digest(buffer, from, length)));
            });
            // Only now the whole frame is known to be right: nobody would find letters in a damaged one.
            there.forEach((id, copy) ->
                    copies.computeIfAbsent(id, letter -> new ArrayList<>()).add(copy));
        }
    }

    /** Of a line without its end. */
    static ByteBuffer digest(byte[] buffer, int from, int length) {
        var sha = Sha256.digest();
        sha.update(buffer, from, length);
        return ByteBuffer.wrap(sha.digest());
    }

    List<Copy> of(LetterId id) {
        return copies.getOrDefault(id, List.of());
    }
}

package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.letter.LetterIds;
import java.nio.file.Path;

/** Puts objects into the archive: one is there when it was read back and is right. */
final class ObjectPublisher {
    private final Archive archive;
    private final IndexCache indexes;
    private final LetterIds ids;

    ObjectPublisher(Archive archive, IndexCache indexes, LetterIds ids) {
        this.archive = archive;
        this.indexes = indexes;
        this.ids = ids;
    }

    ArchiveObject put(String folder, Path file, ObjectIndex index) {
        String key = ObjectKey.in(folder, ids.next());
        archive.put(key, file);
        ArchiveObject object = archive.stat(key)
                .orElseThrow(() -> new ArchiveException("the object " + key + " was written and is not there"));
        try {
            new ObjectReader(archive, indexes).verify(object, index);
            return object;
        } catch (DamagedObject e) {
            archive.delete(key);
            throw new ArchiveException(
                    "an object was not written as it should be, and is deleted again: " + e.getMessage(), e);
        }
    }
}

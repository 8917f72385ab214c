package dev.redrive.internal.archive;

import dev.redrive.archive.Archive;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.internal.archive.LetterArchive.Change;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.store.questions.WholeLetter;
import java.util.Arrays;
import java.util.Optional;

/** Writes objects anew, because objects never change. */
final class ObjectRewriter {
    private final Archive archive;
    private final IndexCache indexes;
    private final ArchiveLines lines;
    private final ObjectPublisher publisher;

    ObjectRewriter(Archive archive, IndexCache indexes, ArchiveLines lines, ObjectPublisher publisher) {
        this.archive = archive;
        this.indexes = indexes;
        this.lines = lines;
        this.publisher = publisher;
    }

    /** The old object goes when the new one is there; without letters there is no new one. */
    void rewrite(ArchiveObject object, Change change) throws DamagedObject {
        ObjectReader reader = new ObjectReader(archive, indexes);
        ObjectIndex index = reader.index(object);
        try (ObjectDraft draft = new ObjectDraft(index.errorType(), ObjectKey.id(object.key()))) {
            for (Frame frame : index.frames()) {
                reader.lines(object.key(), frame, (buffer, from, length) -> {
                    WholeLetter letter = lines.read(object.key(), buffer, from, length);
                    Optional<WholeLetter> now = change.of(letter);
                    if (now.isPresent()) draft.add(now.get().letter(), line(now.get(), letter, buffer, from, length));
                });
            }
            if (!draft.isEmpty()) draft.put(publisher, ObjectKey.folderOf(object.key()));
            archive.delete(object.key());
        }
    }

    /** With its end. What does not change stays as it is, byte by byte, whoever wrote it. */
    private static byte[] line(WholeLetter now, WholeLetter before, byte[] buffer, int from, int length) {
        return now.equals(before) ? Arrays.copyOfRange(buffer, from, from + length + 1) : ArchiveLines.write(now);
    }
}

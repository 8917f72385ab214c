package dev.redrive.internal.archive;

import dev.redrive.archive.ArchiveObject;
import dev.redrive.contract.SettableClock;
import dev.redrive.internal.archive.ObjectIndex.Frame;
import dev.redrive.letter.LetterId;
import dev.redrive.store.questions.WholeLetter;
import dev.redrive.testing.InMemoryArchive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Objects in memory, to be read and to be damaged. */
final class ObjectFixture {
    static final String KEY = "dlq/2026/03/02/10/com.acme.Failure/0195a3c4-5d6e-7f80-8123-456789abcdef.ndjson.zst";

    final InMemoryArchive archive = new InMemoryArchive();
    final ArchiveLines lines = new ArchiveLines(SettableClock.standing());

    static byte[] bytes(List<WholeLetter> letters) {
        return bytes(letters, letters.stream().map(ArchiveLines::write).toList());
    }

    static byte[] bytes(List<WholeLetter> letters, List<byte[]> lines) {
        return bytes(letters, lines, Optional.empty());
    }

    static byte[] bytes(List<WholeLetter> letters, List<byte[]> lines, Optional<LetterId> replaced) {
        try {
            Path file = Files.createTempFile("object", ObjectKey.SUFFIX);
            try (ObjectWriter out = new ObjectWriter(file, "com.acme.Failure", replaced)) {
                for (int i = 0; i < letters.size(); i++) out.add(letters.get(i).letter(), lines.get(i));
                var unused = out.finish();
            }
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All letters of an object of these bytes, read anew. */
    List<WholeLetter> read(byte[] object) throws DamagedObject {
        archive.put(KEY, object);
        return read(new ArchiveObject(KEY, object.length));
    }

    List<WholeLetter> read(ArchiveObject object) throws DamagedObject {
        ObjectReader reader = new ObjectReader(archive, new IndexCache());
        List<WholeLetter> letters = new ArrayList<>();
        List<String> badLines = new ArrayList<>();
        for (Frame frame : reader.index(object).frames())
            letters.addAll(lines.in(reader, object, frame, badLines::add));
        if (badLines.isEmpty()) return letters;
        throw new DamagedObject(object.key(), badLines.toString());
    }

    /** The same without making letters of the lines. */
    void unpack(byte[] object) throws DamagedObject {
        archive.put(KEY, object);
        ObjectReader reader = new ObjectReader(archive, new IndexCache());
        for (Frame frame : reader.index(new ArchiveObject(KEY, object.length)).frames())
            reader.lines(KEY, frame, (buffer, from, length) -> {});
    }

    ObjectIndex index(byte[] object) throws DamagedObject {
        archive.put(KEY, object);
        return new ObjectReader(archive, new IndexCache()).index(new ArchiveObject(KEY, object.length));
    }
}

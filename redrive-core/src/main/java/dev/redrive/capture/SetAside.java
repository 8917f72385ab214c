package dev.redrive.capture;

import dev.redrive.store.NewLetter;
import dev.redrive.store.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a journal cannot bring into the store: kept in files beside it, for somebody to look at. */
final class SetAside {
    private static final Logger LOG = LoggerFactory.getLogger(SetAside.class);

    private final Path journal;
    private final Path refused;

    SetAside(Path journal) {
        this.journal = journal;
        this.refused = journal.resolveSibling(journal.getFileName() + ".refused");
    }

    /** The whole file, because letters that can be read show where the damaged ones belong. */
    void damaged(Path file, int places) throws IOException {
        Path kept = another();
        Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
        LOG.error("the journal could not be read in {} places; the file is kept as {}", places, kept);
    }

    /** What is behind the last whole letter, before others are written over it. */
    void endOf(Path file, long whole) throws IOException {
        long size = Files.size(file);
        if (size <= whole) return;
        Path kept = another();
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(kept, StandardOpenOption.WRITE)) {
            for (long at = whole; at < size; ) at += from.transferTo(at, size - at, to);
            to.force(true);
        }
        LOG.warn(
                "the last {} bytes of the journal {} could not be read and are kept as {}; if a crash cut off a letter"
                        + " there, its capture was never answered",
                size - whole,
                journal,
                kept);
    }

    private Path another() throws IOException {
        return Files.createTempFile(journal.toAbsolutePath().getParent(), journal.getFileName() + ".damaged-", "");
    }

    /** Written as a journal is, so that it can be one again once the store takes its letters. */
    void refused(List<NewLetter> letters) throws IOException {
        if (letters.isEmpty()) return;
        PrivateFiles.file(refused);
        try (FileChannel to = FileChannel.open(refused, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (NewLetter letter : letters) {
                ByteBuffer frame = ByteBuffer.wrap(Frames.frame(letter));
                while (frame.hasRemaining()) to.write(frame);
            }
            to.force(true);
        }
        LOG.error(
                "the store refused letters of the journal; they are kept in {}: {}",
                refused,
                letters.stream().map(NewLetter::id).toList());
    }
}

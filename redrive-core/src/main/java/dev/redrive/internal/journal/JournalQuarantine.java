package dev.redrive.internal.journal;

import dev.redrive.internal.file.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps journal records that the store refused or that are damaged in files beside the journal, for inspection. */
public final class JournalQuarantine {
    private static final Logger LOG = LoggerFactory.getLogger(JournalQuarantine.class);

    private final Path journal;
    private final Path refused;

    public JournalQuarantine(Path journal) {
        this.journal = journal;
        this.refused = journal.resolveSibling(journal.getFileName() + ".refused");
    }

    /** Takes the whole file away, because records that can be read show where the damaged ones belong. */
    public void damaged(Path file, int places) throws IOException {
        Path kept = another();
        Files.move(file, kept, StandardCopyOption.REPLACE_EXISTING);
        report(places, kept);
    }

    /** The same for a file that goes on without what is damaged in it. */
    public void copyOf(Path file, int places) throws IOException {
        Path kept = another();
        Files.copy(file, kept, StandardCopyOption.REPLACE_EXISTING);
        report(places, kept);
    }

    private void report(int places, Path kept) {
        LOG.error("the journal {} could not be read in {} places; the file is kept as {}", journal, places, kept);
    }

    /** What is behind the last whole record, before others are written over it. */
    public void endOf(Path file, long whole) throws IOException {
        long size = Files.size(file);
        if (size <= whole) return;
        Path kept = another();
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(kept, StandardOpenOption.WRITE)) {
            for (long at = whole; at < size; ) at += from.transferTo(at, size - at, to);
            to.force(true);
        }
        LOG.warn(
                "the last {} bytes of the journal {} could not be read and are kept as {}; if a crash cut something off"
                        + " there, it was never answered",
                size - whole,
                journal,
                kept);
    }

    private Path another() throws IOException {
        return Files.createTempFile(journal.toAbsolutePath().getParent(), journal.getFileName() + ".damaged-", "");
    }

    /** Written as a journal is, so that it can be one again once its records are taken. */
    public void refused(List<byte[]> records, String names) throws IOException {
        if (records.isEmpty()) return;
        PrivateFiles.file(refused);
        try (FileChannel to = FileChannel.open(refused, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (byte[] record : records) FrameFile.append(record, to);
            to.force(true);
        }
        LOG.error("the store refused letters of the journal; they are kept in {}: {}", refused, names);
    }
}

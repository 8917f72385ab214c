package dev.redrive.internal.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Files that a process was writing when it was killed. */
public final class AbandonedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(AbandonedFiles.class);

    /** A file that grew no more for so long was left by a process that is gone. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private AbandonedFiles() {}

    /**
     * Deletes those in a folder. One that cannot be deleted stays.
     *
     * @param names which files are meant, as in {@code *.part}
     * @param now by the clock of the file system
     */
    public static void delete(Path folder, String names, Instant now) throws IOException {
        Instant abandoned = now.minus(ABANDONED);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, names)) {
            for (Path file : files) if (lastWritten(file).isBefore(abandoned)) delete(file);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static Instant lastWritten(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (NoSuchFileException e) {
            return Instant.MAX;
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.debug("{} was left by a process that is gone and cannot be deleted: {}", file, e.toString());
        }
    }
}

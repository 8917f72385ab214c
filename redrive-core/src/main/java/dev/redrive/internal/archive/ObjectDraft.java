package dev.redrive.internal.archive;

import dev.redrive.archive.ArchiveException;
import dev.redrive.archive.ArchiveObject;
import dev.redrive.internal.file.AbandonedFiles;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** An object that is being written, in a temporary file that only this user can read and that goes when it is closed. */
final class ObjectDraft implements AutoCloseable {
    private static final String PREFIX = "redrive-archive-";

    private final Path file;
    private final ObjectWriter writer;

    /** @param replaces the object that it is written instead of */
    ObjectDraft(String errorType, Optional<LetterId> replaces) {
        file = temporary();
        try {
            writer = new ObjectWriter(file, errorType, replaces);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static Path temporary() {
        try {
            Path file = Files.createTempFile(PREFIX, ObjectKey.SUFFIX);
            // They hold letters, which an erasure would not find there.
            AbandonedFiles.delete(
                    Objects.requireNonNull(file.getParent()),
                    PREFIX + "*" + ObjectKey.SUFFIX,
                    Files.getLastModifiedTime(file).toInstant());
            return file;
        } catch (IOException e) {
            throw new ArchiveException(
                    "no temporary file can be made in " + System.getProperty("java.io.tmpdir") + ": " + e.getMessage(),
                    e);
        }
    }

    private ArchiveException failed(IOException why) {
        return new ArchiveException("the temporary file " + file + " cannot be written: " + why.getMessage(), why);
    }

    /** @param line with its end */
    void add(DeadLetter letter, byte[] line) {
        try {
            writer.add(letter, line);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    boolean isEmpty() {
        return writer.isEmpty();
    }

    /** Whether the next letter should go into another object. */
    boolean isFull() {
        return writer.isFull();
    }

    /** Ends the object, which has at least one letter, and puts it into the archive. */
    ArchiveObject put(ObjectPublisher publisher, String folder) {
        ObjectIndex index;
        try {
            index = writer.finish();
        } catch (IOException e) {
            throw failed(e);
        }
        return publisher.put(folder, file, index);
    }

    @Override
    public void close() {
        try {
            writer.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new ArchiveException("the temporary file " + file + " cannot be deleted: " + e.getMessage(), e);
        }
    }
}

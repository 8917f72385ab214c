package dev.redrive.archive;

import dev.redrive.internal.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

/** Objects that are being written, in a folder of the archive that no key leads to. One that is whole is moved to its place. */
final class IncomingFiles {
    /** Of the root of an archive. */
    static final String FOLDER = ".incoming";

    /** A file that grew no more for so long was left by a process that is gone. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    private final Path folder;
    private final InstantSource clock;

    IncomingFiles(Path root, InstantSource clock) {
        this.folder = root.resolve(FOLDER);
        this.clock = clock;
    }

    boolean isIn(Path file) {
        return file.startsWith(folder);
    }

    /** What is to be written. */
    interface Content {
        void writeTo(FileChannel out) throws IOException;

        static Content of(Path file) {
            return out -> {
                try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
                    long size = in.size();
                    for (long at = 0; at < size; ) at += in.transferTo(at, size - at, out);
                }
            };
        }

        static Content of(byte[] bytes) {
            return out -> {
                ByteBuffer left = ByteBuffer.wrap(bytes);
                while (left.hasRemaining()) out.write(left);
            };
        }
    }

    /** A file that is on the disk, for its owner only. */
    Path write(Content content) throws IOException {
        PrivateFiles.folder(folder);
        deleteAbandoned();
        Path file = folder.resolve(UUID.randomUUID().toString());
        try {
            PrivateFiles.file(file);
            try (FileChannel out = FileChannel.open(file, StandardOpenOption.WRITE)) {
                content.writeTo(out);
                out.force(true);
            }
            return file;
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    private void deleteAbandoned() throws IOException {
        Instant abandoned = clock.instant().minus(ABANDONED);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) if (lastWritten(file).isBefore(abandoned)) Files.deleteIfExists(file);
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
}

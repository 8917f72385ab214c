package dev.redrive.archive;

import dev.redrive.internal.file.AbandonedFiles;
import dev.redrive.internal.file.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.UUID;

/** Objects that are being written, in a folder of the archive that no key leads to. One that is whole is moved to its place. */
final class IncomingFiles {
    /** Of the root of an archive. */
    static final String FOLDER = ".incoming";

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
        AbandonedFiles.delete(folder, "*", clock.instant());
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
}

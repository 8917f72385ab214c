package dev.redrive.capture;

import dev.redrive.store.NewLetter;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded local file that keeps captured letters while the store is away. Each letter is on disk before the capture
 * answers; a half-written one at the end, from a crash, is recognised by its checksum and was never answered.
 */
final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final int BATCH = 200;
    private static final int FRAME = 8;

    private final Path file;
    private final Path draining;
    private final long maxBytes;
    private @Nullable FileChannel lockFile;
    private @Nullable FileLock lock;
    private @Nullable FileChannel out;

    Journal(Path file, long maxBytes) {
        this.file = file;
        this.draining = file.resolveSibling(file.getFileName() + ".draining");
        this.maxBytes = maxBytes;
    }

    synchronized boolean isEmpty() {
        return size(file) == 0 && size(draining) == 0;
    }

    private static long size(Path path) {
        try {
            return Files.exists(path) ? Files.size(path) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** All of them are on disk when it returns. */
    synchronized void append(List<NewLetter> letters) throws IOException {
        FileChannel channel = open();
        List<byte[]> frames = new ArrayList<>(letters.size());
        long bytes = 0;
        for (NewLetter letter : letters) {
            byte[] frame = frame(LetterCodec.encode(letter));
            frames.add(frame);
            bytes += frame.length;
        }
        long start = channel.position();
        if (start + size(draining) + bytes > maxBytes)
            throw new IOException("the journal " + file + " is full: " + maxBytes + " bytes");
        try {
            for (byte[] frame : frames) {
                ByteBuffer buffer = ByteBuffer.wrap(frame);
                while (buffer.hasRemaining()) channel.write(buffer);
            }
            channel.force(false);
        } catch (IOException e) {
            channel.truncate(start);
            throw e;
        }
    }

    private FileChannel open() throws IOException {
        if (out != null) return out;
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) Files.createDirectories(folder);
        own();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.position(intactBytes(file));
        channel.truncate(channel.position());
        out = channel;
        return channel;
    }

    /** Two processes with one journal would write over each other. */
    private void own() throws IOException {
        if (lock != null) return;
        FileChannel channel = FileChannel.open(
                file.resolveSibling(file.getFileName() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        lockFile = channel;
        if (lock == null) {
            channel.close();
            throw new IOException("the journal " + file + " belongs to another process; give this one its own");
        }
    }

    private static byte[] frame(byte[] letter) {
        CRC32 crc = new CRC32();
        crc.update(letter);
        return ByteBuffer.allocate(FRAME + letter.length)
                .putInt(letter.length)
                .putInt((int) crc.getValue())
                .put(letter)
                .array();
    }

    /** Hands over all letters in batches; what was handed over without an exception is gone afterwards. */
    int drain(Consumer<List<NewLetter>> store) throws IOException {
        rotate();
        if (size(draining) == 0) return 0;
        int count = 0;
        List<NewLetter> batch = new ArrayList<>(BATCH);
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(draining)))) {
            for (byte[] letter = next(in); letter != null; letter = next(in)) {
                batch.add(LetterCodec.decode(letter));
                if (batch.size() == BATCH) {
                    store.accept(List.copyOf(batch));
                    count += batch.size();
                    batch.clear();
                }
            }
        }
        if (!batch.isEmpty()) store.accept(List.copyOf(batch));
        Files.deleteIfExists(draining);
        return count + batch.size();
    }

    /** What comes in from now on goes into a new file. An unfinished drain is finished first. */
    private synchronized void rotate() throws IOException {
        if (size(draining) > 0 || size(file) == 0) return;
        open();
        close();
        Files.move(file, draining);
    }

    /** Null at the end, or where a crash cut the last letter off. */
    private static byte @Nullable [] next(DataInputStream in) throws IOException {
        try {
            int length = in.readInt();
            int expected = in.readInt();
            if (length < 0) return null;
            byte[] letter = in.readNBytes(length);
            CRC32 crc = new CRC32();
            crc.update(letter);
            if (letter.length == length && (int) crc.getValue() == expected) return letter;
            LOG.warn("the journal ends with a letter that was not written completely; its capture never answered");
            return null;
        } catch (EOFException end) {
            return null;
        }
    }

    private static long intactBytes(Path path) throws IOException {
        long intact = 0;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path)))) {
            for (byte[] letter = next(in); letter != null; letter = next(in)) intact += FRAME + letter.length;
        }
        return intact;
    }

    @Override
    public synchronized void close() throws IOException {
        if (out != null) out.close();
        out = null;
        if (lock != null) lock.release();
        lock = null;
        if (lockFile != null) lockFile.close();
        lockFile = null;
    }
}

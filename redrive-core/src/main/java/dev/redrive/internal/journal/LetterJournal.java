package dev.redrive.internal.journal;

import dev.redrive.internal.file.PrivateFiles;
import dev.redrive.store.StoreRefused;
import dev.redrive.store.captures.NewLetter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A bounded local file that keeps captured letters while the store is away. Each letter is on disk before the capture
 * answers; a half-written one at the end, from a crash, is recognised by its checksum and was never answered.
 */
public final class LetterJournal implements AutoCloseable {
    private static final int BATCH = 200;

    private final Path file;
    private final Path draining;
    private final JournalQuarantine quarantine;
    private final long maxBytes;
    private final Object drains = new Object();
    private @Nullable FileChannel lockFile;
    private @Nullable FileLock lock;
    private @Nullable FileChannel out;

    public LetterJournal(Path file, long maxBytes) {
        this.file = file;
        this.draining = file.resolveSibling(file.getFileName() + ".draining");
        this.quarantine = new JournalQuarantine(file);
        this.maxBytes = maxBytes;
        for (Path path : List.of(file, draining)) PrivateFiles.tighten(path);
    }

    public synchronized boolean isEmpty() {
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
    public synchronized void append(List<NewLetter> letters) throws IOException {
        FileChannel channel = open();
        List<byte[]> frames = new ArrayList<>(letters.size());
        long bytes = 0;
        for (NewLetter letter : letters) {
            byte[] frame = FrameFile.frame(LetterCodec.encode(letter));
            frames.add(frame);
            bytes += frame.length;
        }
        long start = channel.position();
        if (start + size(draining) + bytes > maxBytes)
            throw new IOException("the journal " + file + " is full: " + maxBytes + " bytes");
        try {
            for (byte[] frame : frames) FrameFile.write(frame, channel);
            channel.force(false);
        } catch (IOException e) {
            undo(channel, start);
            throw e;
        }
    }

    /** An interrupt closes the channel; the next call opens it again, behind the last letter that is whole. */
    private void undo(FileChannel channel, long start) throws IOException {
        if (channel.isOpen()) {
            channel.truncate(start);
            return;
        }
        out = null;
        // Not a channel: the interrupt would close that too.
        try (RandomAccessFile whole = new RandomAccessFile(file.toFile(), "rw")) {
            whole.setLength(start);
        }
    }

    private FileChannel open() throws IOException {
        if (out != null && out.isOpen()) return out;
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) PrivateFiles.folder(folder);
        PrivateFiles.file(file);
        own();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        long whole = FrameFile.endOfLast(file);
        quarantine.endOf(file, whole);
        channel.position(whole);
        channel.truncate(whole);
        out = channel;
        return channel;
    }

    /** Two processes with one journal would write over each other. Held until the end. */
    private void own() throws IOException {
        if (lock != null) return;
        Path path = file.resolveSibling(file.getFileName() + ".lock");
        PrivateFiles.file(path);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            channel.close();
            throw new IOException("the journal " + file + " belongs to another process; give this one its own");
        }
        lockFile = channel;
    }

    /** Looks at the letters that are in it, oldest first; they stay in it. */
    public synchronized void read(Consumer<NewLetter> reader) throws IOException {
        for (Path path : List.of(draining, file)) {
            if (size(path) == 0) continue;
            try (FrameFile frames = new FrameFile(path)) {
                for (byte[] bytes = frames.next(); bytes != null; bytes = frames.next()) {
                    NewLetter letter = decoded(bytes);
                    if (letter != null) reader.accept(letter);
                }
            }
        }
    }

    /**
     * Hands over all letters in batches; what was handed over without an exception is gone afterwards. A letter that the
     * store refuses does not hold up the others.
     */
    public int drain(Consumer<List<NewLetter>> store) throws IOException {
        synchronized (drains) {
            rotate();
            if (size(draining) == 0) return 0;
            int count = 0;
            List<NewLetter> batch = new ArrayList<>(BATCH);
            List<NewLetter> refused = new ArrayList<>();
            int damaged = 0;
            FrameFile frames = new FrameFile(draining);
            try (frames) {
                for (byte[] bytes = frames.next(); bytes != null; bytes = frames.next()) {
                    NewLetter letter = decoded(bytes);
                    if (letter == null) {
                        damaged++;
                        continue;
                    }
                    batch.add(letter);
                    if (batch.size() < BATCH) continue;
                    handOver(batch, store, refused);
                    count += batch.size();
                    batch.clear();
                }
            }
            if (!batch.isEmpty()) handOver(batch, store, refused);
            setAside(refused);
            damaged += frames.damaged();
            if (damaged == 0) Files.deleteIfExists(draining);
            else quarantine.damaged(draining, damaged);
            return count + batch.size() - refused.size();
        }
    }

    static @Nullable NewLetter decoded(byte[] bytes) {
        try {
            return LetterCodec.decode(bytes);
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }

    private void setAside(List<NewLetter> refused) throws IOException {
        List<byte[]> records = new ArrayList<>(refused.size());
        for (NewLetter letter : refused) records.add(LetterCodec.encode(letter));
        quarantine.refused(records, refused.stream().map(NewLetter::id).toList().toString());
    }

    static void handOver(List<NewLetter> batch, Consumer<List<NewLetter>> store, List<NewLetter> refused) {
        try {
            store.accept(List.copyOf(batch));
        } catch (StoreRefused e) {
            if (batch.size() == 1) refused.addAll(batch);
            else for (NewLetter letter : batch) handOver(List.of(letter), store, refused);
        }
    }

    /** What comes in from now on goes into a new file. An unfinished drain is finished first. */
    private synchronized void rotate() throws IOException {
        if (size(file) == 0 && size(draining) == 0) return;
        own();
        if (size(draining) > 0 || size(file) == 0) return;
        if (out != null) out.close();
        out = null;
        Files.move(file, draining);
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

package dev.redrive.server.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import org.springframework.http.HttpStatus;

/**
 * Where a large body waits until it is whole: a private file that is gone when it is closed. However slowly bodies come, and
 * however many at once, they take no memory before there is enough to work on them.
 */
final class Spool implements AutoCloseable {
    private static final int STEP = 64 * 1024;

    /**
     * However many bodies come at once, only half of the processors are busy with writing them. With a thread for each of them
     * ready to run, a pause of the collector waits for all of these, and a probe waits behind them, for seconds. The oldest
     * body goes first: if all of them grew alike, the disk would be full before the first of them is whole.
     */
    private static final OldestFirst WRITERS =
            new OldestFirst(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

    private final long ticket = WRITERS.ticket();
    private final FileChannel file;
    private final RequestMemory held;
    private long size;

    private Spool(FileChannel file, RequestMemory held) {
        this.file = file;
        this.held = held;
    }

    static Spool open(RequestMemory held) {
        try {
            return new Spool(
                    FileChannel.open(
                            Files.createTempFile("redrive-body-", ".tmp"),
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.DELETE_ON_CLOSE),
                    held);
        } catch (IOException e) {
            throw noDisk(e);
        }
    }

    /**
     * Takes in the rest of a stream; false when there is more of it than so many bytes in all. A virtual thread whose next
     * bytes are there already would keep its processor until it has them all, so it steps back for others.
     */
    @SuppressWarnings("ThreadPriorityCheck")
    boolean fill(InputStream rest, long limit) throws IOException {
        byte[] step = new byte[STEP];
        for (int read = rest.readNBytes(step, 0, STEP); read > 0; read = rest.readNBytes(step, 0, STEP)) {
            if (size + read > limit) return false;
            add(step, read);
            Thread.yield();
        }
        return true;
    }

    void add(byte[] bytes, int length) {
        held.disk().take(length);
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
        try {
            WRITERS.await(ticket);
            try {
                while (buffer.hasRemaining()) file.write(buffer);
            } finally {
                WRITERS.end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw noDisk(new InterruptedIOException("the server stops"));
        } catch (IOException e) {
            throw noDisk(e);
        }
        size += length;
    }

    /**
     * All of it, as soon as there is memory to work on it. It is read in steps: a thread keeps a buffer outside of the heap that
     * is as large as what it read at once, and there are many threads.
     */
    byte[] bytes() {
        held.take(size);
        byte[] bytes = new byte[Math.toIntExact(size)];
        int at = 0;
        try {
            while (at < bytes.length) {
                int read = file.read(ByteBuffer.wrap(bytes, at, Math.min(STEP, bytes.length - at)), at);
                if (read < 0) throw new EOFException("it has fewer bytes than were written");
                at += read;
            }
        } catch (IOException e) {
            throw noDisk(e);
        }
        return bytes;
    }

    private static Problem noDisk(IOException e) {
        return Problem.of(
                HttpStatus.SERVICE_UNAVAILABLE,
                "the server could not keep the body in its folder for temporary files, java.io.tmpdir: "
                        + e.getMessage());
    }

    @Override
    public void close() throws IOException {
        held.disk().close();
        file.close();
    }
}

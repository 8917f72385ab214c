package dev.redrive.server.web;

import java.io.IOException;
import java.io.InputStream;
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
        for (int read = rest.read(step); read >= 0; read = rest.read(step)) {
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
            while (buffer.hasRemaining()) file.write(buffer);
        } catch (IOException e) {
            throw noDisk(e);
        }
        size += length;
    }

    /** All of it, as soon as there is memory to work on it. */
    byte[] bytes() {
        held.take(size);
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(size));
        try {
            while (bytes.hasRemaining() && file.read(bytes, bytes.position()) >= 0) {
                // On to the rest.
            }
        } catch (IOException e) {
            throw noDisk(e);
        }
        return bytes.array();
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

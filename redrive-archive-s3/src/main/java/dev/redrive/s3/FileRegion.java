package dev.redrive.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;

/** A part of a file as the body of a request, to be read again for each attempt. */
final class FileRegion implements ContentStreamProvider, AutoCloseable {
    private static final int CHUNK = 64 * 1024;

    private final Path file;
    private final long offset;
    private final long length;
    private final List<InputStream> streams = new ArrayList<>();

    FileRegion(Path file, long offset, long length) {
        this.file = file;
        this.offset = offset;
        this.length = length;
    }

    long length() {
        return length;
    }

    RequestBody body() {
        return RequestBody.fromContentProvider(this, length, "application/octet-stream");
    }

    /** As {@code Content-MD5} wants it: against damage on the way, not against an attacker. */
    String md5() throws IOException {
        try (InputStream in = new RegionStream(file, offset, length)) {
            MessageDigest md5 = MessageDigest.getInstance("MD5");
            byte[] chunk = new byte[CHUNK];
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) md5.update(chunk, 0, read);
            return Base64.getEncoder().encodeToString(md5.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    @Override
    public InputStream newStream() {
        try {
            InputStream stream = new RegionStream(file, offset, length);
            streams.add(stream);
            return stream;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The client leaves its streams open. */
    @Override
    public void close() throws IOException {
        for (InputStream stream : streams) stream.close();
    }

    /** Not a channel: that would be closed when the client interrupts an attempt that takes too long. */
    private static final class RegionStream extends InputStream {
        private final RandomAccessFile file;
        private long left;

        RegionStream(Path file, long offset, long length) throws IOException {
            this.file = new RandomAccessFile(file.toFile(), "r");
            this.file.seek(offset);
            this.left = length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (length == 0) return 0;
            if (left == 0) return -1;
            int read = file.read(bytes, from, (int) Math.min(left, length));
            if (read > 0) left -= read;
            return read;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}

package dev.redrive.cli.transfer;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** How a file is packed; its first bytes tell. */
enum Compression {
    NONE,
    GZIP,
    /** Unpacked by the server: the client has no library for it. */
    ZSTD;

    private static final int BUFFER = 1 << 16;
    private static final byte[] GZIP_START = {0x1f, (byte) 0x8b};
    private static final byte[] ZSTD_START = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};

    /** What follows, without reading on. */
    static Compression of(BufferedInputStream in) throws IOException {
        in.mark(ZSTD_START.length);
        byte[] start = in.readNBytes(ZSTD_START.length);
        in.reset();
        if (Arrays.equals(start, ZSTD_START)) return ZSTD;
        return Arrays.equals(Arrays.copyOf(start, GZIP_START.length), GZIP_START) ? GZIP : NONE;
    }

    /** The content, as far as it is unpacked here. */
    InputStream open(InputStream in) throws IOException {
        return this == GZIP ? new GZIPInputStream(in, BUFFER) : in;
    }
}

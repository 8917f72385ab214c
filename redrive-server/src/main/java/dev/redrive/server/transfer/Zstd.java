package dev.redrive.server.transfer;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.redrive.server.web.Body;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import org.springframework.http.HttpHeaders;

/** Lines packed with zstd, as the archive has them. */
final class Zstd {
    static final String MEDIA_TYPE = "application/zstd";
    static final String NAME = "zstd";

    private static final byte[] START = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final int LEVEL = 3;

    /** 8 MB, which all levels but the ultra ones keep to: what is unpacked says how much memory that takes. */
    private static final int LARGEST_WINDOW_LOG = 23;

    private Zstd() {}

    static OutputStream pack(OutputStream out) throws IOException {
        return new ZstdOutputStream(out, LEVEL);
    }

    /** The body, unpacked when its header says that it is packed, or its first bytes do. */
    static InputStream open(HttpServletRequest request) throws IOException {
        if (NAME.equalsIgnoreCase(request.getHeader(HttpHeaders.CONTENT_ENCODING)))
            return unpack(request.getInputStream());
        PushbackInputStream in = new PushbackInputStream(Body.stream(request), START.length);
        return isPacked(in) ? unpack(in) : in;
    }

    /** Reads no further than the first other byte: what follows it may be unreadable, which is told with its line later. */
    private static boolean isPacked(PushbackInputStream in) throws IOException {
        int same = 0;
        int next = in.read();
        while (next == (START[same] & 0xff) && ++same < START.length) next = in.read();
        if (same < START.length && next >= 0) in.unread(next);
        in.unread(START, 0, same);
        return same == START.length;
    }

    private static InputStream unpack(InputStream in) throws IOException {
        return new ZstdInputStream(in).setLongMax(LARGEST_WINDOW_LOG);
    }
}

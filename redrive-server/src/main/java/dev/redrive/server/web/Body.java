package dev.redrive.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** What a request carries: unpacked, and never more of it than asked for. */
public final class Body {
    /** A larger body waits on disk until there is memory for it. */
    private static final int SMALL = 64 * 1024;

    private static final int GZIP_BUFFER = 16 * 1024;

    private Body() {}

    public static InputStream stream(HttpServletRequest request) throws IOException {
        String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
        if (isPlain(encoding)) return request.getInputStream();
        if (encoding.equalsIgnoreCase("gzip") || encoding.equalsIgnoreCase("x-gzip"))
            return new GZIPInputStream(request.getInputStream(), GZIP_BUFFER);
        throw Problem.of(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "a body in Content-Encoding " + encoding + " cannot be read; send it as gzip or as it is");
    }

    private static boolean isPlain(@Nullable String encoding) {
        return encoding == null || encoding.isEmpty() || encoding.equalsIgnoreCase("identity");
    }

    /** The whole body, as long as it has no more than so many bytes after unpacking, and once there is memory for it. */
    public static byte[] whole(HttpServletRequest request, long limit) {
        if (request.getContentLengthLong() > limit) throw tooLarge(limit);
        try (InputStream in = stream(request)) {
            byte[] start = in.readNBytes((int) Math.min(limit + 1, SMALL));
            if (start.length > limit) throw tooLarge(limit);
            RequestMemory held = RequestMemory.of(request);
            if (start.length == SMALL) return large(start, in, limit, held);
            held.take(start.length);
            return start;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static byte[] large(byte[] start, InputStream rest, long limit, RequestMemory held) throws IOException {
        try (Spool spool = Spool.open(held)) {
            spool.add(start, start.length);
            if (!spool.fill(rest, limit)) throw tooLarge(limit);
            return spool.bytes();
        }
    }

    private static Problem tooLarge(long limit) {
        return Problem.tooLarge("the body has more than " + limit
                + " bytes; send many letters as a stream (application/x-ndjson), or raise the limit");
    }

    /** The connection broke, nothing came for too long, or what came is not the chunks or the gzip it should be. */
    public static Problem unreadable(IOException e) {
        if (hasPaused(e))
            return Problem.of(
                    HttpStatus.REQUEST_TIMEOUT,
                    "the body paused for too long before its end, so the connection is closed; send it again without"
                            + " long pauses");
        String detail = "the body could not be read to its end: " + e.getMessage();
        return e instanceof ClientAbortException ? Problem.brokenOff(detail, e) : Problem.badRequest(detail);
    }

    private static boolean hasPaused(IOException e) {
        return e instanceof SocketTimeoutException || e.getCause() instanceof SocketTimeoutException;
    }

    /** Refuses a body that does not say that it is JSON. */
    public static void requireJson(HttpServletRequest request) {
        String type = request.getContentType();
        if (type == null || !isJson(type)) throw notRead(type, MediaType.APPLICATION_JSON_VALUE);
    }

    /** Why a body of this type is not read. */
    static Problem notRead(@Nullable String type, String wanted) {
        if (type != null && isUnbounded(type))
            return Problem.badRequest(
                    "a multipart body without a boundary in its Content-Type cannot be read;" + " send " + wanted);
        return Problem.of(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                (type == null ? "the Content-Type is missing" : "a body of type " + type + " cannot be read here")
                        + "; send " + wanted);
    }

    private static boolean isUnbounded(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        return lower.startsWith("multipart/") && !lower.contains("boundary=");
    }

    private static boolean isJson(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        return lower.startsWith(MediaType.APPLICATION_JSON_VALUE) || lower.contains("+json");
    }
}

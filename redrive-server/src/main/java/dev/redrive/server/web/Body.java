package dev.redrive.server.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/** What a request carries: unpacked, and never more of it than asked for. */
public final class Body {
    /** A caller may say any length and then send nothing, so only small ones are believed. */
    private static final int BELIEVED = 64 * 1024;

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

    /** The whole body, as long as it has no more than so many bytes after unpacking. */
    public static byte[] whole(HttpServletRequest request, long limit) {
        long announced = request.getContentLengthLong();
        if (announced > limit) throw tooLarge(limit);
        try (InputStream in = stream(request)) {
            byte[] bytes = announced >= 0 && announced <= BELIEVED && isPlain(request.getHeader("Content-Encoding"))
                    ? in.readNBytes((int) announced)
                    : in.readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
            if (bytes.length > limit) throw tooLarge(limit);
            return bytes;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static Problem tooLarge(long limit) {
        return Problem.tooLarge("the body has more than " + limit
                + " bytes; send many letters as a stream (application/x-ndjson), or raise the limit");
    }

    /** The connection broke, or what came is not the gzip it should be. */
    public static Problem unreadable(IOException e) {
        return Problem.badRequest("the body could not be read to its end: " + e.getMessage());
    }

    /** Refuses a body that does not say that it is JSON. */
    public static void requireJson(HttpServletRequest request) {
        String type = request.getContentType();
        if (type == null || !isJson(type))
            throw Problem.of(
                    HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                    (type == null ? "the Content-Type is missing" : "a body of type " + type + " cannot be read here")
                            + "; send application/json");
    }

    private static boolean isJson(String type) {
        String lower = type.toLowerCase(Locale.ROOT);
        return lower.startsWith(MediaType.APPLICATION_JSON_VALUE) || lower.contains("+json");
    }
}

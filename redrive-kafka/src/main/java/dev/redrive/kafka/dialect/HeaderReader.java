package dev.redrive.kafka.dialect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Reads the headers of a record. What is missing or has not the form it should have is null. */
final class HeaderReader {
    private final Headers headers;

    HeaderReader(Headers headers) {
        this.headers = headers;
    }

    boolean has(String name) {
        return headers.lastHeader(name) != null;
    }

    boolean hasPrefix(String prefix) {
        for (Header header : headers) if (header.key().startsWith(prefix)) return true;
        return false;
    }

    @Nullable
    String text(String name) {
        return text(headers.lastHeader(name));
    }

    /** The first one of that name, for dialects that put their own headers before those of the message. */
    @Nullable
    String firstText(String name) {
        for (Header header : headers.headers(name)) return text(header);
        return null;
    }

    /** A number written in digits. */
    @Nullable
    Long number(String name) {
        return digits(text(name));
    }

    static @Nullable Long digits(@Nullable String digits) {
        if (digits == null || digits.length() > 19) return null;
        try {
            long number = Long.parseLong(digits.strip());
            return number < 0 ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Nullable
    Long eightBytes(String name) {
        byte[] value = bytes(name);
        if (value == null || value.length != Long.BYTES) return null;
        long number = ByteBuffer.wrap(value).getLong();
        return number < 0 ? null : number;
    }

    @Nullable
    Long fourBytes(String name) {
        byte[] value = bytes(name);
        if (value == null || value.length != Integer.BYTES) return null;
        int number = ByteBuffer.wrap(value).getInt();
        return number < 0 ? null : (long) number;
    }

    byte @Nullable [] bytes(String name) {
        Header header = headers.lastHeader(name);
        return header == null ? null : header.value();
    }

    private static @Nullable String text(@Nullable Header header) {
        if (header == null || header.value() == null) return null;
        return new String(header.value(), StandardCharsets.UTF_8);
    }
}

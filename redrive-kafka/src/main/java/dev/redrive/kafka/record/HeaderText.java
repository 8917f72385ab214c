package dev.redrive.kafka.record;

import dev.redrive.internal.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * Headers as text. A value that is not UTF-8, or that begins with the mark itself, is written as {@code base64:} and its
 * bytes in base64.
 */
public final class HeaderText {
    private static final String MARK = "base64:";

    private HeaderText() {}

    /** The last value of each name; names whose value is null are left out. */
    public static Map<String, String> of(Headers headers) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Header header : headers) {
            byte[] value = header.value();
            if (DlqHeaders.OF_DEAD_LETTERS.contains(header.key())) continue;
            if (value == null) texts.remove(header.key());
            else texts.put(header.key(), text(value));
        }
        return texts;
    }

    static String text(byte[] value) {
        String text = Utf8.isValid(value) ? new String(value, StandardCharsets.UTF_8) : MARK;
        return text.startsWith(MARK) ? MARK + Encoding.BASE64.encode(value) : text;
    }

    /** Undoes {@link #text}; what only looks like base64 is taken as it is. */
    static byte[] bytes(String text) {
        if (!text.startsWith(MARK)) return text.getBytes(StandardCharsets.UTF_8);
        try {
            return Base64.getDecoder().decode(text.substring(MARK.length()));
        } catch (IllegalArgumentException e) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Null when there is none, or when it is not text. */
    public static @Nullable String last(Headers headers, String name) {
        Header header = headers.lastHeader(name);
        if (header == null || header.value() == null) return null;
        return Utf8.isValid(header.value()) ? new String(header.value(), StandardCharsets.UTF_8) : null;
    }
}

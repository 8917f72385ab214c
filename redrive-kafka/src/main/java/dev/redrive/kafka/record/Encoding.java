package dev.redrive.kafka.record;

import dev.redrive.internal.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** How bytes are written as text: UTF-8 as it is, all else as base64, without loss. */
public enum Encoding {
    TEXT,
    BASE64;

    /** Only bytes that come back the same from a string are text. */
    public static Encoding of(byte @Nullable [] bytes) {
        return bytes == null || Utf8.isValid(bytes) ? TEXT : BASE64;
    }

    /** The text in UTF-8. */
    public byte @Nullable [] text(byte @Nullable [] bytes) {
        return bytes == null || this == TEXT ? bytes : Base64.getEncoder().encode(bytes);
    }

    @Nullable
    String encode(byte @Nullable [] bytes) {
        if (bytes == null) return null;
        return this == TEXT
                ? new String(bytes, StandardCharsets.UTF_8)
                : Base64.getEncoder().encodeToString(bytes);
    }

    byte @Nullable [] decode(@Nullable String text) {
        if (text == null) return null;
        return this == TEXT
                ? text.getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(text);
    }
}

package dev.redrive.internal.export;

import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Payload;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A payload, key or header value as it stands in JSON: either some JSON, or a string that still may be base64. */
public record RawJsonValue(Payload value, boolean isString) {
    public static final String BASE64 = "base64";

    /** The value that is being read. */
    public static RawJsonValue read(JsonFields in) {
        if (in.isNull()) return new RawJsonValue(Payload.absent(), false);
        boolean isString = in.isText();
        return new RawJsonValue(in.bytes(Payload::copyOf), isString);
    }

    public static RawJsonValue string(String text) {
        return new RawJsonValue(Payload.of(text), true);
    }

    /** The bytes that were meant. */
    public Payload decoded(String path, @Nullable String encoding) {
        return isBase64(path, encoding) ? unpacked(path) : value;
    }

    private static boolean isBase64(String path, @Nullable String encoding) {
        if (encoding == null) return false;
        return switch (encoding.toLowerCase(Locale.ROOT)) {
            case BASE64 -> true;
            case "json", "text", "utf-8", "utf8" -> false;
            default ->
                throw InvalidJson.field(
                        path + "Encoding", path + "Encoding must be \"base64\", or be left out for JSON and text");
        };
    }

    private Payload unpacked(String path) {
        if (!isString) throw InvalidJson.field(path, path + " must be a string when it is in base64");
        try {
            return Payload.of(Base64.getDecoder().decode(value.bytes()));
        } catch (IllegalArgumentException e) {
            throw InvalidJson.field(path, path + " is not base64: " + e.getMessage());
        }
    }
}

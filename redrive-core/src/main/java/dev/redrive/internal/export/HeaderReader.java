package dev.redrive.internal.export;

import dev.redrive.internal.text.CleanText;
import dev.redrive.json.InvalidJson;
import dev.redrive.json.JsonFields;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Reads headers: an object of names and values. A header that a message has several times has an array; a value that is not
 * text is written {@code {"base64": "…"}}, and a header without a value {@code null}.
 */
public final class HeaderReader {
    private HeaderReader() {}

    public static Headers read(JsonFields in, String path) {
        return read(in, path, Payload::of);
    }

    /** For documents that write bytes as text in a way of their own. */
    public static Headers read(JsonFields in, String path, Function<String, Payload> text) {
        if (!in.enter(path)) return Headers.none();
        List<Header> headers = new ArrayList<>();
        while (in.nextField()) {
            String name = CleanText.text(in.name());
            String at = path + "." + name;
            if (name.isEmpty()) throw InvalidJson.field(path, "a header of " + path + " has no name");
            if (in.isArray()) {
                while (in.nextElement()) headers.add(new Header(name, value(in, at, text)));
            } else {
                headers.add(new Header(name, value(in, at, text)));
            }
        }
        return new Headers(headers);
    }

    private static Payload value(JsonFields in, String path, Function<String, Payload> text) {
        if (in.isObject()) return packed(in, path);
        if (in.isArray()) throw in.wrong(path, "a string, an array of strings, or {\"base64\": \"…\"}");
        return in.isNull() ? Payload.absent() : text.apply(Objects.requireNonNull(in.word(path)));
    }

    private static Payload packed(JsonFields in, String path) {
        Payload value = null;
        while (in.nextField()) {
            if (!in.name().equals(RawJsonValue.BASE64) || value != null)
                throw InvalidJson.field(path, path + " must be a string or {\"base64\": \"…\"}");
            value = RawJsonValue.read(in).decoded(path, RawJsonValue.BASE64);
        }
        if (value == null) throw InvalidJson.field(path, path + " must be a string or {\"base64\": \"…\"}");
        return value;
    }
}

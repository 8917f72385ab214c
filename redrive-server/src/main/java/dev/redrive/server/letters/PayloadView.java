package dev.redrive.server.letters;

import dev.redrive.internal.text.ShortText;
import dev.redrive.json.Json;
import dev.redrive.letter.Payload;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;

/**
 * A payload as it is shown: JSON laid out, text as it is, anything else as base64; a very long one only from its beginning.
 *
 * @param form {@code JSON}, {@code text} or {@code base64}, the last also with the id of a schema; {@code no value} or
 *     {@code empty} when there is nothing to show
 */
public record PayloadView(String form, List<PrettyJson.Token> tokens, int size, boolean whole) {
    /** A page shows no more than this. */
    static final int SHOWN = 64 * 1024;

    /** A magic byte of zero and four bytes of schema id stand before what a schema registry encoded. */
    private static final int SCHEMA_PREFIX = 5;

    public static PayloadView of(Payload payload) {
        if (payload.isAbsent()) return plain("no value", "", 0, true);
        if (payload.size() == 0) return plain("empty", "", 0, true);
        int schema = schema(payload);
        if (schema > 0) return binary("encoded with schema " + schema + ", base64", payload);
        if (!payload.isText()) return binary("base64", payload);
        String text = payload.text();
        if (text.length() > SHOWN) return plain("text", cut(text), payload.size(), false);
        return Json.ifValid(text)
                .map(json -> new PayloadView("JSON", PrettyJson.of(json.text()), payload.size(), true))
                .orElseGet(() -> plain("text", text, payload.size(), true));
    }

    /** The id of its schema in a registry; zero when it does not begin like that. */
    private static int schema(Payload payload) {
        if (payload.size() <= SCHEMA_PREFIX) return 0;
        ByteBuffer bytes = ByteBuffer.wrap(payload.bytes());
        return bytes.get() == 0 ? Math.max(0, bytes.getInt()) : 0;
    }

    private static PayloadView binary(String form, Payload payload) {
        String text = Base64.getMimeEncoder().encodeToString(payload.bytes());
        boolean whole = text.length() <= SHOWN;
        return plain(form, whole ? text : text.substring(0, SHOWN), payload.size(), whole);
    }

    private static PayloadView plain(String form, String text, int size, boolean whole) {
        return new PayloadView(form, List.of(new PrettyJson.Token(PrettyJson.Kind.PLAIN, text)), size, whole);
    }

    private static String cut(String text) {
        return ShortText.cut(text, SHOWN);
    }
}

package dev.redrive.server.pages;

import dev.redrive.letter.Payload;
import dev.redrive.text.Json;
import java.util.Base64;
import java.util.List;

/**
 * A payload as it is shown: JSON laid out, text as it is, anything else as base64; a very long one only from its beginning.
 *
 * @param form {@code JSON}, {@code text} or {@code base64}
 */
public record PayloadView(String form, List<PrettyJson.Token> tokens, int size, boolean whole) {
    /** More than this helps nobody on a page. */
    static final int SHOWN = 64 * 1024;

    public static PayloadView of(Payload payload) {
        if (!payload.isText()) return binary(payload);
        String text = payload.text();
        if (text.length() > SHOWN) return plain("text", cut(text), payload.size(), false);
        return Json.ifValid(text)
                .map(json -> new PayloadView("JSON", PrettyJson.of(json.text()), payload.size(), true))
                .orElseGet(() -> plain("text", text, payload.size(), true));
    }

    private static PayloadView binary(Payload payload) {
        String text = Base64.getMimeEncoder().encodeToString(payload.bytes());
        boolean whole = text.length() <= SHOWN;
        return plain("base64", whole ? text : text.substring(0, SHOWN), payload.size(), whole);
    }

    private static PayloadView plain(String form, String text, int size, boolean whole) {
        return new PayloadView(form, List.of(new PrettyJson.Token(PrettyJson.Kind.PLAIN, text)), size, whole);
    }

    private static String cut(String text) {
        return text.substring(0, Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN);
    }
}

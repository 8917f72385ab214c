package dev.redrive.server.letters;

import dev.redrive.internal.text.ShortText;
import dev.redrive.json.Json;
import dev.redrive.letter.Payload;
import dev.redrive.server.payload.PayloadForm;
import java.util.Base64;
import java.util.List;

/**
 * A payload as it is shown: JSON laid out, text as it is, anything else as base64; a very long one only from its beginning.
 *
 * @param form {@code JSON}, {@code text}, or what its bytes are; {@code no value} or {@code empty} when there is nothing to show
 */
public record PayloadView(String form, List<PrettyJson.Token> tokens, int size, boolean whole) {
    /** A page shows no more than this. */
    static final int SHOWN = 64 * 1024;

    public static PayloadView of(Payload payload) {
        if (payload.isAbsent()) return plain("no value", "", 0, true);
        if (payload.size() == 0) return plain("empty", "", 0, true);
        if (!payload.isText()) return binary(PayloadForm.of(payload).words() + ", as base64", payload);
        String text = payload.text();
        if (text.length() > SHOWN) return plain("text", cut(text), payload.size(), false);
        return Json.ifValid(text)
                .map(json -> new PayloadView("JSON", PrettyJson.of(json.text()), payload.size(), true))
                .orElseGet(() -> plain("text", text, payload.size(), true));
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

package dev.redrive.server.letters;

import dev.redrive.internal.text.ShortText;
import dev.redrive.json.Json;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Payload;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrame;
import dev.redrive.server.target.CurlCommand;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/** The request that captures a letter, as a command. The token stays a variable of the shell. */
public final class CaptureCommand {
    private static final int LONGEST = 8 * 1024;
    private static final int MESSAGE = 500;

    private CaptureCommand() {}

    /** For a queue that has no letters yet. */
    public static String first(PageFrame frame) {
        String token = frame.open() ? "" : " \\\n  -H \"Authorization: Bearer $REDRIVE_TOKEN\"";
        return "curl " + frame.base() + "/dlq" + token + " \\\n"
                + "  -H 'Content-Type: application/json' \\\n"
                + "  -d '{\"channel\": \"orders\", \"payload\": {\"orderId\": 42},\n"
                + "       \"error\": {\"type\": \"TimeoutException\",\n"
                + "                 \"message\": \"the warehouse did not answer\"}}'";
    }

    /** Empty for a payload that is too long for a command. */
    static Optional<String> of(DeadLetter letter, String base) {
        if (letter.payload().size() > LONGEST) return Optional.empty();
        return Optional.of("curl -X POST " + CurlCommand.quoted(base + "/dlq")
                + " \\\n  -H 'Content-Type: application/json' \\\n  -H \"Authorization: Bearer $REDRIVE_TOKEN\" \\\n  --data-binary "
                + CurlCommand.quoted(escaped(body(letter))));
    }

    private static String body(DeadLetter letter) {
        return "{\"channel\": " + Json.quote(letter.channel()) + ",\n   \"payload\": " + payload(letter.payload())
                + ",\n   \"error\": {\"type\": " + Json.quote(letter.failure().type()) + ", \"message\": "
                + Json.quote(ShortText.withDots(letter.failure().message(), MESSAGE)) + "}}";
    }

    private static String payload(Payload payload) {
        if (payload.isAbsent()) return "null";
        if (!payload.isText())
            return Json.quote(Base64.getEncoder().encodeToString(payload.bytes()))
                    + ",\n   \"payloadEncoding\": \"base64\"";
        return Json.ifValid(payload.text()).map(Json::text).orElseGet(() -> Json.quote(payload.text()));
    }

    /** What cannot be seen stands in a string, where JSON has an escape for it. */
    private static String escaped(String json) {
        if (NameText.visible(json).equals(json)) return json;
        StringBuilder escaped = new StringBuilder();
        json.codePoints().forEach(c -> {
            String one = Character.toString(c);
            if (NameText.visible(one).equals(one)) escaped.append(one);
            else
                for (char half : Character.toChars(c))
                    escaped.append(String.format(Locale.ROOT, "\\u%04x", (int) half));
        });
        return escaped.toString();
    }
}

package dev.redrive.internal.redaction;

import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.letter.StackTrace;
import dev.redrive.redaction.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/** Hides values in texts about a message, such as errors, and in JSON beside it. */
final class TextHider {
    private static final Json MASKED = Json.of(Json.quote(Redaction.MASK));

    private final RedactionRules rules;

    TextHider(RedactionRules rules) {
        this.rules = rules;
    }

    String patterns(String text) {
        String hidden = text;
        for (Redaction.Rule rule : rules.ofPatterns())
            hidden = RedactionRules.pattern(rule).hide(hidden);
        return hidden;
    }

    /** A text such as an error message, in which documents may be quoted. */
    String text(String text) {
        if (rules.isEmpty() || text.isEmpty()) return text;
        return patterns(documents(text));
    }

    /** What is at the paths in documents that the text quotes. */
    String documents(String text) {
        return rules.paths().isEmpty() ? text : JsonDetector.inQuotedDocuments(text, rules.paths(), MASKED);
    }

    /** Also what is at the paths in documents that its texts quote. */
    Json json(Json json) {
        if (rules.isEmpty() || json.equals(Json.EMPTY_OBJECT)) return json;
        byte[] bytes = json.text().getBytes(StandardCharsets.UTF_8);
        String hidden = new String(JsonPath.replaceAll(bytes, rules.paths(), MASKED), StandardCharsets.UTF_8);
        return inLeaves(Json.of(hidden), this::text);
    }

    /** Hides in every string, number and word of a JSON value; one that changes becomes a string. */
    static Json inLeaves(Json json, UnaryOperator<String> hide) {
        byte[] bytes = json.text().getBytes(StandardCharsets.UTF_8);
        List<JsonPath.Place> leaves = JsonPath.leaves(bytes).orElseThrow();
        byte[] hidden = JsonPath.replace(bytes, leaves, leaf -> {
            byte[] raw = leaf.in(bytes);
            String text = JsonPath.text(raw);
            String after = hide.apply(text);
            return after.equals(text) ? raw : Json.quote(after).getBytes(StandardCharsets.UTF_8);
        });
        return Json.of(new String(hidden, StandardCharsets.UTF_8));
    }

    StackTrace trace(StackTrace trace) {
        if (rules.isEmpty() || trace.text().isEmpty()) return trace;
        StackTrace.Split split = trace.split();
        return StackTrace.join(
                patterns(split.frames()),
                split.messages().stream().map(this::text).toList());
    }

    /** As text, also when it is UTF-16 or has other bytes around it. */
    static String readable(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).replace("\0", "");
    }
}

package dev.redrive.transform.letter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.redrive.internal.text.ShortText;
import dev.redrive.transform.BadTransform;
import dev.redrive.transform.Transform;
import dev.redrive.transform.TransformLimits;
import dev.redrive.transform.jslt.JsltExpression;
import dev.redrive.transform.json.JsonText;
import dev.redrive.transform.json.NotJson;
import dev.redrive.transform.patch.JsonPatch;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads transforms as people write them. */
public final class Transforms {
    private static final int LONGEST = 1024 * 1024;
    private static final int LONGEST_NAME = 51;
    private static final List<String> NAMES = List.of("patch", "jslt", "headersPatch", "headersJslt");

    private Transforms() {}

    /**
     * Reads the JSON of a transform: {@code patch}, {@code jslt}, {@code headersPatch} and {@code headersJslt}, of which at
     * least one is given. They are applied in this order.
     *
     * @throws BadTransform when it cannot be understood, with a message that says where and what
     */
    public static Transform parse(String json) {
        return parse(json, TransformLimits.defaults());
    }

    /**
     * Reads the JSON of a transform that keeps within these limits.
     *
     * @throws BadTransform when it cannot be understood, with a message that says where and what
     */
    public static Transform parse(String json, TransformLimits limits) {
        JsonNode fields = read(json);
        checkNames(fields);
        return new LetterTransform(
                patch(fields, "patch", limits),
                jslt(fields, "jslt", LetterTransform.VARIABLES, limits),
                patch(fields, "headersPatch", limits),
                jslt(fields, "headersJslt", LetterTransform.HEADER_VARIABLES, limits),
                limits);
    }

    private static JsonNode read(String json) {
        if (json.length() > LONGEST)
            throw new BadTransform("a transform may have " + LONGEST + " characters; this one has " + json.length());
        try {
            return JsonText.read(json);
        } catch (NotJson e) {
            throw new BadTransform("a transform is JSON, and this is none: " + e.getMessage());
        }
    }

    private static void checkNames(JsonNode fields) {
        if (!fields.isObject() || fields.isEmpty())
            throw new BadTransform("a transform is an object with at least one of " + String.join(", ", NAMES));
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            if (!NAMES.contains(field.getKey()))
                throw new BadTransform("a transform has no field " + ShortText.withDots(field.getKey(), LONGEST_NAME)
                        + "; it has " + String.join(", ", NAMES));
        }
    }

    private static @Nullable JsonPatch patch(JsonNode fields, String name, TransformLimits limits) {
        JsonNode value = fields.get(name);
        return value == null ? null : JsonPatch.parse(name, value, limits.resultBytes());
    }

    private static @Nullable JsltExpression jslt(
            JsonNode fields, String name, List<String> variables, TransformLimits limits) {
        JsonNode value = fields.get(name);
        if (value == null) return null;
        if (!value.isTextual()) throw new BadTransform(name + ": must be a string with a JSLT expression");
        return JsltExpression.parse(name, value.textValue(), variables, limits);
    }
}

package dev.redrive.transform.letter;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.transform.Transform;
import dev.redrive.transform.TransformFailed;
import dev.redrive.transform.TransformLimits;
import dev.redrive.transform.jslt.JsltExpression;
import dev.redrive.transform.json.HeaderTree;
import dev.redrive.transform.json.JsonText;
import dev.redrive.transform.json.JsonTrees;
import dev.redrive.transform.json.NotJson;
import dev.redrive.transform.patch.JsonPatch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A patch and an expression for the payload, then the same for the headers; what is null is left out. */
record LetterTransform(
        @Nullable JsonPatch patch,
        @Nullable JsltExpression jslt,
        @Nullable JsonPatch headersPatch,
        @Nullable JsltExpression headersJslt,
        TransformLimits limits)
        implements Transform {
    static final List<String> VARIABLES = List.of("headers", "channel", "key", "id", "error");
    static final List<String> HEADER_VARIABLES = List.of("headers", "channel", "key", "id", "error", "payload");

    @Override
    public Message apply(DeadLetter letter) {
        Message message = letter.message();
        Payload payload = payload(letter);
        Headers headers = headers(letter, payload);
        if (payload.equals(message.payload()) && headers.equals(message.headers())) return message;
        return message.with(payload).with(headers);
    }

    private Payload payload(DeadLetter letter) {
        if (patch == null && jslt == null) return letter.payload();
        JsonNode before = read(letter.payload());
        JsonNode after = patch == null ? before : patch.apply(before);
        if (jslt != null) after = jslt.apply(after, variables(letter));
        JsonTrees.check(after);
        return JsonTrees.same(before, after)
                ? letter.payload()
                : Payload.of(JsonText.write(after, limits.resultBytes()));
    }

    private Headers headers(DeadLetter letter, Payload payload) {
        Headers before = letter.message().headers();
        if (headersPatch == null && headersJslt == null) return before;
        JsonNode tree = HeaderTree.of(before);
        if (headersPatch != null) tree = headersPatch.apply(tree);
        if (headersJslt == null) return HeaderTree.headers(tree, before, "headersPatch", limits.resultBytes());
        Map<String, JsonNode> variables = variables(letter);
        variables.put("headers", tree);
        if (headersJslt.uses("payload")) variables.put("payload", read(payload));
        JsonNode after = headersJslt.apply(tree, variables);
        return HeaderTree.headers(after, before, "headersJslt", limits.resultBytes());
    }

    private static JsonNode read(Payload payload) {
        try {
            return JsonText.read(payload);
        } catch (NotJson e) {
            throw new TransformFailed("only JSON can be transformed, and the payload is none: " + e.getMessage());
        }
    }

    private static Map<String, JsonNode> variables(DeadLetter letter) {
        Payload key = letter.message().origin().key();
        Map<String, JsonNode> variables = new HashMap<>();
        variables.put("headers", HeaderTree.of(letter.message().headers()));
        variables.put("channel", TextNode.valueOf(letter.channel()));
        variables.put("key", key == null ? NullNode.instance : TextNode.valueOf(key.text()));
        variables.put("id", TextNode.valueOf(letter.id().toString()));
        variables.put("error", error(letter.failure()));
        return variables;
    }

    private static ObjectNode error(Failure failure) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("type", failure.type())
                .put("code", failure.code())
                .put("message", failure.message())
                .put("category", failure.category().name())
                .put("retryability", failure.retryability().name());
    }
}

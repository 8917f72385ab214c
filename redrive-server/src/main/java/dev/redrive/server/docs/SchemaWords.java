package dev.redrive.server.docs;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Says in words what a value must look like. */
final class SchemaWords {
    private SchemaWords() {}

    static String of(JsonNode schema) {
        if (schema.has("enum"))
            return schema.path("enum").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
        if (schema.path("type").asString("").equals("array")) return "several: " + of(schema.path("items"));
        StringBuilder words = new StringBuilder(
                schema.path("format").asString(schema.path("type").asString("text")));
        add(words, schema, "minimum", "from");
        add(words, schema, "maximum", "to");
        add(words, schema, "maxLength", "at most");
        if (schema.has("maxLength")) words.append(" characters");
        add(words, schema, "default", "otherwise");
        return words.toString();
    }

    private static void add(StringBuilder words, JsonNode schema, String name, String word) {
        if (schema.has(name))
            words.append(' ').append(word).append(' ').append(schema.path(name).asString());
    }
}

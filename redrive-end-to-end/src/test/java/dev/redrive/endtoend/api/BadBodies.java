package dev.redrive.endtoend.api;

import dev.redrive.endtoend.process.Answer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes bodies that a schema forbids out of one that it allows, each with a single fault that has a name. */
final class BadBodies {
    private static final JsonNode OBJECT = Answer.parsed("{\"wrong\":true}");
    private static final JsonNode ARRAY = Answer.parsed("[{\"wrong\":true}]");
    private static final JsonNode STRING = Answer.parsed("\"wrong\"");
    private static final JsonNode BOOLEAN = Answer.parsed("true");

    private final Description description;
    private final JsonNode good;
    private final Map<String, String> bad = new LinkedHashMap<>();

    private BadBodies(Description description, JsonNode good) {
        this.description = description;
        this.good = good;
    }

    static Map<String, String> of(Description description, JsonNode schema, JsonNode good) {
        BadBodies bodies = new BadBodies(description, good);
        bodies.spoil("", schema, good);
        return bodies.bad;
    }

    private void spoil(String path, JsonNode unresolved, JsonNode value) {
        Optional<JsonNode> schema = chosen(unresolved, value);
        if (schema.isEmpty()) return;
        if (value.isObject()) spoilObject(path, schema.get(), value);
        if (value.isArray() && schema.get().has("items") && !value.isEmpty())
            spoil(path + "/0", schema.get().path("items"), value.get(0));
    }

    private void spoilObject(String path, JsonNode schema, JsonNode value) {
        if (schema.path("minProperties").asInt(0) > 0) replace("nothing in " + path, path, Answer.parsed("{}"));
        strings(schema.path("required"))
                .filter(value::has)
                .forEach(field -> replace("no " + path + "/" + field, path, without(value, field)));
        value.propertyStream().forEach(field -> {
            JsonNode own = schema.path("properties").path(field.getKey());
            if (own.isMissingNode()) return;
            String at = path + "/" + field.getKey();
            wrongType(own).ifPresent(wrong -> replace("wrong type of " + at, at, wrong));
            spoil(at, own, field.getValue());
        });
    }

    /** The alternative that the value was written for. */
    private Optional<JsonNode> chosen(JsonNode unresolved, JsonNode value) {
        JsonNode schema = description.resolved(unresolved);
        JsonNode alternatives = schema.has("oneOf") ? schema.path("oneOf") : schema.path("anyOf");
        if (alternatives.isMissingNode()) return Optional.of(schema);
        return StreamSupport.stream(alternatives.spliterator(), false)
                .filter(one -> new SchemaCheck(description).mistakes(one, value).isEmpty())
                .findFirst()
                .map(description::resolved);
    }

    /** A value of a type that the schema does not allow; none when it allows all. Numbers pass as text in many places. */
    private Optional<JsonNode> wrongType(JsonNode unresolved) {
        Set<String> allowed = allowed(unresolved);
        if (allowed.isEmpty()) return Optional.empty();
        if (!allowed.contains("object")) return Optional.of(OBJECT);
        if (!allowed.contains("array")) return Optional.of(ARRAY);
        if (!allowed.contains("string")) return Optional.of(STRING);
        return allowed.contains("boolean") ? Optional.empty() : Optional.of(BOOLEAN);
    }

    private Set<String> allowed(JsonNode unresolved) {
        JsonNode schema = description.resolved(unresolved);
        if (schema.has("type")) return SchemaCheck.types(schema).collect(Collectors.toSet());
        JsonNode alternatives = schema.has("oneOf") ? schema.path("oneOf") : schema.path("anyOf");
        return StreamSupport.stream(alternatives.spliterator(), false)
                .flatMap(one -> allowed(one).stream())
                .collect(Collectors.toSet());
    }

    private void replace(String fault, String path, JsonNode replacement) {
        bad.put(fault, replaced(good, steps(path), replacement).toString());
    }

    private static List<String> steps(String path) {
        return path.isEmpty() ? List.of() : List.of(path.substring(1).split("/", -1));
    }

    private static JsonNode replaced(JsonNode node, List<String> steps, JsonNode replacement) {
        if (steps.isEmpty()) return replacement;
        List<String> rest = steps.subList(1, steps.size());
        if (node instanceof ArrayNode array) {
            int index = Integer.parseInt(steps.get(0));
            ArrayNode copy = array.deepCopy();
            copy.set(index, replaced(array.get(index), rest, replacement));
            return copy;
        }
        ObjectNode copy = ((ObjectNode) node).deepCopy();
        copy.set(steps.get(0), replaced(node.path(steps.get(0)), rest, replacement));
        return copy;
    }

    private static JsonNode without(JsonNode object, String field) {
        ObjectNode copy = ((ObjectNode) object).deepCopy();
        copy.remove(field);
        return copy;
    }

    private static Stream<String> strings(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asString);
    }
}

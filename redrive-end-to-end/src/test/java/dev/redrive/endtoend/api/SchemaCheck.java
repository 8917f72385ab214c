package dev.redrive.endtoend.api;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * Holds JSON against the schemas of a description, as far as that uses them. Stricter than JSON Schema in one thing: a
 * field that no schema mentions is a mistake, or descriptions would fall behind unnoticed.
 */
final class SchemaCheck {
    private final Description description;

    SchemaCheck(Description description) {
        this.description = description;
    }

    List<String> mistakes(JsonNode schema, JsonNode value) {
        List<String> mistakes = new ArrayList<>();
        check("", schema, value, mistakes);
        return mistakes;
    }

    private void check(String path, JsonNode unresolved, JsonNode value, List<String> mistakes) {
        JsonNode schema = description.resolved(unresolved);
        if (schema.has("oneOf") || schema.has("anyOf")) {
            oneOf(path, schema.has("oneOf") ? schema.path("oneOf") : schema.path("anyOf"), value, mistakes);
            return;
        }
        constraints(path, schema, value, mistakes);
        if (value.isObject()) unknownFields(path, schema, value, mistakes);
    }

    private void oneOf(String path, JsonNode alternatives, JsonNode value, List<String> mistakes) {
        List<String> tried = new ArrayList<>();
        for (JsonNode alternative : alternatives) {
            List<String> found = new ArrayList<>();
            check(path, alternative, value, found);
            if (found.isEmpty()) return;
            tried.addAll(found);
        }
        mistakes.add(path + " fits none of its schemas: " + tried);
    }

    private void constraints(String path, JsonNode unresolved, JsonNode value, List<String> mistakes) {
        JsonNode schema = description.resolved(unresolved);
        schema.path("allOf").forEach(part -> constraints(path, part, value, mistakes));
        if (schema.has("type") && types(schema).noneMatch(type -> isOf(type, value))) {
            mistakes.add(path + " is not " + schema.path("type") + ": " + value);
            return;
        }
        if (schema.has("enum") && elements(schema.path("enum")).noneMatch(value::equals))
            mistakes.add(path + " is none of " + schema.path("enum") + ": " + value);
        if (value.isString() && !hasFormat(schema.path("format").asString(""), value.asString()))
            mistakes.add(path + " is no " + schema.path("format") + ": " + value);
        elements(schema.path("required"))
                .map(JsonNode::asString)
                .filter(field -> !value.has(field))
                .forEach(field -> mistakes.add(path + "/" + field + " is missing"));
        inside(path, schema, value, mistakes);
    }

    private void inside(String path, JsonNode schema, JsonNode value, List<String> mistakes) {
        if (schema.has("items")) {
            for (int i = 0; i < value.size(); i++) check(path + "/" + i, schema.path("items"), value.get(i), mistakes);
        }
        if (!value.isObject()) return;
        value.propertyStream().forEach(field -> {
            JsonNode own = schema.path("properties").path(field.getKey());
            JsonNode any = schema.path("additionalProperties");
            if (!own.isMissingNode()) check(path + "/" + field.getKey(), own, field.getValue(), mistakes);
            else if (any.isObject()) check(path + "/" + field.getKey(), any, field.getValue(), mistakes);
        });
    }

    private void unknownFields(String path, JsonNode schema, JsonNode value, List<String> mistakes) {
        Set<String> known = new HashSet<>();
        if (!collect(schema, known) || known.isEmpty()) return;
        value.propertyStream()
                .filter(field -> !known.contains(field.getKey()))
                .forEach(field -> mistakes.add(path + "/" + field.getKey() + " is not described"));
    }

    /** False when a schema lets any field in. */
    private boolean collect(JsonNode unresolved, Set<String> known) {
        JsonNode schema = description.resolved(unresolved);
        if (schema.has("additionalProperties")) return false;
        schema.path("properties").propertyStream().forEach(field -> known.add(field.getKey()));
        return elements(schema.path("allOf")).allMatch(part -> collect(part, known));
    }

    static Stream<String> types(JsonNode schema) {
        JsonNode type = schema.path("type");
        return type.isArray() ? elements(type).map(JsonNode::asString) : Stream.of(type.asString());
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static boolean isOf(String type, JsonNode value) {
        return switch (type) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> throw new AssertionError("there is no type " + type);
        };
    }

    private static boolean hasFormat(String format, String text) {
        try {
            return switch (format) {
                case "date-time" -> Instant.parse(text).toString().length() > 0;
                case "uuid" -> UUID.fromString(text).toString().equals(text);
                default -> true;
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            return false;
        }
    }
}

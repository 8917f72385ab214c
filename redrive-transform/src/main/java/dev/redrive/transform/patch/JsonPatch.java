package dev.redrive.transform.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.redrive.transform.BadTransform;
import dev.redrive.transform.json.JsonPointer;
import dev.redrive.transform.json.JsonText;
import dev.redrive.transform.json.JsonTrees;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A JSON Patch (RFC 6902), read and checked. */
public record JsonPatch(List<PatchOperation> operations, int limit) {
    private static final int MOST = 1000;

    public JsonPatch {
        operations = List.copyOf(operations);
    }

    /** Reads the value of the field with this name. */
    public static JsonPatch parse(String name, JsonNode json, int limit) {
        if (!json.isArray()) throw new BadTransform(name + ": must be an array of operations");
        if (json.size() > MOST)
            throw new BadTransform(name + ": has " + json.size() + " operations; " + MOST + " are allowed");
        List<PatchOperation> operations = new ArrayList<>();
        for (int i = 0; i < json.size(); i++) operations.add(operation(name + "[" + i + "]", json.get(i)));
        return new JsonPatch(operations, limit);
    }

    private static PatchOperation operation(String where, JsonNode json) {
        if (!json.isObject()) throw new BadTransform(where + ": must be an object with op and path");
        PatchOperation.Kind kind = kind(where, json);
        JsonPointer path = pointer(where, json, "path");
        JsonPointer from = null;
        JsonNode value = null;
        switch (kind) {
            case ADD, REPLACE, TEST -> value = value(where, kind, json);
            case MOVE, COPY -> from = pointer(where, json, "from");
            case REMOVE -> {}
        }
        check(where, kind, path, from);
        return new PatchOperation(where, kind, path, from, value);
    }

    private static void check(String where, PatchOperation.Kind kind, JsonPointer path, @Nullable JsonPointer from) {
        if (kind == PatchOperation.Kind.REMOVE && path.isRoot())
            throw new BadTransform(where + ": the whole cannot be removed");
        if (kind == PatchOperation.Kind.MOVE && from != null && from.isAbove(path))
            throw new BadTransform(where + ": " + from + " cannot be moved into itself");
    }

    private static PatchOperation.Kind kind(String where, JsonNode json) {
        String word = text(where, json, "op");
        for (PatchOperation.Kind kind : PatchOperation.Kind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(word)) return kind;
        }
        throw new BadTransform(where + ": op is one of add, remove, replace, move, copy and test");
    }

    private static JsonPointer pointer(String where, JsonNode json, String field) {
        return JsonPointer.parse(text(where, json, field))
                .orElseThrow(() -> new BadTransform(where + ": " + field
                        + " must be a JSON Pointer such as /items/0/price; ~ is written ~0, and / in a key ~1"));
    }

    private static String text(String where, JsonNode json, String field) {
        JsonNode value = json.get(field);
        if (value == null) throw new BadTransform(where + ": " + field + " is missing");
        if (!value.isTextual()) throw new BadTransform(where + ": " + field + " must be a string");
        return value.textValue();
    }

    private static JsonNode value(String where, PatchOperation.Kind kind, JsonNode json) {
        JsonNode value = json.get("value");
        if (value == null) throw new BadTransform(where + ": " + kind.word() + " needs a value");
        return value;
    }

    /** The tree after all operations; the one given is left as it is. */
    public JsonNode apply(JsonNode tree) {
        JsonNode result = tree.deepCopy();
        long weight = JsonTrees.weight(tree, limit);
        for (PatchOperation operation : operations) {
            weight += operation.growth(result, limit);
            if (weight > 2L * limit) throw JsonText.tooLarge(limit);
            result = operation.apply(result);
        }
        return result;
    }
}

package dev.redrive.transform.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.redrive.transform.TransformFailed;
import dev.redrive.transform.json.JsonPointer;
import dev.redrive.transform.json.JsonTrees;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One operation of a JSON Patch. {@code where} says which, for messages: {@code patch[2]}. */
record PatchOperation(
        String where,
        Kind kind,
        JsonPointer path,
        @Nullable JsonPointer from,
        @Nullable JsonNode value) {
    enum Kind {
        ADD,
        REMOVE,
        REPLACE,
        MOVE,
        COPY,
        TEST;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The tree after this operation; the one given is changed as well. */
    JsonNode apply(JsonNode tree) {
        return switch (kind) {
            case ADD -> add(tree, given());
            case REMOVE -> remove(tree, path);
            case REPLACE -> replace(tree, given());
            case MOVE -> move(tree);
            case COPY -> add(tree, source(tree).deepCopy());
            case TEST -> test(tree);
        };
    }

    /** What this operation will add to the size of the tree, at most. */
    long growth(JsonNode tree, long limit) {
        return switch (kind) {
            case ADD, REPLACE -> value == null ? 0 : JsonTrees.weight(value, limit);
            case COPY -> JsonTrees.weight(source(tree), limit);
            case REMOVE, MOVE, TEST -> 0;
        };
    }

    /** A copy, since the patch is applied to many letters and later operations may change what this one added. */
    private JsonNode given() {
        if (value == null) throw new IllegalStateException(where + " has no value");
        return value.deepCopy();
    }

    private JsonNode source(JsonNode tree) {
        if (from == null) throw new IllegalStateException(where + " has no from");
        return from.in(tree).orElseThrow(() -> missing(from));
    }

    private JsonNode add(JsonNode tree, JsonNode what) {
        if (path.isRoot()) return what;
        JsonNode parent = parent(tree, path);
        if (parent instanceof ObjectNode object) object.set(path.last(), what);
        else if (parent instanceof ArrayNode array) insert(array, what);
        else throw failed("there is nothing at " + shown(path.parent()) + " that could hold " + path);
        return tree;
    }

    private void insert(ArrayNode array, JsonNode what) {
        int index = path.last().equals("-") ? array.size() : JsonPointer.index(path.last());
        if (index < 0 || index > array.size())
            throw failed("the array at " + shown(path.parent()) + " has " + array.size()
                    + " elements, so nothing can be put at " + path);
        array.insert(index, what);
    }

    private JsonNode remove(JsonNode tree, JsonPointer place) {
        if (place.in(tree).isEmpty()) throw missing(place);
        JsonNode parent = parent(tree, place);
        if (parent instanceof ObjectNode object) object.remove(place.last());
        else if (parent instanceof ArrayNode array) array.remove(JsonPointer.index(place.last()));
        return tree;
    }

    private JsonNode replace(JsonNode tree, JsonNode what) {
        if (path.isRoot()) return what;
        if (path.in(tree).isEmpty()) throw missing(path);
        JsonNode parent = parent(tree, path);
        if (parent instanceof ObjectNode object) object.set(path.last(), what);
        else if (parent instanceof ArrayNode array) array.set(JsonPointer.index(path.last()), what);
        return tree;
    }

    private JsonNode move(JsonNode tree) {
        JsonNode moved = source(tree);
        if (from == null || path.equals(from)) return tree;
        return add(remove(tree, from), moved);
    }

    private JsonNode test(JsonNode tree) {
        JsonNode found = path.in(tree).orElseThrow(() -> missing(path));
        if (!equal(found, given())) throw failed("the value at " + shown(path) + " is another one");
        return tree;
    }

    /** Equal as RFC 6902 has it: numbers by their value, not their text. */
    private static boolean equal(JsonNode one, JsonNode other) {
        return one.equals(
                (left, right) -> {
                    if (left.equals(right)) return 0;
                    if (!left.isNumber() || !right.isNumber()) return 1;
                    return left.decimalValue().compareTo(right.decimalValue());
                },
                other);
    }

    private JsonNode parent(JsonNode tree, JsonPointer place) {
        JsonPointer parent = place.parent();
        return parent.in(tree)
                .orElseThrow(() -> failed("there is nothing at " + shown(parent) + " that could hold " + place));
    }

    private TransformFailed missing(JsonPointer place) {
        return failed("there is no " + shown(place) + " to " + kind.word());
    }

    private static String shown(JsonPointer place) {
        return place.isRoot() ? "the root" : place.toString();
    }

    private TransformFailed failed(String why) {
        return new TransformFailed(where + ": " + why);
    }
}

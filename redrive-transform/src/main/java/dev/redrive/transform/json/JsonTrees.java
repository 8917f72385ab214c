package dev.redrive.transform.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import dev.redrive.transform.TransformFailed;
import java.util.Iterator;
import java.util.Map;

/** Questions about JSON trees. */
public final class JsonTrees {
    private JsonTrees() {}

    /** True when both say the same, number by number in the same text; the order of keys does not matter. */
    public static boolean same(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) return one.asText().equals(other.asText());
        if (one.isObject() && other.isObject()) return sameObjects(one, other);
        if (one.isArray() && other.isArray()) return sameArrays(one, other);
        return one.equals(other);
    }

    private static boolean sameObjects(JsonNode one, JsonNode other) {
        if (one.size() != other.size()) return false;
        for (Map.Entry<String, JsonNode> entry : one.properties()) {
            JsonNode twin = other.get(entry.getKey());
            if (twin == null || !same(entry.getValue(), twin)) return false;
        }
        return true;
    }

    private static boolean sameArrays(JsonNode one, JsonNode other) {
        if (one.size() != other.size()) return false;
        for (int i = 0; i < one.size(); i++) {
            if (!same(one.get(i), other.get(i))) return false;
        }
        return true;
    }

    /** At least this many bytes are needed to write the tree; counting stops beyond the limit. */
    public static long weight(JsonNode tree, long limit) {
        long weight = own(tree);
        for (Iterator<JsonNode> children = tree.elements(); children.hasNext() && weight <= limit; )
            weight += weight(children.next(), limit - weight);
        return weight;
    }

    /** The weight without that of the children. */
    public static long own(JsonNode node) {
        if (node.isTextual()) return 2L + node.textValue().length();
        return 1L + node.size();
    }

    /** Throws when the tree cannot be JSON that others can read: too deep, or with a number that is none. */
    public static void check(JsonNode tree) {
        check(tree, 1);
    }

    private static void check(JsonNode node, int depth) {
        if (depth > JsonText.DEEPEST)
            throw new TransformFailed("the result is nested deeper than " + JsonText.DEEPEST + " levels");
        if (node instanceof DoubleNode number && !Double.isFinite(number.doubleValue()))
            throw new TransformFailed("the result has a number that JSON cannot hold; was something divided by zero?");
        for (JsonNode child : node) check(child, depth + 1);
    }
}

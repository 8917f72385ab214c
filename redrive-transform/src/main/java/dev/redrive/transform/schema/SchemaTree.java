package dev.redrive.transform.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.redrive.transform.json.Arithmetic;
import dev.redrive.transform.json.NotJson;
import java.math.BigDecimal;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns our trees into those of the schema validator, which are of another version of Jackson. */
final class SchemaTree {
    private static final JsonNodeFactory NODES = new JsonNodeFactory();

    private SchemaTree() {}

    /** @throws NotJson for numbers that are too large to compute with, since checking them would take forever */
    static tools.jackson.databind.JsonNode of(JsonNode tree) throws NotJson {
        return switch (tree.getNodeType()) {
            case OBJECT -> object(tree);
            case ARRAY -> array(tree);
            case STRING -> NODES.stringNode(tree.textValue());
            case NUMBER -> number(tree);
            case BOOLEAN -> NODES.booleanNode(tree.booleanValue());
            case NULL, MISSING, BINARY, POJO -> NODES.nullNode();
        };
    }

    private static ObjectNode object(JsonNode tree) throws NotJson {
        ObjectNode object = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : tree.properties()) object.set(entry.getKey(), of(entry.getValue()));
        return object;
    }

    private static ArrayNode array(JsonNode tree) throws NotJson {
        ArrayNode array = NODES.arrayNode();
        for (JsonNode element : tree) array.add(of(element));
        return array;
    }

    private static tools.jackson.databind.JsonNode number(JsonNode tree) throws NotJson {
        if (tree.isInt()) return NODES.numberNode(tree.intValue());
        if (tree.isLong()) return NODES.numberNode(tree.longValue());
        if (tree.isBigInteger()) return NODES.numberNode(tree.bigIntegerValue());
        BigDecimal value = tree.decimalValue();
        if (Math.abs((long) value.scale()) > Arithmetic.MOST_DIGITS)
            throw new NotJson("it has a number whose exponent is beyond " + Arithmetic.MOST_DIGITS);
        return NODES.numberNode(value);
    }
}

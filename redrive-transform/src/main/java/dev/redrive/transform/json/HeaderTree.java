package dev.redrive.transform.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.redrive.letter.Header;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import dev.redrive.transform.TransformFailed;
import java.io.Serial;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Headers seen as a JSON object: a name has a string, or an array of strings when it repeats. */
public final class HeaderTree {
    private HeaderTree() {}

    /** A string that remembers the bytes it stands for, so that bytes which are no text survive being passed on. */
    private static final class Value extends TextNode {
        @Serial
        private static final long serialVersionUID = 1;

        private final transient Payload bytes;

        Value(Payload bytes) {
            super(bytes.text());
            this.bytes = bytes;
        }
    }

    public static ObjectNode of(Headers headers) {
        Map<String, List<Payload>> byName = new LinkedHashMap<>();
        for (Header header : headers.list())
            byName.computeIfAbsent(header.name(), name -> new ArrayList<>()).add(header.value());
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        byName.forEach((name, values) -> {
            if (values.size() == 1) tree.set(name, new Value(values.get(0)));
            else
                values.forEach(
                        value -> tree.withArray("/" + JsonPointer.escape(name)).add(new Value(value)));
        });
        return tree;
    }

    /** The headers that the tree describes; names that were there before keep their places. */
    public static Headers headers(JsonNode tree, Headers before, String what, int limit) {
        if (!tree.isObject()) throw new TransformFailed(what + ": headers must be an object of names and strings");
        Map<String, Deque<Payload>> left = values(tree, what, limit);
        Map<String, Integer> lastAt = new HashMap<>();
        for (int i = 0; i < before.list().size(); i++)
            lastAt.put(before.list().get(i).name(), i);
        List<Header> after = new ArrayList<>();
        for (int i = 0; i < before.list().size(); i++) {
            String name = before.list().get(i).name();
            Deque<Payload> values = left.getOrDefault(name, new ArrayDeque<>());
            boolean isLast = lastAt.getOrDefault(name, i) == i;
            do {
                if (!values.isEmpty()) after.add(new Header(name, values.remove()));
            } while (isLast && !values.isEmpty());
        }
        left.forEach((name, values) -> values.forEach(value -> after.add(new Header(name, value))));
        Headers result = new Headers(after);
        return result.equals(before) ? before : result;
    }

    private static Map<String, Deque<Payload>> values(JsonNode tree, String what, int limit) {
        Map<String, Deque<Payload>> values = new LinkedHashMap<>();
        long size = 0;
        for (Map.Entry<String, JsonNode> entry : tree.properties()) {
            Deque<Payload> ofName = new ArrayDeque<>();
            if (entry.getValue().isArray())
                entry.getValue().forEach(value -> ofName.add(bytes(entry.getKey(), value, what)));
            else ofName.add(bytes(entry.getKey(), entry.getValue(), what));
            size += entry.getKey().length()
                    + ofName.stream().mapToLong(Payload::size).sum();
            if (size > limit) throw JsonText.tooLarge(limit);
            values.put(entry.getKey(), ofName);
        }
        return values;
    }

    private static Payload bytes(String name, JsonNode value, String what) {
        if (value instanceof Value kept) return kept.bytes;
        if (value.isNull()) return Payload.absent();
        if (value.isTextual()) return Payload.of(value.textValue());
        if (value.isNumber() || value.isBoolean()) return Payload.of(value.asText());
        throw new TransformFailed(what + ": the header " + name + " must be a string or an array of strings");
    }
}

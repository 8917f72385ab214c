package dev.redrive.transform.letter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.redrive.internal.text.ShortText;
import dev.redrive.letter.Headers;
import dev.redrive.letter.Payload;
import dev.redrive.transform.json.HeaderTree;
import dev.redrive.transform.json.JsonPointer;
import dev.redrive.transform.json.JsonText;
import dev.redrive.transform.json.JsonTrees;
import dev.redrive.transform.json.NotJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects the differences of two messages. */
final class Comparison {
    private static final int MOST = 100;
    private static final int LONGEST = 200;

    private final List<Difference> found = new ArrayList<>();
    private long more;

    void payloads(Payload before, Payload after) {
        if (before.equals(after)) return;
        Optional<JsonNode> one = tree(before);
        Optional<JsonNode> other = tree(after);
        if (one.isPresent() && other.isPresent()) compare("/payload", one.get(), other.get());
        else found("/payload", Difference.Kind.CHANGED, shown(before), shown(after));
    }

    private static Optional<JsonNode> tree(Payload payload) {
        try {
            return Optional.of(JsonText.read(payload));
        } catch (NotJson e) {
            return Optional.empty();
        }
    }

    private static String shown(Payload payload) {
        return payload.isText() ? cut(payload.text()) : payload.size() + " bytes that are not text";
    }

    void headers(Headers before, Headers after) {
        if (before.equals(after)) return;
        compare("/headers", HeaderTree.of(before), HeaderTree.of(after));
    }

    List<Difference> differences() {
        List<Difference> all = new ArrayList<>(found);
        if (more > 0) all.add(new Difference("", Difference.Kind.MORE, null, more + " more"));
        return List.copyOf(all);
    }

    private void compare(String path, JsonNode before, JsonNode after) {
        if (JsonTrees.same(before, after)) return;
        if (before.isObject() && after.isObject()) compareObjects(path, before, after);
        else if (before.isArray() && after.isArray()) compareArrays(path, before, after);
        else found(path, Difference.Kind.CHANGED, shown(before), shown(after));
    }

    private void compareObjects(String path, JsonNode before, JsonNode after) {
        for (Map.Entry<String, JsonNode> entry : before.properties()) {
            String at = path + "/" + JsonPointer.escape(entry.getKey());
            JsonNode now = after.get(entry.getKey());
            if (now == null) removed(at, entry.getValue());
            else compare(at, entry.getValue(), now);
        }
        for (Map.Entry<String, JsonNode> entry : after.properties()) {
            if (!before.has(entry.getKey())) added(path + "/" + JsonPointer.escape(entry.getKey()), entry.getValue());
        }
    }

    /** What is the same at both ends is no difference, so that one element more in front is shown as just that. */
    private void compareArrays(String path, JsonNode before, JsonNode after) {
        int shorter = Math.min(before.size(), after.size());
        int start = 0;
        while (start < shorter && JsonTrees.same(before.get(start), after.get(start))) start++;
        int end = 0;
        while (end < shorter - start
                && JsonTrees.same(before.get(before.size() - 1 - end), after.get(after.size() - 1 - end))) end++;
        int both = shorter - end;
        for (int i = start; i < both; i++) compare(path + "/" + i, before.get(i), after.get(i));
        for (int i = both; i < before.size() - end; i++) removed(path + "/" + i, before.get(i));
        for (int i = both; i < after.size() - end; i++) added(path + "/" + i, after.get(i));
    }

    private void removed(String path, JsonNode before) {
        found(path, Difference.Kind.REMOVED, shown(before), null);
    }

    private void added(String path, JsonNode after) {
        found(path, Difference.Kind.ADDED, null, shown(after));
    }

    private void found(String path, Difference.Kind kind, @Nullable String before, @Nullable String after) {
        if (found.size() < MOST) found.add(new Difference(path, kind, before, after));
        else more++;
    }

    private static String shown(JsonNode node) {
        return cut(node.toString());
    }

    private static String cut(String text) {
        return ShortText.withDots(text, LONGEST);
    }
}

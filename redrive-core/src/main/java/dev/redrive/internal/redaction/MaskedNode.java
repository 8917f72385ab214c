package dev.redrive.internal.redaction;

import dev.redrive.json.Json;
import dev.redrive.json.JsonPath;
import dev.redrive.redaction.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value of a JSON document, with the values in it, and whether masks are among them. Objects and arrays without any value are left out. */
final class MaskedNode {
    private static final byte[] MASK_AS_JSON = Json.quote(Redaction.MASK).getBytes(StandardCharsets.UTF_8);
    private static final Pattern STEP =
            Pattern.compile("\\['[^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+'\\]|\\[\\d++\\]", Pattern.DOTALL);
    private static final Pattern INDEX = Pattern.compile("\\[(\\d+)\\]");

    private final String path;
    private final Map<String, MaskedNode> children = new LinkedHashMap<>();
    private @Nullable String text;
    private boolean isMask;
    private boolean isTwice;
    private int masks;

    private MaskedNode(String path) {
        this.path = path;
    }

    /** Empty when the bytes are not exactly one JSON document. */
    static Optional<MaskedNode> of(byte[] document) {
        return JsonPath.leaves(document).map(leaves -> {
            MaskedNode root = new MaskedNode("$");
            for (JsonPath.Place leaf : leaves) root.add(leaf.path(), leaf.in(document));
            return root;
        });
    }

    private void add(String leaf, byte[] raw) {
        String says = JsonPath.text(raw);
        int more = says.contains(Redaction.MASK) ? 1 : 0;
        MaskedNode node = this;
        node.masks += more;
        Matcher step = STEP.matcher(leaf);
        while (step.find()) {
            if (node.text != null) node.isTwice = true;
            String below = leaf.substring(0, step.end());
            node = node.children.computeIfAbsent(step.group(), name -> new MaskedNode(below));
            node.masks += more;
        }
        if (node.text != null || !node.children.isEmpty()) node.isTwice = true;
        node.text = (raw[0] == '"' ? "\"" : "") + says;
        node.isMask = Arrays.equals(raw, MASK_AS_JSON);
    }

    String path() {
        return path;
    }

    /** How many values without others in them contain a mask. */
    int masks() {
        return masks;
    }

    /** True when it is a mask and nothing else. */
    boolean isMask() {
        return isMask && !isTwice;
    }

    /** True when its name stands twice in its object. */
    boolean isTwice() {
        return isTwice;
    }

    boolean isLeaf() {
        return children.isEmpty();
    }

    boolean isArray() {
        return !children.isEmpty() && index(children.keySet().iterator().next()) >= 0;
    }

    boolean saysTheSame(MaskedNode other) {
        return text != null && text.equals(other.text);
    }

    Map<String, MaskedNode> children() {
        return children;
    }

    @Nullable
    MaskedNode child(String step) {
        return children.get(step);
    }

    @Nullable
    MaskedNode element(int index) {
        return children.get("[" + index + "]");
    }

    /** What stands in each element of an array: every value without others in it, by its path in the element. */
    List<Map<String, String>> elements() {
        List<Map<String, String>> elements = new ArrayList<>();
        children.forEach((step, child) -> {
            while (elements.size() < index(step)) elements.add(Map.of());
            Map<String, String> values = new HashMap<>();
            child.collect(child.path.length(), values);
            if (elements.size() == index(step)) elements.add(values);
        });
        return elements;
    }

    /** Below zero when the step leads into an object. */
    static int index(String step) {
        Matcher index = INDEX.matcher(step);
        return index.matches() ? Integer.parseInt(index.group(1)) : -1;
    }

    private void collect(int from, Map<String, String> values) {
        if (isLeaf()) values.put(path.substring(from), Objects.requireNonNullElse(text, ""));
        children.values().forEach(child -> child.collect(from, values));
    }
}

package dev.redrive.transform.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A place in a JSON tree, as RFC 6901 writes it. */
public record JsonPointer(List<String> steps) {
    public JsonPointer {
        steps = List.copyOf(steps);
    }

    /** Empty when the text is not a pointer. */
    public static Optional<JsonPointer> parse(String text) {
        if (text.isEmpty()) return Optional.of(new JsonPointer(List.of()));
        if (text.charAt(0) != '/' || text.matches("(?s).*~([^01].*|$)")) return Optional.empty();
        List<String> steps = new ArrayList<>();
        for (String step : text.substring(1).split("/", -1))
            steps.add(step.replace("~1", "/").replace("~0", "~"));
        return Optional.of(new JsonPointer(steps));
    }

    public static String escape(String step) {
        return step.replace("~", "~0").replace("/", "~1");
    }

    public boolean isRoot() {
        return steps.isEmpty();
    }

    public String last() {
        return steps.get(steps.size() - 1);
    }

    public JsonPointer parent() {
        return new JsonPointer(steps.subList(0, steps.size() - 1));
    }

    public boolean isAbove(JsonPointer other) {
        return steps.size() < other.steps.size() && steps.equals(other.steps.subList(0, steps.size()));
    }

    public Optional<JsonNode> in(JsonNode tree) {
        JsonNode node = tree;
        for (String step : steps) {
            node = node.isArray() ? node.get(index(step)) : node.get(step);
            if (node == null) return Optional.empty();
        }
        return Optional.of(node);
    }

    /** The index that a step into an array names, or -1 when it names none. */
    public static int index(String step) {
        return step.matches("0|[1-9][0-9]{0,8}") ? Integer.parseInt(step) : -1;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String step : steps) text.append('/').append(escape(step));
        return text.toString();
    }
}

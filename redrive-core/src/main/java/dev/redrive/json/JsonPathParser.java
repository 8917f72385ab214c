package dev.redrive.json;

import java.util.ArrayList;
import java.util.List;

/** Reads the text of a {@link JsonPath} into its steps. */
final class JsonPathParser {
    /** A path's progress is kept in the bits of one long. */
    private static final int MAX_STEPS = 62;

    private final String text;
    private int at;

    JsonPathParser(String text) {
        this.text = text;
    }

    List<JsonPath.Step> steps() {
        if (!skip("$")) throw wrong("'$' at the start");
        List<JsonPath.Step> steps = new ArrayList<>();
        while (at < text.length()) {
            steps.add(step());
        }
        if (steps.size() > MAX_STEPS) throw wrong("at most " + MAX_STEPS + " steps");
        return List.copyOf(steps);
    }

    private JsonPath.Step step() {
        if (skip("..")) return new JsonPath.Step(skip("[") ? bracketed() : dotted(), true);
        if (skip(".")) return new JsonPath.Step(dotted(), false);
        if (skip("[")) return new JsonPath.Step(bracketed(), false);
        throw wrong("'.' or '['; a name with other characters is written as ['odd name']");
    }

    private JsonPath.Part dotted() {
        if (skip("*")) return new JsonPath.Part.Any();
        int start = at;
        while (at < text.length() && isPlain(text.charAt(at))) at++;
        if (at == start) throw wrong("a name or '*'; a name with other characters is written as ['odd name']");
        return new JsonPath.Part.Member(text.substring(start, at));
    }

    private static boolean isPlain(char c) {
        return Character.isLetterOrDigit(c) || "_-$@:".indexOf(c) >= 0;
    }

    private JsonPath.Part bracketed() {
        JsonPath.Part part;
        if (skip("*")) {
            part = new JsonPath.Part.Any();
        } else if (skip("'")) {
            part = new JsonPath.Part.Member(quoted('\''));
        } else if (skip("\"")) {
            part = new JsonPath.Part.Member(quoted('"'));
        } else {
            part = new JsonPath.Part.Element(index());
        }
        if (!skip("]")) throw wrong("']'");
        return part;
    }

    private String quoted(char quote) {
        StringBuilder name = new StringBuilder();
        while (at < text.length() && text.charAt(at) != quote) {
            if (text.charAt(at) == '\\') at++;
            if (at < text.length()) name.append(text.charAt(at++));
        }
        if (!skip(String.valueOf(quote))) throw wrong("the closing " + quote);
        return name.toString();
    }

    private int index() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at++;
        if (at == start) throw wrong("a number, '*' or a name in quotes");
        if (at - start > 9) throw wrong("a number of at most nine digits");
        return Integer.parseInt(text.substring(start, at));
    }

    private boolean skip(String wanted) {
        if (!text.startsWith(wanted, at)) return false;
        at += wanted.length();
        return true;
    }

    private IllegalArgumentException wrong(String expected) {
        return new IllegalArgumentException(
                "not a JSON path: \"" + text + "\": expected " + expected + " at position " + at);
    }
}

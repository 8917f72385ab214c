package dev.redrive.examples.shop;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks into the flat JSON of this shop; a real application would use its JSON library. */
final class Fields {
    private Fields() {}

    static boolean has(String json, String field) {
        return json.contains("\"" + field + "\":");
    }

    /** The value of a text field, or {@code ?} when it has none. */
    static String text(String json, String field) {
        Matcher found =
                Pattern.compile("\"" + Pattern.quote(field) + "\":\"([^\"]*)\"").matcher(json);
        return found.find() ? found.group(1) : "?";
    }
}

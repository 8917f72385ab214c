package dev.redrive.json;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Adds members to a JSON object; what it has already stays as it is written. */
public final class JsonMembers {
    private JsonMembers() {}

    public static Set<String> names(Json object) {
        return JsonFields.read(object, JsonMembers::names);
    }

    private static Set<String> names(JsonFields in) {
        Set<String> names = new HashSet<>();
        while (in.nextField()) {
            names.add(in.name());
            in.skip();
        }
        return names;
    }

    /** With these in front; the object must not have any of them. */
    public static Json with(Json object, Map<String, ? extends @Nullable Object> more) {
        if (more.isEmpty()) return object;
        Json added = Json.object(more);
        String rest = object.text().strip().substring(1).strip();
        if (rest.equals("}")) return added;
        return Json.of(added.text().substring(0, added.text().length() - 1) + "," + rest);
    }

    /** With one more, under its name or, where that is taken, under its name and the first number from 2 that is free. */
    public static Json withFree(Json object, String name, Object value) {
        Set<String> taken = names(object);
        String free = name;
        for (int i = 2; taken.contains(free); i++) free = name + i;
        return with(object, Map.of(free, value));
    }
}

package dev.redrive.mongo.documents;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** An update of one document, put together field by field. */
public final class Change {
    private static final int KEPT = 5;

    private final Document set = new Document();
    private final Document unset = new Document();
    private final Map<String, List<Object>> push = new LinkedHashMap<>();
    private final Map<String, Object> lastOnes = new LinkedHashMap<>();
    private final Document increment = new Document();

    /** A field without a value is taken away. */
    public Change set(String field, @Nullable Object value) {
        if (value == null) return unset(field);
        unset.remove(field);
        set.put(field, value);
        return this;
    }

    public Change unset(String... fields) {
        for (String field : fields) {
            set.remove(field);
            unset.put(field, "");
        }
        return this;
    }

    public Change push(String field, Object value) {
        push.computeIfAbsent(field, f -> new ArrayList<>()).add(value);
        return this;
    }

    /** Appends to a list of which a few values are kept, the last ones. */
    public Change pushLast(String field, Object value) {
        lastOnes.put(field, value);
        return this;
    }

    public boolean touches(String field) {
        return set.containsKey(field) || unset.containsKey(field);
    }

    public Change add(String field, long by) {
        increment.merge(field, by, (a, b) -> (long) a + (long) b);
        return this;
    }

    public Document update() {
        Document update = new Document();
        if (!set.isEmpty()) update.put("$set", set);
        if (!unset.isEmpty()) update.put("$unset", unset);
        Document pushes = new Document();
        push.forEach((field, values) -> pushes.put(field, new Document("$each", values)));
        lastOnes.forEach(
                (field, last) -> pushes.put(field, new Document("$each", List.of(last)).append("$slice", -KEPT)));
        if (!pushes.isEmpty()) update.put("$push", pushes);
        if (!increment.isEmpty()) update.put("$inc", increment);
        return update;
    }
}

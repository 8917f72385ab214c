package dev.redrive.mongo.documents;

import static dev.redrive.mongo.database.Fields.number;
import static dev.redrive.mongo.database.Fields.text;

import dev.redrive.letter.Message;
import dev.redrive.store.attributes.Attribute;
import dev.redrive.store.attributes.SearchPaths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** The search paths of a store, and the ids by which the values at each of them are kept in letters: {@code 3=ORD-1}. */
public record KeptPaths(SearchPaths paths, Map<String, Integer> ids) {
    public static final KeptPaths NONE = new KeptPaths(SearchPaths.none(), Map.of());

    public KeptPaths {
        ids = Map.copyOf(ids);
    }

    public static KeptPaths read(List<Document> written) {
        Map<String, String> paths = new HashMap<>();
        Map<String, Integer> ids = new HashMap<>();
        for (Document one : written) {
            paths.put(text(one, "name"), text(one, "path"));
            ids.put(text(one, "name"), number(one, "id"));
        }
        return new KeptPaths(SearchPaths.of(paths), ids);
    }

    public List<Document> write() {
        return ids.entrySet().stream()
                .map(one -> new Document("id", one.getValue())
                        .append("name", one.getKey())
                        .append("path", paths.byName().get(one.getKey())))
                .toList();
    }

    /** What a letter is found by; null when it is nothing. */
    public @Nullable List<String> of(Message message) {
        if (paths.isEmpty()) return null;
        List<String> values = paths.in(message).stream().map(this::value).toList();
        return values.isEmpty() ? null : values;
    }

    /** Without an id for a name that there is no path for: no letter has that. */
    public String value(Attribute attribute) {
        Integer id = ids.get(attribute.name());
        return (id == null ? "" : id) + "=" + attribute.value();
    }
}

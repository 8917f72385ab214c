package dev.redrive.jdbc.rows;

import dev.redrive.letter.Message;
import dev.redrive.store.attributes.SearchPaths;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/** The search paths of a store, and by which id the values at each of them are kept from now on. */
public record KeptPaths(SearchPaths paths, Map<String, Integer> ids) {
    public static final KeptPaths NONE = new KeptPaths(SearchPaths.none(), Map.of());

    public KeptPaths {
        ids = Map.copyOf(ids);
    }

    public List<AttributeRow> rows(UUID letter, Message message) {
        if (paths.isEmpty()) return List.of();
        return paths.in(message).stream()
                .map(found -> new AttributeRow(letter, Objects.requireNonNull(ids.get(found.name())), found.value()))
                .toList();
    }
}

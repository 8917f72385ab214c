package dev.redrive.testmongo;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds documents by the value of the first field of an index that is not unique. The collection checks whether a found document
 * matches the rest of the query.
 */
final class FieldIndex extends Index<Integer> {
    private static final String IN = "$in";

    private final String field;
    private final String[] path;
    private final Map<Object, Set<Integer>> positions = new HashMap<>();
    private final Map<Object, Integer> positionOfId = new HashMap<>();

    FieldIndex(String name, List<IndexKey> keys) {
        super(name, keys.subList(0, 1), true);
        this.field = keys.get(0).getKey();
        this.path = field.split("\\.");
    }

    // Documents

    /** As they are compared: numbers by their value, bytes by what they are. */
    private Set<Object> valuesIn(Document document) {
        Object value = document;
        for (String step : path) value = value instanceof Document inner ? inner.get(step) : null;
        if (!(value instanceof Collection<?> many)) return value == null ? Set.of() : Set.of(comparable(value));
        Set<Object> values = new HashSet<>();
        for (Object each : many) if (each != null) values.add(comparable(each));
        return values;
    }

    private static Object comparable(Object value) {
        if (value instanceof Number number) return number.doubleValue();
        return value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value;
    }

    @Override
    public synchronized void add(Document document, Integer position, MongoCollection<Integer> collection) {
        positionOfId.put(document.get("_id"), position);
        add(valuesIn(document), position);
    }

    private void add(Set<Object> values, Integer position) {
        for (Object value : values)
            positions.computeIfAbsent(value, v -> new TreeSet<>()).add(position);
    }

    @Override
    public synchronized @Nullable Integer remove(Document document) {
        Integer position = positionOfId.remove(document.get("_id"));
        if (position != null) remove(valuesIn(document), position);
        return position;
    }

    private void remove(Set<Object> values, Integer position) {
        for (Object value : values) {
            Set<Integer> there = positions.get(value);
            if (there != null && there.remove(position) && there.isEmpty()) positions.remove(value);
        }
    }

    @Override
    public synchronized void updateInPlace(
            Document before, Document after, Integer position, MongoCollection<Integer> collection) {
        Set<Object> old = valuesIn(before);
        Set<Object> now = valuesIn(after);
        if (old.equals(now)) return;
        remove(old, position);
        add(now, position);
    }

    // Queries

    /** The values that the field may have; none when the index cannot tell. */
    private Collection<?> askedFor(Document query) {
        Object asked = Conditions.of(query).get(field);
        if (asked == null || asked instanceof Collection<?> || asked instanceof BsonRegularExpression) return List.of();
        if (!(asked instanceof Document condition)) return List.of(asked);
        return condition.get(IN) instanceof Collection<?> values && !values.contains(null) ? values : List.of();
    }

    @Override
    public synchronized boolean canHandle(Document query) {
        return !askedFor(query).isEmpty();
    }

    @Override
    public synchronized Iterable<Integer> getPositions(Document query) {
        Set<Integer> found = new TreeSet<>();
        for (Object value : askedFor(query)) found.addAll(positions.getOrDefault(comparable(value), Set.of()));
        return found;
    }

    @Override
    public synchronized long getCount() {
        return positionOfId.size();
    }

    @Override
    public long getDataSize() {
        return getCount();
    }

    // What only unique indexes do

    @Override
    public @Nullable Integer getPosition(Document document) {
        return null;
    }

    @Override
    public void checkAdd(Document document, MongoCollection<Integer> collection) {
        // Every value may be there more than once.
    }

    @Override
    public void checkUpdate(Document before, Document after, MongoCollection<Integer> collection) {
        // Every value may be there more than once.
    }

    @Override
    public void drop() {
        // The collection forgets it.
    }
}

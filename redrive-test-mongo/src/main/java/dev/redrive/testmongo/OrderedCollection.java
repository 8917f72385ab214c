package dev.redrive.testmongo;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.ValueComparator;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A collection that reads a page of documents in the order of their ids without reading and sorting the others. */
final class OrderedCollection extends MemoryCollection {
    private static final String ID = "_id";

    private final NavigableMap<Object, Integer> positions = new TreeMap<>(ValueComparator.asc());

    OrderedCollection(MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
        super(database, name, options, cursors);
    }

    @Override
    protected Integer addDocumentInternal(Document document) {
        Integer position = super.addDocumentInternal(document);
        Object id = document.get(ID);
        if (id != null) positions.put(id, position);
        return position;
    }

    @Override
    protected void removeDocument(Integer position) {
        Object id = getDocument(position).get(ID);
        if (id != null) positions.remove(id);
        super.removeDocument(position);
    }

    @Override
    protected QueryResult matchDocuments(
            Document query,
            @Nullable Document order,
            int skip,
            int limit,
            int batchSize,
            @Nullable Document projection) {
        if (order == null || !order.keySet().equals(Set.of(ID)))
            return super.matchDocuments(query, order, skip, limit, batchSize, projection);
        NavigableMap<Object, Integer> within = within(Conditions.of(query).get(ID));
        boolean isAscending = order.get(ID) instanceof Number direction && direction.intValue() > 0;
        Stream<Document> inOrder = (isAscending ? within : within.descendingMap())
                .values().stream().map(this::getDocument);
        return matchDocumentsFromStream(query, inOrder, skip, limit, batchSize, null, projection);
    }

    /** The ids between the bounds that a query gives, with the bounds themselves. */
    private NavigableMap<Object, Integer> within(@Nullable Object condition) {
        if (!(condition instanceof Document bounds)) return positions;
        NavigableMap<Object, Integer> within = positions;
        Object from = bounds.getOrDefault("$gt", bounds.get("$gte"));
        if (from != null) within = within.tailMap(from, true);
        Object to = bounds.getOrDefault("$lt", bounds.get("$lte"));
        return to == null || (from != null && ValueComparator.asc().compare(from, to) > 0)
                ? within
                : within.headMap(to, true);
    }
}

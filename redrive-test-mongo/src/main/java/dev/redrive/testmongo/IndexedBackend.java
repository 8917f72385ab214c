package dev.redrive.testmongo;

import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.backend.memory.index.MemoryUniqueIndex;
import de.bwaldvogel.mongo.bson.Document;
import java.util.List;

/**
 * Keeps data in memory, and finds documents by indexes as a real server does. By itself mongo-java-server uses unique indexes only, and
 * these only when a query asks for nothing else; otherwise it reads every document of the collection.
 */
class IndexedBackend extends MemoryBackend {
    @Override
    public MemoryDatabase openOrCreateDatabase(String name) {
        return new IndexedDatabase(name, getCursorRegistry());
    }

    private static final class IndexedDatabase extends MemoryDatabase {
        IndexedDatabase(String name, CursorRegistry cursors) {
            super(name, cursors);
        }

        @Override
        protected MemoryCollection openOrCreateCollection(String name, CollectionOptions options) {
            return new OrderedCollection(this, name, options, cursorRegistry);
        }

        @Override
        protected Index<Integer> openOrCreateUniqueIndex(
                String collection, String name, List<IndexKey> keys, boolean sparse) {
            return new KeyIndex(name, keys, sparse);
        }

        @Override
        protected Index<Integer> openOrCreateSecondaryIndex(
                String collection, String name, List<IndexKey> keys, boolean sparse) {
            return new FieldIndex(name, keys);
        }
    }

    /** A unique index that also serves queries which ask for more than its key. */
    private static final class KeyIndex extends MemoryUniqueIndex {
        KeyIndex(String name, List<IndexKey> keys, boolean sparse) {
            super(name, keys, sparse);
        }

        @Override
        public boolean canHandle(Document query) {
            return super.canHandle(ofKeys(query));
        }

        @Override
        public Iterable<Integer> getPositions(Document query) {
            return super.getPositions(ofKeys(query));
        }

        private Document ofKeys(Document query) {
            Document conditions = Conditions.of(query);
            conditions.keySet().retainAll(keySet());
            return conditions;
        }
    }
}

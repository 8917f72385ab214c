package dev.redrive.mongo;

import dev.redrive.store.DeadLetterStore;
import dev.redrive.testmongo.TestMongo;
import java.time.InstantSource;
import java.util.List;

/** Stores on the MongoDB server of the tests. */
final class MongoStores {
    private MongoStores() {}

    /** An empty store in a database of its own. */
    static MongoDeadLetterStore emptyStore(InstantSource time) {
        return MongoDeadLetterStore.open(TestMongo.freshUrl(), time);
    }

    /** Two stores in one empty database, as two processes have them. */
    static List<DeadLetterStore> twoStores(InstantSource time) {
        String url = TestMongo.freshUrl();
        return List.of(MongoDeadLetterStore.open(url, time), MongoDeadLetterStore.open(url, time));
    }
}

package dev.redrive.mongo.book;

import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSocketException;
import dev.redrive.mongo.database.Mongo;
import java.util.function.Supplier;

/** Work that has the same effect when it is done twice. */
final class Repeatable {
    private Repeatable() {}

    /** Does it again when the server went away meanwhile. The driver itself repeats only writes of single documents. */
    static <T> T run(String doing, Supplier<T> work) {
        return Mongo.run(doing, () -> {
            try {
                return work.get();
            } catch (MongoSocketException | MongoNotPrimaryException | MongoNodeIsRecoveringException e) {
                return work.get();
            }
        });
    }
}

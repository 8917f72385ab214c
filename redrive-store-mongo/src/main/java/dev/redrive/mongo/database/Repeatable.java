package dev.redrive.mongo.database;

import com.mongodb.MongoException;
import java.util.function.Supplier;

/** Work that has the same effect when it is done twice. */
public final class Repeatable {
    private Repeatable() {}

    /** Does it again when the server went away meanwhile. The driver itself repeats only writes of single documents. */
    public static <T> T run(String doing, Supplier<T> work) {
        return Mongo.run(doing, () -> run(work));
    }

    /** The same as a step of other work. */
    public static <T> T run(Supplier<T> work) {
        try {
            return work.get();
        } catch (MongoException e) {
            if (!MongoErrors.isServerLost(e)) throw e;
            return work.get();
        }
    }
}

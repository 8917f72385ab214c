package dev.redrive.mongo;

import dev.redrive.mongo.database.Mongo;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreProvider;
import java.util.Optional;
import javax.sql.DataSource;

/** Opens MongoDB databases, also while their server is away: then they are there when it is. */
public final class MongoStoreProvider implements StoreProvider {
    private static boolean isOfMongo(String url) {
        return url.startsWith("mongodb://") || url.startsWith("mongodb+srv://");
    }

    @Override
    public Optional<String> trouble(String url) {
        return isOfMongo(url) ? Mongo.trouble(url) : Optional.empty();
    }

    @Override
    public Optional<DeadLetterStore> open(String url) {
        return isOfMongo(url) ? Optional.of(LateStore.open(() -> MongoDeadLetterStore.open(url))) : Optional.empty();
    }

    @Override
    public Optional<DeadLetterStore> open(DataSource source) {
        return Optional.empty();
    }
}

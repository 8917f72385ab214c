package dev.redrive.benchmarks.machine;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.redrive.testmongo.TestMongo;
import java.util.Optional;
import org.bson.Document;

/** Databases of the MongoDB server that {@code REDRIVE_TEST_MONGODB} names, or of one in Java that speaks its protocol. */
public final class MongoDatabases {
    private MongoDatabases() {}

    /** What the figures were measured on. */
    public static String server() {
        if (!TestMongo.isGiven()) return "mongo-java-server, in memory, with indexes of the build";
        try (MongoClient client = MongoClients.create(TestMongo.url("admin"))) {
            return "MongoDB "
                    + client.getDatabase("admin")
                            .runCommand(new Document("buildInfo", 1))
                            .getString("version");
        }
    }

    /** None when it may be on another machine. */
    public static Optional<ProcessHandle> process() {
        return TestMongo.process();
    }

    /** One database; closing it drops it. */
    public record OwnDatabase(String name) implements AutoCloseable {
        public static OwnDatabase fresh() {
            return new OwnDatabase(TestMongo.freshDatabase());
        }

        public String url() {
            return TestMongo.url(name);
        }

        @Override
        public void close() {
            try (MongoClient client = MongoClients.create(url())) {
                client.getDatabase(name).drop();
            }
        }
    }
}

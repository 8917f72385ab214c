package dev.redrive.testmongo;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One server for all tests of a JVM; each test has a database of its own. It is the server that {@code REDRIVE_TEST_MONGODB}
 * names, a connection string, and without it one that speaks the same protocol.
 */
public final class TestMongo {
    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final List<String> CREATED = new CopyOnWriteArrayList<>();

    private TestMongo() {}

    /** Starts the shared server when it is first used. */
    private static final class Shared {
        static final @Nullable String GIVEN = System.getenv("REDRIVE_TEST_MONGODB");
        static final @Nullable MongoProcess STARTED = GIVEN == null ? MongoProcess.inMemory() : null;
        static final String URL = STARTED == null ? given(Objects.requireNonNull(GIVEN)) : STARTED.url("");

        private static String given(String url) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> dropAll(url), "end-of-mongo-databases"));
            return url;
        }

        private static void dropAll(String url) {
            try (MongoClient client = MongoClients.create(url)) {
                CREATED.forEach(name -> client.getDatabase(name).drop());
            }
        }
    }

    /** Starts the shared replica set when it is first used; a given server is one. */
    private static final class SharedSet {
        static final String URL =
                Shared.GIVEN == null ? MongoProcess.replicaSet().url("") : Shared.URL;
    }

    /** True when the tests run on the server that the environment names. */
    public static boolean isGiven() {
        return Shared.GIVEN != null;
    }

    /** The process of the shared server; none when it was given. */
    public static Optional<ProcessHandle> process() {
        return Optional.ofNullable(Shared.STARTED).map(MongoProcess::handle);
    }

    /** The name of a database that nothing else uses; it comes into being when it is written to. */
    public static String freshDatabase() {
        String name = "redrive_test_" + ProcessHandle.current().pid() + "_" + System.nanoTime() + "_"
                + DATABASES.incrementAndGet();
        CREATED.add(name);
        return name;
    }

    /** The connection string of a database on the shared server. */
    public static String url(String database) {
        return withDatabase(Shared.URL, database);
    }

    /** The connection string of a fresh database. */
    public static String freshUrl() {
        return url(freshDatabase());
    }

    /** The connection string of a database on the shared replica set. */
    public static String replicaSetUrl(String database) {
        return withDatabase(SharedSet.URL, database);
    }

    static String withDatabase(String url, String database) {
        int hosts = url.indexOf("://") + 3;
        int options = url.indexOf('?', hosts);
        String before = options < 0 ? url : url.substring(0, options);
        String after = options < 0 ? "" : url.substring(options);
        int slash = before.indexOf('/', hosts);
        return (slash < 0 ? before : before.substring(0, slash)) + "/" + database + after;
    }
}

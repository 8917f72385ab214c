package dev.redrive.mongo.database;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.redrive.Stores;
import dev.redrive.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to one database. Writes are acknowledged by a majority and journaled, reads are of the primary and of what a majority
 * has; whatever the connection string says of these is overruled.
 */
public final class Mongo implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Mongo.class);
    private static final String DEFAULT_DATABASE = "redrive";
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration CALL = Duration.ofSeconds(60);
    private static final Duration INDEX = Duration.ofHours(6);
    private static final int POOL = 20;
    private static final String WRITTEN =
            "a MongoDB store is written mongodb://user:password@host:port/db?options; special characters of the user, the password"
                    + " and the options must be percent-encoded (# is %23, / is %2F, @ is %40), and each option must have a value that"
                    + " the driver knows";

    private final MongoClient client;
    private final MongoDatabase database;
    private final ServerClock clock;
    /** A clock that a test hands in; without one, the server's clock decides. */
    private final @Nullable InstantSource fixed;

    private final boolean isReplicated;

    private Mongo(MongoClient client, String database, @Nullable InstantSource fixed) {
        this.client = client;
        this.database = client.getDatabase(database);
        this.fixed = fixed;
        this.clock = new ServerClock(InstantSource.system(), this::serverTime);
        Document hello = hello();
        this.isReplicated = hello.containsKey("setName") || "isdbgrid".equals(hello.getString("msg"));
        clock.ask();
        if (!isReplicated)
            LOG.warn(
                    "The MongoDB server is not a replica set: a letter that it acknowledged is lost with its disk, and batches"
                            + " are kept whole by commit markers instead of transactions");
    }

    /** Opens {@code mongodb://user:password@host:port/db?options}. */
    public static Mongo open(String url) {
        return open(url, null);
    }

    /** With a clock that decides instead of the server's, for tests. */
    public static Mongo open(String url, @Nullable InstantSource fixed) {
        ConnectionString address = address(url);
        String database = address.getDatabase() == null ? DEFAULT_DATABASE : address.getDatabase();
        return run("connecting to MongoDB at " + String.join(", ", address.getHosts()), () -> {
            MongoClient client = MongoClients.create(settings(address));
            try {
                return new Mongo(client, database, fixed);
            } catch (RuntimeException e) {
                client.close();
                throw e;
            }
        });
    }

    /** What is wrong with an address, without a word of it. */
    public static Optional<String> trouble(String url) {
        try {
            var unused = address(url);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Without the cause of a refusal, which may repeat the password. */
    private static ConnectionString address(String url) {
        if (Stores.isAmbiguous(url)) throw new IllegalArgumentException(WRITTEN);
        ConnectionString address;
        try {
            address = new ConnectionString(url);
        } catch (IllegalArgumentException | MongoException e) {
            throw new IllegalArgumentException(WRITTEN);
        }
        if (address.getCollection() != null)
            throw new IllegalArgumentException("the name of a MongoDB database has no dot in it");
        return address;
    }

    private static MongoClientSettings settings(ConnectionString address) {
        return MongoClientSettings.builder()
                .applyToClusterSettings(
                        cluster -> cluster.serverSelectionTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .applyToSocketSettings(socket -> socket.connectTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .timeout(CALL.toMillis(), TimeUnit.MILLISECONDS)
                .applyToConnectionPoolSettings(
                        pool -> pool.maxSize(POOL).maxWaitTime(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                .applyConnectionString(address)
                .applicationName("redrive")
                .uuidRepresentation(UuidRepresentation.STANDARD)
                .writeConcern(WriteConcern.MAJORITY.withJournal(true))
                .readConcern(ReadConcern.MAJORITY)
                .readPreference(ReadPreference.primary())
                .retryWrites(!Boolean.FALSE.equals(address.getRetryWritesValue()))
                .build();
    }

    /** Runs the work, and turns errors of the driver into those of stores. */
    public static <T> T run(String doing, Supplier<T> work) {
        try {
            return work.get();
        } catch (MongoException | BsonMaximumSizeExceededException e) {
            throw MongoErrors.of(doing, e);
        } catch (IllegalStateException e) {
            // What the driver says of a client that was closed.
            throw new StoreException(doing + " failed: " + e.getMessage(), e);
        }
    }

    public static void run(String doing, Runnable work) {
        run(doing, () -> {
            work.run();
            return true;
        });
    }

    private Document hello() {
        return client.getDatabase("admin").runCommand(new Document("isMaster", 1));
    }

    private Instant serverTime() {
        return Fields.time(hello(), "localTime");
    }

    public MongoCollection<Document> collection(String name) {
        return database.getCollection(name);
    }

    /**
     * Reads what the primary has, also what no majority has yet: for decisions about conditional writes. When such a write is
     * acknowledged by a majority, that majority has all it was decided by, too.
     */
    public MongoCollection<Document> newest(String name) {
        return collection(name).withReadConcern(ReadConcern.LOCAL);
    }

    /** For building indexes, which takes long when there is much to put into them. */
    public MongoCollection<Document> patient(String name) {
        return collection(name).withTimeout(INDEX.toMillis(), TimeUnit.MILLISECONDS);
    }

    public MongoClient client() {
        return client;
    }

    public MongoDatabase database() {
        return database;
    }

    /** True for a replica set or a sharded cluster, which have transactions and keep what a majority acknowledged. */
    public boolean isReplicated() {
        return isReplicated;
    }

    /** What decides about due letters and leases, as far as this process knows it. */
    public InstantSource clock() {
        return fixed == null ? clock : fixed;
    }

    /** The time now, to the millisecond. */
    public Instant now() {
        Instant now = fixed == null ? clock.checked() : fixed.instant();
        return now.truncatedTo(ChronoUnit.MILLIS);
    }

    @Override
    public void close() {
        client.close();
    }
}

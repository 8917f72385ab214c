package dev.redrive.endtoend.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.endtoend.replay.ReplayedLetters;
import dev.redrive.testing.Await;
import dev.redrive.testmongo.MongoProcess;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Processes that are killed while clients capture batches and while letters are sent, settled and counted: Redrive's, and MongoDB's.
 * {@code -Dredrive.kill.rounds=50} kills them that often, {@code -Dredrive.kill.seed=7} at other moments.
 */
class MongoKillTest {
    private static final int ROUNDS = Integer.getInteger("redrive.kill.rounds", 2);
    private static final long SEED = Long.getLong("redrive.kill.seed", 42);
    private static final String DATABASE = "killed";

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private final CapturingClients clients = new CapturingClients();
    private final AtomicInteger delivered = new AtomicInteger();
    private final Map<String, Set<String>> keys = new ConcurrentHashMap<>();
    /** One delivery of each round gets no answer before the server is killed. */
    private volatile CountDownLatch killed = new CountDownLatch(0);

    private final Service target = new Service(request -> {
        Set<String> fresh = ConcurrentHashMap.newKeySet();
        Set<String> used = keys.putIfAbsent(request.header("redrive-id"), fresh);
        (used == null ? fresh : used).add(request.header("Idempotency-Key"));
        if (used == null) clients.delivered();
        CountDownLatch held = killed;
        int number = delivered.incrementAndGet();
        if (number % 40 == 0) return held.await(60, TimeUnit.SECONDS) ? 204 : 500;
        return number % 5 == 0 ? 503 : 204;
    });

    @AfterEach
    void close() throws InterruptedException {
        killed.countDown();
        clients.stop();
        target.close();
    }

    private ServerProcess serve(MongoProcess mongo) {
        return Launch.in(folder)
                .settings("""
                        redrive:
                          store: "%s"
                          engine: { workers: 4, poll: 100ms, lease: 3s }
                          channels: [ { match: orders, target: { http: { url: "%s" } } } ]
                          policies:
                            - { retryability: transient, strategy: exponential, base: 10ms, max: 10ms, max-retries: 50 }
                        """.formatted(mongo.url(DATABASE), target.url("/orders")))
                .serve();
    }

    @Test
    void nothing_is_lost_or_captured_twice_when_redrive_is_killed_on_a_replica_set() throws Exception {
        try (MongoProcess mongo = MongoProcess.replicaSet()) {
            killRedrive(mongo);
        }
    }

    @Test
    void nothing_is_lost_or_captured_twice_when_redrive_is_killed_on_a_standalone_server() throws Exception {
        try (MongoProcess mongo = MongoProcess.inMemory()) {
            killRedrive(mongo);
        }
    }

    private void killRedrive(MongoProcess mongo) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            killed = new CountDownLatch(1);
            try (ServerProcess server = serve(mongo)) {
                clients.start(server.api(), random);
                int moment = delivered.get() + 45 + random.nextInt(200);
                Await.until("the moment to kill it", () -> delivered.get() >= moment);

                server.kill();
            }
            killed.countDown();
            clients.stop();
        }
        aMinutePasses(mongo);
        assertThatAllIsDone(mongo);
    }

    @Test
    void nothing_is_lost_when_mongodb_is_killed_while_letters_are_captured() throws Exception {
        try (MongoProcess mongo = MongoProcess.onDisk()) {
            try (ServerProcess server = serve(mongo)) {
                clients.start(server.api(), random);
                for (int round = 0; round < ROUNDS; round++) {
                    awaitAcknowledged(20 + random.nextInt(200));
                    mongo.kill();
                    clients.goAhead();
                    awaitAcknowledged(20);
                    mongo.startAgain();
                }
                awaitAcknowledged(20);
                clients.stop();
            }
            aMinutePasses(mongo);
            assertThatAllIsDone(mongo);
        }
    }

    private void awaitAcknowledged(int more) {
        int enough = clients.acknowledgedLetters() + more;
        Await.until("letters are captured", () -> clients.acknowledgedLetters() >= enough);
    }

    /** For batches and folds that killed processes have begun: nobody finishes them before. */
    private static void aMinutePasses(MongoProcess mongo) {
        try (MongoClient client = MongoClients.create(mongo.url(DATABASE))) {
            MongoDatabase database = client.getDatabase(DATABASE);
            Document longAgo = new Document("$set", new Document("at", Instant.EPOCH));
            database.getCollection("dlq_batches").updateMany(new Document(), longAgo);
            database.getCollection("dlq_counters")
                    .updateOne(new Document("_id", "fold"), new Document("$set", new Document("until", Instant.EPOCH)));
        }
    }

    private void assertThatAllIsDone(MongoProcess mongo) {
        try (ServerProcess server = serve(mongo);
                MongoClient client = MongoClients.create(mongo.url(DATABASE))) {
            Api api = server.api();
            MongoDatabase database = client.getDatabase(DATABASE);
            Await.until("all letters are resolved and counted", () -> isDone(api, database));

            assertThatEachIsThereOnce(database);
            List<JsonNode> listed = new ReplayedLetters(api).letters("orders");
            assertThat(listed)
                    .hasSize((int) stats(api).path("total").asLong())
                    .allSatisfy(letter ->
                            assertThat(letter.path("status").asString()).isEqualTo("RESOLVED"));
            assertThat(keys).allSatisfy((id, used) -> assertThat(used).as(id).hasSize(1));
            assertThat(keys.keySet())
                    .containsExactlyInAnyOrderElementsOf(listed.stream()
                            .map(letter -> letter.path("id").asString())
                            .toList());
        }
    }

    private static JsonNode stats(Api api) {
        return api.get("/dlq/stats").expect(200).json();
    }

    private boolean isDone(Api api, MongoDatabase database) {
        var letters = database.getCollection("dlq_messages");
        JsonNode stats = stats(api);
        return stats.path("total").asInt() >= clients.acknowledgedLetters()
                && stats.path("success").asInt() == stats.path("total").asInt()
                && letters.countDocuments(new Document("hidden", new Document("$exists", true))) == 0
                && letters.countDocuments(new Document("uncounted", true)) == 0
                && database.getCollection("dlq_batches").countDocuments() == 0;
    }

    /** Batches are whole or not there; those that were acknowledged are whole, with the ids that were said. */
    private void assertThatEachIsThereOnce(MongoDatabase database) {
        Map<String, List<Document>> found = new ConcurrentHashMap<>();
        for (Document letter : database.getCollection("dlq_messages").find()) {
            String batch = letter.getString("originalMessage").split("/", -1)[0];
            found.computeIfAbsent(batch, b -> new ArrayList<>()).add(letter);
        }
        found.forEach((batch, letters) -> assertThat(letters)
                .as(batch)
                .hasSize(clients.sent().getOrDefault(batch, 0))
                .extracting(letter -> letter.getString("originalMessage"))
                .doesNotHaveDuplicates());
        clients.acknowledged()
                .forEach((batch, ids) -> assertThat(found.getOrDefault(batch, List.of()))
                        .as(batch)
                        .extracting(letter -> letter.getString("messageId"))
                        .containsExactlyInAnyOrderElementsOf(ids));
    }
}

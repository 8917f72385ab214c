package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testing.Await;
import dev.redrive.testpostgres.TestPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Three servers on one PostgreSQL work as one, also when one of them is killed in the middle. */
class ClusterTest {
    private static final Duration LEASE = Duration.ofSeconds(15);
    /** A claim or a restart of PostgreSQL's side of things takes its time on a busy machine. */
    private static final Duration TOLERANCE = Duration.ofSeconds(60);

    private static final List<String> COUNTS =
            List.of("pending", "retrying", "replayed", "failed", "manual", "success", "archived", "total");

    @TempDir
    Path folder;

    private EmbeddedPostgres database;
    private Service webhook;
    private Service target;
    private final List<ServerProcess> nodes = new ArrayList<>();
    private final List<String> letters = new ArrayList<>();

    /** Nothing comes to an end before it is opened. */
    private final CountDownLatch gate = new CountDownLatch(1);

    private final Map<String, AtomicInteger> atOnce = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> deliveries = new ConcurrentHashMap<>();
    private final Set<String> twiceAtOnce = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void start() throws IOException {
        database = TestPostgres.builder().start();
        webhook = new Service(request -> 200);
        target = new Service(this::deliver);
        for (int i = 0; i < 3; i++) nodes.add(node(i));
    }

    @AfterEach
    void stop() throws IOException {
        gate.countDown();
        for (ServerProcess node : nodes) node.close();
        target.close();
        webhook.close();
        database.close();
    }

    private ServerProcess node(int number) throws IOException {
        return Launch.in(Files.createDirectories(folder.resolve("node-" + number)))
                .settings("""
                        redrive:
                          store: postgresql://postgres:postgres@localhost:%1$d/postgres
                          engine: { workers: 4, poll: 200ms, lease: %2$ds }
                          channels:
                            - { match: shared, target: { http: { url: "%3$s", timeout: 120s } } }
                          policies:
                            - { retryability: transient, strategy: exponential, base: 10ms, max: 10ms, max-retries: 20 }
                          alerts:
                            - { name: AnyFailed, when: "failed > 0", severity: error }
                          notify: { every: 1s, quiet: 5m, webhook: { url: "%4$s" } }
                        """.formatted(database.getPort(), LEASE.toSeconds(), target.url("/"), webhook.url("/alerts")))
                .serve();
    }

    private int deliver(Service.Received request) throws InterruptedException {
        String id = request.header("redrive-id");
        deliveries.computeIfAbsent(id, key -> new AtomicInteger()).incrementAndGet();
        AtomicInteger now = atOnce.computeIfAbsent(id, key -> new AtomicInteger());
        if (now.incrementAndGet() > 1) twiceAtOnce.add(id);
        try {
            return gate.await(120, TimeUnit.SECONDS) ? 200 : 500;
        } finally {
            now.decrementAndGet();
        }
    }

    private void capture(Api api, int count) {
        String letter = "{\"channel\":\"shared\",\"payload\":{},"
                + "\"error\":{\"type\":\"java.net.ConnectException\",\"message\":\"Connection refused\"}}";
        JsonNode ids = api.post("/dlq", "[" + (letter + ",").repeat(count - 1) + letter + "]")
                .expect(201)
                .json()
                .path("ids");
        ids.forEach(id -> letters.add(id.asString()));
    }

    /** Which letters are leased, by the node that has them. */
    private Map<Long, List<String>> leased(Api api) {
        Map<Long, List<String>> byNode = new HashMap<>();
        JsonNode items =
                api.get("/dlq?status=RETRYING&limit=500").expect(200).json().path("items");
        for (JsonNode letter : items) {
            long pid = Long.parseLong(letter.path("lockedBy").asString().split("-", -1)[1]);
            byNode.computeIfAbsent(pid, key -> new ArrayList<>())
                    .add(letter.path("id").asString());
        }
        return byNode;
    }

    @Test
    void three_nodes_share_the_work_and_two_carry_on_when_one_is_killed() throws Exception {
        Map<Long, List<String>> before = Await.until(
                "every node has letters in its hands",
                TOLERANCE,
                () -> {
                    for (ServerProcess node : nodes) capture(node.api(), 10);
                    return leased(nodes.get(0).api());
                },
                byNode -> nodes.stream().allMatch(node -> byNode.containsKey(node.pid())));
        ServerProcess victim = nodes.remove(0);
        List<String> orphans = before.getOrDefault(victim.pid(), List.of());
        Api api = nodes.get(0).api();

        victim.kill();
        gate.countDown();

        int all = Await.until(
                "all letters are resolved within the lease time of the node that was killed",
                LEASE.plus(TOLERANCE),
                () -> total(api, "RESOLVED"),
                resolved -> resolved == letters.size());
        assertThat(all).isEqualTo(letters.size());
        assertThat(twiceAtOnce).as("letters delivered twice at once").isEmpty();
        assertThat(orphans)
                .isNotEmpty()
                .allSatisfy(id -> assertThat(lastWorker(api, id))
                        .as("the server that finished letter %s", id)
                        .doesNotStartWith("node-" + victim.pid() + "-"));

        alertIsSentOnce();

        nodes.add(node(0));
        nothingIsDeliveredTwice();
        statisticsAgree();
    }

    /** While no node is killed, at least once means exactly once. */
    private void nothingIsDeliveredTwice() {
        int before = letters.size();
        for (ServerProcess node : nodes) capture(node.api(), 100);

        int all = Await.until(
                "all three work",
                TOLERANCE,
                () -> total(nodes.get(0).api(), "RESOLVED"),
                resolved -> resolved == letters.size());
        assertThat(all).isEqualTo(letters.size());

        assertThat(twiceAtOnce).as("letters delivered twice at once").isEmpty();
        assertThat(letters.subList(before, letters.size()))
                .allSatisfy(id -> assertThat(deliveries.get(id)).as(id).hasValue(1));
    }

    private static int total(Api api, String status) {
        return api.get("/dlq?limit=1&status=" + status)
                .expect(200)
                .json()
                .path("total")
                .asInt();
    }

    private static String lastWorker(Api api, String id) {
        JsonNode attempts = api.letter(id).path("retryHistory");
        JsonNode last = attempts.get(attempts.size() - 1);
        assertThat(last.path("result").asString()).isEqualTo("SUCCEEDED");
        return last.path("workerId").asString();
    }

    private void alertIsSentOnce() {
        String failed = nodes.get(0)
                .api()
                .capture(
                        "{\"channel\":\"bad\",\"payload\":{},"
                                + "\"error\":{\"type\":\"shop.ValidationException\",\"message\":\"the amount must be positive\"}}");
        nodes.get(0).api().awaitStatus(failed, "FAILED");

        Await.until("the alert", () -> !alerts().isEmpty());
        for (ServerProcess node : nodes) node.api().post("/dlq/alerts/check").expect(200);

        assertThat(alerts()).hasSize(1);
    }

    private List<Service.Received> alerts() {
        return webhook.received().stream()
                .filter(request -> request.body().contains("\"AnyFailed\""))
                .toList();
    }

    private void statisticsAgree() {
        List<Map<String, Long>> statistics = Await.until(
                "the statistics of all nodes agree",
                Await.TIMEOUT,
                () -> nodes.stream().map(node -> counts(node.api())).toList(),
                all -> all.stream().distinct().count() == 1);

        assertThat(statistics).hasSize(3);
        assertThat(statistics.get(0))
                .containsEntry("success", (long) letters.size())
                .containsEntry("failed", 1L)
                .containsEntry("pending", 0L)
                .containsEntry("total", letters.size() + 1L);
    }

    private static Map<String, Long> counts(Api api) {
        JsonNode stats = api.get("/dlq/stats").expect(200).json();
        Map<String, Long> counts = new HashMap<>();
        for (String name : COUNTS) counts.put(name, stats.path(name).asLong());
        return counts;
    }
}

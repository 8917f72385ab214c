package dev.redrive.endtoend.replay;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Nodes are killed and replays are cancelled while letters are sent: every letter is where the ledger says. */
class ReplayTroubleTest {
    private static final Duration LONG = Duration.ofSeconds(150);

    private final Set<String> arrived = ConcurrentHashMap.newKeySet();
    private final Service shop = new Service(request -> {
        arrived.add(request.header("redrive-id"));
        return request.body().endsWith("7}") ? 422 : 204;
    });

    @TempDir
    Path folder;

    @AfterEach
    void close() {
        shop.close();
    }

    private ServerProcess serve(String name, String store) throws IOException {
        return Launch.in(Files.createDirectories(folder.resolve(name)))
                .settings("""
                        redrive:
                          store: %s
                          channels: [ { match: "*", target: { http: { url: "%s" } } } ]
                        """.formatted(store, shop.url("/shop")))
                .serve();
    }

    private void awaitArrived(int count) {
        int enough = Await.until("some are sent", LONG, arrived::size, size -> size > count);
        assertThat(enough).isGreaterThan(count);
    }

    private static String all(String more) {
        return "{\"filterCriteria\": {\"channel\": \"orders\"}, \"stopWhenFailing\": 1, \"concurrency\": 8" + more
                + "}";
    }

    private void assertComplete(ReplayedLetters letters, String id, int count) {
        Map<String, JsonNode> ledger = letters.ledger(id);
        assertThat(ledger).hasSize(count);
        assertThat(arrived).hasSize(count);
        for (JsonNode letter : letters.letters("orders")) {
            String line = Objects.requireNonNull(ledger.get(letter.path("id").asString()))
                    .path("state")
                    .asString();
            assertThat(letter.path("status").asString()).isEqualTo(line.equals("RESOLVED") ? "RESOLVED" : "FAILED");
            assertThat(line).isIn("RESOLVED", "FAILED");
        }
    }

    @Test
    void a_node_that_is_killed_in_the_middle_goes_on_when_it_is_started_again() throws Exception {
        String store = "sqlite:" + folder.resolve("letters.db");
        String id;
        try (ServerProcess first = serve("node", store)) {
            ReplayedLetters letters = new ReplayedLetters(first.api());
            letters.capture("orders", 6000);
            id = letters.start(all(""));
            awaitArrived(1000);

            first.kill();
        }
        int before = arrived.size();
        try (ServerProcess second = serve("node", store)) {
            ReplayedLetters letters = new ReplayedLetters(second.api());
            JsonNode done = letters.await(id, "DONE", LONG);

            assertThat(before).isLessThan(6000);
            assertThat(ReplayedLetters.count(done, "matched")).isEqualTo(6000);
            assertThat(ReplayedLetters.count(done, "failed")).isEqualTo(600);
            assertThat(ReplayedLetters.count(done, "resolved")).isEqualTo(5400);
            assertComplete(letters, id, 6000);
        }
    }

    @Test
    void a_node_that_is_stopped_in_the_middle_goes_on_when_it_is_started_again() throws Exception {
        String store = "sqlite:" + folder.resolve("letters.db");
        String id;
        try (ServerProcess first = serve("node", store)) {
            ReplayedLetters letters = new ReplayedLetters(first.api());
            letters.capture("orders", 2000);
            id = letters.start(all(", \"ratePerSecond\": 400"));
            Await.until("some are sent", () -> arrived.size() > 200);

            assertThat(first.stop()).as(first.said()).isEqualTo(143);
        }
        int before = arrived.size();
        try (ServerProcess second = serve("node", store)) {
            ReplayedLetters letters = new ReplayedLetters(second.api());
            letters.await(id, "DONE", LONG);

            assertThat(before).isLessThan(2000);
            assertComplete(letters, id, 2000);
        }
    }

    @Test
    void another_node_goes_on_with_the_replay_of_one_that_is_killed() throws Exception {
        try (EmbeddedPostgres database = TestPostgres.builder().start()) {
            String store = "postgresql://postgres:postgres@localhost:" + database.getPort() + "/postgres";
            try (ServerProcess one = serve("one", store);
                    ServerProcess two = serve("two", store)) {
                ReplayedLetters letters = new ReplayedLetters(two.api());
                letters.capture("orders", 5000);
                String id = new ReplayedLetters(one.api()).start(all(""));
                awaitArrived(500);

                one.kill();

                letters.await(id, "DONE", LONG);
                assertComplete(letters, id, 5000);
            }
        }
    }

    @Test
    void cancelled_at_any_moment_ledger_and_store_agree() throws Exception {
        Random random = new Random(42);
        try (ServerProcess server = serve("node", "sqlite:letters.db")) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            for (int round = 0; round < 50; round++) {
                String channel = "round-" + round;
                letters.capture(channel, 200);
                int before = arrived.size();
                String id = letters.start(
                        "{\"filterCriteria\": {\"channel\": \"%s\"}, \"stopWhenFailing\": 1, \"batchSize\": %d}"
                                .formatted(channel, 1 + random.nextInt(60)));
                int moment = random.nextInt(150);
                Await.until("the moment to cancel", () -> arrived.size() >= before + moment);

                server.api().post("/dlq/replays/" + id + "/cancel");

                Await.until(
                        "the end",
                        Await.TIMEOUT,
                        () -> letters.replay(id),
                        replay -> List.of("CANCELLED", "DONE")
                                .contains(replay.path("state").asString()));
                assertAgree(letters, id, channel);
            }
        }
    }

    private void assertAgree(ReplayedLetters letters, String id, String channel) {
        Map<String, String> expected = Map.of("RESOLVED", "RESOLVED", "FAILED", "FAILED", "CANCELLED", "MANUAL");
        Map<String, JsonNode> ledger = letters.ledger(id);
        Map<String, String> statuses = letters.letters(channel).stream()
                .collect(Collectors.toMap(
                        letter -> letter.path("id").asString(),
                        letter -> letter.path("status").asString()));
        assertThat(ledger.keySet()).isEqualTo(statuses.keySet());
        ledger.forEach((letter, line) -> {
            String state = line.path("state").asString();
            assertThat(statuses.get(letter)).as("letter of a line %s", state).isEqualTo(expected.get(state));
            assertThat(arrived.contains(letter)).isEqualTo(!state.equals("CANCELLED"));
        });
    }
}

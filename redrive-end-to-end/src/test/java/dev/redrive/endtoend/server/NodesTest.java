package dev.redrive.endtoend.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Servers on one store know of each other. */
class NodesTest {
    @TempDir
    Path folder;

    private ServerProcess server(String name) throws IOException {
        return server(name, "");
    }

    private ServerProcess server(String name, String settings) throws IOException {
        return Launch.in(Files.createDirectories(folder.resolve(name)))
                .settings("redrive: { store: 'sqlite:" + folder.resolve("letters.db") + "'" + settings + " }")
                .serve();
    }

    private static String sentTo(Service service) {
        return ", channels: [ { match: orders, target: { http: { url: '" + service.url("/orders") + "' } } } ]";
    }

    private static JsonNode nodes(ServerProcess server) {
        return server.api().get("/dlq/nodes").expect(200).json().path("items");
    }

    private static Set<Integer> ports(ServerProcess server) {
        return nodes(server)
                .valueStream()
                .map(node -> node.path("address").asString().replaceFirst(".*:", ""))
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
    }

    @Test
    void two_servers_on_one_file_list_each_other_and_one_that_stops_is_forgotten() throws Exception {
        try (ServerProcess first = server("first");
                ServerProcess second = server("second")) {
            Set<Integer> both = Set.of(first.port(), second.port());
            Await.until(() -> ports(first).equals(both) && ports(second).equals(both));
            assertThat(nodes(second).valueStream())
                    .filteredOn(node -> node.path("here").asBoolean())
                    .singleElement()
                    .satisfies(
                            node -> assertThat(node.path("address").asString()).endsWith(":" + second.port()));
            assertThat(second.api().get("/settings").expect(200).body()).contains("this one");

            int unused = second.stop();

            Await.until(() -> ports(first).equals(Set.of(first.port())));
        }
    }

    @Test
    void a_circuit_that_opened_on_one_node_is_seen_on_the_other() throws Exception {
        try (Service down = new Service(request -> 503);
                Service up = new Service(request -> 204);
                ServerProcess first = server("first", sentTo(down));
                ServerProcess second = server("second", sentTo(up))) {
            for (int i = 0; i < 100; i++)
                first.api()
                        .capture("{\"channel\": \"orders\", \"payload\": %d, \"error\": \"Read timed out\"}"
                                .formatted(i));

            JsonNode elsewhere = Await.until(
                    "the circuit of the first node",
                    Await.TIMEOUT,
                    () -> second.api()
                            .get("/dlq/channels/orders")
                            .expect(200)
                            .json()
                            .path("circuitsElsewhere"),
                    circuits -> !circuits.isEmpty());

            assertThat(elsewhere.findValuesAsString("circuit")).containsAnyOf("OPEN", "HALF_OPEN");
            assertThat(second.api().get("/channels/one?name=orders").expect(200).body())
                    .contains("Circuit there");
        }
    }
}

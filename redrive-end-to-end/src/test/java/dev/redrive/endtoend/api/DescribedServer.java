package dev.redrive.endtoend.api;

import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** A server with a token for every role, with letters and causes. */
final class DescribedServer implements AutoCloseable {
    private final Service target = new Service(request -> 200);
    private final ServerProcess server;
    private final Description description;
    private long cold;

    DescribedServer(Path folder) {
        Launch launch = Launch.in(folder)
                .with("REDRIVE_HTTP_MAX_BODY", "100KB")
                .with("REDRIVE_HTTP_MAX_PAYLOAD", "50KB")
                .settings("""
                        redrive:
                          archive: file:%s
                          channels:
                            - { match: described, target: { http: { url: "%s", timeout: 5s } } }
                          targets:
                            debug: { http: { url: "%s" } }
                        """.formatted(folder.resolve("archive"), target.url("/"), target.url("/debug")));
        for (String role : List.of("producer", "viewer", "operator", "admin"))
            launch.with("REDRIVE_" + role.toUpperCase(Locale.ROOT) + "_TOKEN", token(role));
        server = launch.serve();
        description = Description.of(as("admin"));
        var unused = freshLetter();
        // The channel that the description has as its example.
        as("admin").capture("{\"channel\":\"payments\",\"payload\":{\"n\":1},\"error\":\"an error without a rule\"}");
        // And its saved view, which is deleted before one is saved.
        as("admin")
                .call("PUT", "/dlq/views/incidents")
                .json("{\"query\":\"status=FAILED\"}")
                .send()
                .expect(201);
    }

    private static String token(String role) {
        return "the-token-of-" + role + "-in-tests";
    }

    Api as(String role) {
        return server.api().as(token(role));
    }

    Api anonymous() {
        return server.api();
    }

    Description description() {
        return description;
    }

    String said() {
        return server.said();
    }

    /** A letter that waits for a person, so that nothing happens to it by itself. */
    String freshLetter() {
        return as("admin")
                .capture("{\"channel\":\"described\",\"payload\":{\"n\":1},\"error\":\"an error without a rule\"}");
    }

    private String someCause() {
        JsonNode causes = as("admin").get("/dlq/causes?limit=1").expect(200).json();
        return causes.at("/items/0/id").asString();
    }

    /** The path of an operation with an id and names that exist. */
    String existing(Description.Operation operation) {
        if (!operation.hasId()) return operation.named();
        return operation.named().replace("{id}", id(operation));
    }

    private String id(Description.Operation operation) {
        if (operation.isAboutReplay()) return freshReplay();
        if (operation.isAboutArchive()) return coldLetter();
        if (operation.isAboutErasure()) return someErasure();
        return operation.isAboutCause() ? someCause() : freshLetter();
    }

    /** A letter that was closed so long ago that its retention is over, and that a run took to the archive. */
    private String coldLetter() {
        String id = "016a86f2-3c1e-7a40-9d52-" + HexFormat.of().toHexDigits(++cold, 12);
        as("admin")
                .call("POST", "/dlq/import")
                .body("application/x-ndjson", closed(id).getBytes(StandardCharsets.UTF_8))
                .send()
                .expect(200);
        as("admin").post("/dlq/retention/run").expect(200);
        return id;
    }

    private static String closed(String id) {
        return "{\"id\":\"" + id + "\",\"channel\":\"described\",\"originalEvent\":{\"payload\":{\"n\":1}},"
                + "\"error\":{\"message\":\"it broke\"},\"status\":\"RESOLVED\",\"updatedAt\":\"2020-01-01T00:00:00Z\"}";
    }

    private String someErasure() {
        String location = as("admin")
                .post("/dlq/erase", "{\"value\":\"nobody\",\"places\":[{\"key\":true}]}")
                .expect(200)
                .header("Location");
        return location.substring(location.lastIndexOf('/') + 1);
    }

    private String freshReplay() {
        return as("admin")
                .post("/dlq/replays", "{\"ids\":[\"" + freshLetter() + "\"]}")
                .expect(201)
                .json()
                .path("id")
                .asString();
    }

    @Override
    public void close() {
        server.close();
        target.close();
    }
}

package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testpostgres.TestPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Letters go from one store to another, with everything that is known of them. */
class TransferTest {
    @TempDir
    Path folder;

    private static String letter(String channel, String payload, String error) {
        return "{\"channel\":\"" + channel + "\",\"payload\":" + payload + ",\"error\":" + error + "}";
    }

    /** Of every kind: numbers, bytes, lines, headers, attempts, tags, and closed by hand. */
    private static void letters(Api api) {
        String unknown = "\"an error without a rule\"";
        api.capture(letter("a", "{\"id\":9007199254740993,\"amount\":0.1000}", unknown));
        api.capture(letter("a", "\"{\\n \\\"pretty\\\": [1.0]\\n}\"", unknown));
        String bytes = Base64.getEncoder().encodeToString(new byte[] {0, 1, (byte) 0xFE, (byte) 0xFF});
        api.capture("{\"channel\":\"b\",\"payload\":\"" + bytes + "\",\"payloadEncoding\":\"base64\",\"key\":\"k-1\","
                + "\"headers\":{\"x\":[\"1\",\"2\"],\"raw\":{\"base64\":\"" + bytes + "\"}},\"tags\":[\"one\",\"two\"],"
                + "\"priority\":\"HIGH\",\"origin\":{\"topic\":\"b\",\"partition\":3,\"offset\":77},\"error\":"
                + unknown
                + "}");
        String archived = api.capture(letter("c", "null", unknown));
        api.post("/dlq/" + archived + "/archive", "{\"notes\":\"two\\nlines ✓\"}")
                .expect(200);
        String edited = api.capture(letter("c", "\"plain text\"", unknown));
        api.call("PATCH", "/dlq/" + edited)
                .json("{\"payload\":{\"now\":1}}")
                .send()
                .expect(200);
        api.capture(
                letter("waits", "1", "{\"type\":\"java.net.SocketTimeoutException\",\"message\":\"Read timed out\"}"));
        String tried = api.capture(letter("tried", "{}", unknown));
        api.post("/dlq/" + tried + "/retry").expect(200);
    }

    @Test
    void everything_of_a_letter_goes_from_sqlite_to_postgresql() throws IOException, InterruptedException {
        Path exported = folder.resolve("letters.ndjson.gz");
        Path again = folder.resolve("again.ndjson");
        Path plain = folder.resolve("plain.ndjson");
        try (Service refusing = new Service(request -> 422);
                EmbeddedPostgres database = TestPostgres.builder().start();
                ServerProcess sqlite = Launch.in(Files.createDirectory(folder.resolve("one")))
                        .settings("redrive: { channels: [ { match: tried, target: { http: { url: \"%s\" } } } ] }"
                                .formatted(refusing.url("/")))
                        .serve();
                ServerProcess postgres = Launch.in(Files.createDirectory(folder.resolve("two")))
                        .serve(
                                "--store",
                                "postgresql://postgres:postgres@localhost:" + database.getPort() + "/postgres")) {
            letters(sqlite.api());
            CommandLine from = CommandLine.of(sqlite, folder);
            CommandLine to = CommandLine.of(postgres, folder);

            from.run("export", "-o", exported.toString()).expect(0);
            CommandLine.Ended unasked = to.run("import", exported.toString());
            CommandLine.Ended first =
                    to.run("import", exported.toString(), "--yes").expect(0);
            CommandLine.Ended second =
                    to.run("import", exported.toString(), "--yes", "--json").expect(0);
            to.run("export", "-o", again.toString()).expect(0);
            String piped = from.run("export").expect(0).out();
            Files.writeString(plain, piped + "\n");

            assertThat(unasked.code()).isEqualTo(2);
            assertThat(first.out()).isEqualTo("7 letters read: 7 new, 0 known already");
            assertThat(second.out()).isEqualTo("{\"read\":7,\"new\":0,\"known\":7}");
            List<String> lines = Files.readAllLines(again, StandardCharsets.UTF_8);
            assertThat(lines)
                    .isEqualTo(Files.readAllLines(plain, StandardCharsets.UTF_8))
                    .hasSize(7);
            assertThat(String.join("\n", lines))
                    .contains("9007199254740993", "0.1000", "two\\nlines ✓", "\"workerId\"", "\"versions\":[");
            assertThat(sqlite.api().get("/dlq/audit").body()).contains("\"export\"");
            assertThat(postgres.api().get("/dlq/audit").body()).contains("\"import\"");
        }
    }

    @Test
    void a_bad_line_is_named_and_the_file_can_be_imported_again() throws IOException, InterruptedException {
        try (ServerProcess server = Launch.in(folder).serve()) {
            CommandLine cli = CommandLine.of(server, folder);
            server.api().capture(letter("a", "1", "\"an error without a rule\""));
            List<String> lines = cli.run("export").expect(0).out().lines().toList();
            Path broken = folder.resolve("broken.ndjson");
            Files.writeString(broken, String.join("\n", lines) + "\n{\"id\":\"nonsense\"}\n");

            CommandLine.Ended ended = cli.run("import", broken.toString(), "--yes");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("line 2: id must be a UUID");
        }
    }

    /** More than fits into the buffers on the way. */
    private static void muchToSend(Api api) {
        String payload = "x".repeat(200_000);
        for (int i = 0; i < 150; i++)
            api.capture(letter("much", "\"" + i + payload + "\"", "\"an error without a rule\""));
    }

    @Test
    void an_export_that_breaks_off_does_not_look_whole() throws Exception {
        EmbeddedPostgres database = TestPostgres.builder().start();
        try (ServerProcess server = Launch.in(folder)
                .serve("--store", "postgresql://postgres:postgres@localhost:" + database.getPort() + "/postgres")) {
            muchToSend(server.api());
            URI export = URI.create("http://localhost:" + server.port() + "/dlq/export");
            try (InputStream in = export.toURL().openStream()) {
                assertThat(in.readNBytes(100_000)).hasSize(100_000);
                database.close();

                assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class);
            }
        }
    }
}

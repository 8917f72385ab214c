package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransferVerbsTest {
    private static final String EXPORT = "GET /dlq/export";
    private static final String IMPORT = "POST /dlq/import";

    @TempDir
    Path folder;

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    // Backup

    @Test
    void a_backup_is_kept_when_it_arrived_whole() throws IOException {
        server.on(
                "POST /dlq/backup",
                200,
                "the database",
                Map.of(
                        "Redrive-Letters",
                        "7",
                        "Redrive-Sha256",
                        "4510afc0b42a97bf76ce44e86d2ccbeede8d2925c5da8e2e2e0704c4f749de44"));
        Path file = folder.resolve("all.db");

        CliRun ran = CliRun.inScript(server, "backup", "create", file.toString());

        assertThat(ran.err()).contains("7 letters");
        assertThat(ran.code()).isZero();
        assertThat(file).hasContent("the database");
        assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
    }

    @Test
    void a_backup_that_is_not_what_was_sent_is_not_kept() throws IOException {
        server.on("POST /dlq/backup", 200, "half of it", Map.of("Redrive-Letters", "7", "Redrive-Sha256", "00"));

        CliRun ran = CliRun.inScript(
                server, "backup", "create", folder.resolve("all.db").toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("did not arrive whole");
        assertThat(files()).isEmpty();
    }

    @Test
    void a_backup_replaces_no_file() throws IOException {
        Path file = Files.writeString(folder.resolve("all.db"), "yesterday's");

        CliRun ran = CliRun.inScript(server, "backup", "create", file.toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("is there already");
        assertThat(file).hasContent("yesterday's");
    }

    // Export

    @Test
    void letters_go_to_standard_output_as_they_come() {
        server.on(EXPORT, 200, "{\"n\":1.10}\n{\"n\":2}\n", Map.of("Redrive-Masked", "true"));

        CliRun ran = CliRun.inScript(server, "export", "--channel", "a", "--status", "FAILED");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("{\"n\":1.10}\n{\"n\":2}\n");
        assertThat(ran.err()).contains("2 letters exported").contains("hidden from you");
        assertThat(server.calls()).containsExactly(EXPORT + "?status=FAILED&channel=a");
    }

    @Test
    void a_file_is_packed_when_its_name_says_so() throws IOException {
        server.on(EXPORT, 200, "{\"n\":1}\n");

        CliRun ran = CliRun.inScript(
                server, "export", "-o", folder.resolve("all.ndjson.gz").toString());

        assertThat(ran.code()).isZero();
        try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(folder.resolve("all.ndjson.gz")))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo("{\"n\":1}\n");
        }
        assertThat(files()).containsExactly("all.ndjson.gz");
    }

    @Test
    void a_refused_export_leaves_the_old_file_alone() throws IOException {
        Path file = Files.writeString(folder.resolve("all.ndjson"), "old");
        server.on(EXPORT, 403, "{\"detail\":\"you may not\"}");

        CliRun ran = CliRun.inScript(server, "export", "-o", file.toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("you may not");
        assertThat(file).hasContent("old");
        assertThat(files()).containsExactly("all.ndjson");
    }

    @Test
    void the_server_packs_a_file_whose_name_ends_in_zst() throws IOException {
        server.on(EXPORT, 200, "packed", Map.of("Content-Type", "application/zstd"));
        Path file = folder.resolve("all.ndjson.zst");

        CliRun ran = CliRun.onTerminal(server, "", "export", "-o", file.toString(), "--channel", "a");
        CliRun json = CliRun.inScript(server, "export", "-o", file.toString(), "--json");
        CliRun piped = CliRun.inScript(server, "export", "--zstd");

        assertThat(ran.err()).endsWith("6 B exported to " + file + "\n");
        assertThat(file).hasContent("packed");
        assertThat(json.out()).contains("\"bytes\":6").doesNotContain("letters");
        assertThat(piped.out()).isEqualTo("packed");
        assertThat(server.calls())
                .containsExactly(
                        EXPORT + "?channel=a&compression=zstd",
                        EXPORT + "?compression=zstd",
                        EXPORT + "?compression=zstd");
    }

    @Test
    void lines_are_not_kept_as_a_packed_file() throws IOException {
        server.on(EXPORT, 200, "{}\n", Map.of("Content-Type", "application/x-ndjson"));

        CliRun ran = CliRun.inScript(
                server, "export", "-o", folder.resolve("all.zst").toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("does not pack with zstd");
        assertThat(files()).isEmpty();
    }

    @Test
    void packed_letters_are_not_shown_on_a_terminal() {
        assertThat(CliRun.onTerminal(server, "", "export", "--zstd").code()).isEqualTo(2);
        assertThat(CliRun.inScript(server, "export", "--zstd", "-o", "a.gz").code())
                .isEqualTo(2);
        assertThat(server.calls()).isEmpty();
    }

    // Import

    private Path zstd(String rest) throws IOException {
        Path file = folder.resolve("letters");
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});
            out.write(rest.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    @Test
    void a_file_packed_with_zstd_is_sent_as_it_is_in_one_request() throws IOException {
        server.on(IMPORT, 200, "{\"read\":1200,\"new\":1190,\"known\":10}");
        Path file = zstd("x".repeat(200_000));

        CliRun no = CliRun.onTerminal(server, "n\n", "import", file.toString());
        CliRun ran = CliRun.inScript(server, "import", file.toString(), "--yes");

        assertThat(no.err()).contains("Import the letters of " + file + " (195.3 KB, packed) into");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).isEqualTo("1\u202f200 letters read: 1\u202f190 new, 10 known already\n");
        assertThat(server.calls()).containsExactly(IMPORT);
        assertThat(server.last(IMPORT).headers()).containsEntry("Content-Encoding", "zstd");
        assertThat(server.last(IMPORT).body()).endsWith("x".repeat(200_000));
    }

    @Test
    void a_bad_line_of_a_packed_file_is_named_as_the_server_counted_it() throws IOException {
        server.on(IMPORT, 400, "{\"detail\":\"line 1007: it is no letter; the first 1000 letters are stored\"}");

        CliRun ran = CliRun.inScript(server, "import", zstd("x").toString(), "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("line 1007: it is no letter; the first 1000 letters are stored");
    }

    private Path packed(String text) throws IOException {
        Path file = folder.resolve("letters.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    @Test
    void letters_come_in_batches_and_are_counted() throws IOException {
        server.on(IMPORT, 200, "{\"read\":1000,\"new\":990,\"known\":10}")
                .on(IMPORT, 200, "{\"read\":200,\"new\":200,\"known\":0}");

        CliRun ran =
                CliRun.inScript(server, "import", packed("{}\n".repeat(1200)).toString(), "--yes");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("1\u202f200 letters read: 1\u202f190 new, 10 known already\n");
        assertThat(server.last(IMPORT).body()).isEqualTo("{}\n".repeat(200));
    }

    @Test
    void the_confirmation_shows_the_count() throws IOException {
        server.on(IMPORT, 200, "{\"read\":2,\"new\":2,\"known\":0}");

        CliRun no = CliRun.onTerminal(server, "n\n", "import", packed("{}\n{}").toString());
        CliRun yes = CliRun.onTerminal(server, "y\n", "import", packed("{}\n{}").toString());

        assertThat(no.code()).isEqualTo(1);
        assertThat(no.err()).contains("Import 2 letters into " + server.url());
        assertThat(yes.code()).isZero();
        assertThat(server.calls()).containsExactly(IMPORT);
    }

    @Test
    void a_bad_line_is_named_as_it_stands_in_the_file() throws IOException {
        server.on(IMPORT, 200, "{\"read\":1000,\"new\":1000,\"known\":0}")
                .on(
                        IMPORT,
                        400,
                        "{\"detail\":\"line 7: status must be one of A, B; the first 0 letters are stored, and known\","
                                + "\"line\":7,\"stored\":0}");

        CliRun ran =
                CliRun.inScript(server, "import", packed("{}\n".repeat(1100)).toString(), "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("line 1007: status must be one of A, B; 1\u202f000 letters before are imported")
                .contains("correct the line");
    }

    @Test
    void without_a_terminal_it_is_wrong_usage() throws IOException {
        assertThat(CliRun.inScript(server, "import", packed("{}\n{}\n").toString())
                        .code())
                .isEqualTo(2);
        assertThat(CliRun.inScript(server, "import", "-").code()).isEqualTo(2);
        assertThat(CliRun.inScript(server, "import", "/no/such/file", "--yes").code())
                .isEqualTo(1);
        assertThat(server.calls()).isEmpty();
    }

    // Capture

    @Test
    void after_a_bad_line_the_rest_is_sent_or_with_a_key_the_whole_file() {
        server.on("POST /dlq", 400, "{\"detail\":\"line 2: it is no letter; 1 letters are stored\",\"line\":2}");

        CliRun plain = CliRun.run(server, Terminal.none(), "{}\n{}\n", Map.of(), "capture", "-");
        CliRun keyed =
                CliRun.run(server, Terminal.none(), "{}\n{}\n", Map.of(), "capture", "-", "--idempotency-key", "k");

        assertThat(plain.err()).contains("send the rest: tail -n +2 FILE | redrive capture -");
        assertThat(keyed.err())
                .contains("send the whole file again with the same key")
                .doesNotContain("tail");
    }
}

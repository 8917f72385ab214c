package dev.redrive.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.audit.AuditNote;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.jdbc.sqlite.SqliteDeadLetterStore;
import dev.redrive.letter.LetterIds;
import dev.redrive.store.DeadLetterStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands that end by themselves, as typed at a terminal. */
class MainTest {
    private final SettableClock clock = SettableClock.standing();

    @TempDir
    Path folder;

    private Path missing;

    @BeforeEach
    void nothingIsThere() {
        missing = folder.resolve("nowhere/redrive.db");
    }

    /** What a command said, and its exit code. */
    private record Ran(int code, String out, String err) {
        JsonNode json() {
            return new JsonMapper().readTree(out);
        }
    }

    private Ran run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Map<String, String> environment = Map.of("REDRIVE_STORE", "sqlite:" + missing);
        int code = new Main(environment, stream(out), stream(err)).run(List.of(arguments));
        return new Ran(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private Path store() {
        Path file = folder.resolve("live.db");
        try (DeadLetterStore store = new SqliteDeadLetterStore(file, clock)) {
            store.capture(List.of(new LetterBuilder(new LetterIds(clock)).build()));
            var unused = store.audit()
                    .append(new AuditNote(clock.instant(), "ada", "ADMIN", "10.0.0.1", "retry", "a letter", 1));
            store.backup(folder.resolve("copy.db"));
        }
        return file;
    }

    @Test
    void the_audit_log_of_a_store_that_is_not_there_is_an_error_and_makes_none() {
        Ran ran = run("audit", "verify");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("there is no store at " + missing);
        assertThat(ran.out()).isEmpty();
        assertThat(missing.getParent()).doesNotExist();
    }

    @Test
    void the_audit_log_of_an_empty_file_or_of_memory_is_an_error() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.db"));

        assertThat(run("audit", "verify", "--store", "sqlite:" + empty).code()).isEqualTo(1);
        assertThat(run("audit", "verify", "--store", "memory:").code()).isEqualTo(1);
        assertThat(empty).isEmptyFile();
    }

    @Test
    void every_command_says_how_it_is_used_and_does_nothing() {
        for (List<String> command : List.of(
                List.of("audit", "--help"),
                List.of("audit", "-h"),
                List.of("audit", "verify", "--help"),
                List.of("backup", "--help"),
                List.of("backup", "verify", "--help"),
                List.of("backup", "verify", "FILE", "-h"),
                List.of("backup", "restore", "-h"))) {
            Ran ran = run(command.toArray(String[]::new));

            assertThat(ran.code()).as(command.toString()).isZero();
            assertThat(ran.out()).startsWith("usage: redrive " + command.get(0)).contains("--json");
            assertThat(ran.err()).isEmpty();
        }
        assertThat(missing.getParent()).doesNotExist();
    }

    @Test
    void an_option_that_a_command_does_not_have_is_answered_with_the_usage_of_that_command() {
        Ran ran = run("backup", "verify", "FILE", "--jsn");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--jsn").contains("usage: redrive backup create FILE");
    }

    @Test
    void the_audit_log_is_printed_as_json() {
        Ran ran = run("audit", "verify", "--json", "--store", "sqlite:" + store());

        assertThat(ran.code()).isZero();
        assertThat(ran.json().path("intact").asBoolean()).isTrue();
        assertThat(ran.json().path("lines").asInt()).isEqualTo(1);
        assertThat(ran.json().path("lastHash").asString()).hasSize(64);
    }

    @Test
    void a_backup_is_printed_as_json() {
        Path live = store();
        Path copy = folder.resolve("copy.db");

        JsonNode made = run("backup", "verify", copy.toString(), "--json").json();
        JsonNode other = run("backup", "verify", live.toString(), "--json").json();
        Ran restored = run("backup", "restore", copy.toString(), "--json");

        assertThat(made.path("file").asString()).isEqualTo(copy.toString());
        assertThat(made.path("letters").asInt()).isEqualTo(1);
        assertThat(made.path("schema").asInt()).isPositive();
        assertThat(made.path("checksum").asBoolean(false)).isTrue();
        assertThat(other.path("checksum").asBoolean(true)).isFalse();
        assertThat(restored.code()).isZero();
        assertThat(restored.json().path("store").asString()).isEqualTo(missing.toString());
        assertThat(missing).exists();
    }

    @Test
    void a_store_that_a_backup_replaced_is_named() {
        Path live = store();
        String copy = folder.resolve("copy.db").toString();
        String url = "sqlite:" + live;

        Ran refused = run("backup", "restore", copy, "--store", url);
        Ran first = run("backup", "restore", copy, "--store", url, "--replace");
        Ran second = run("backup", "restore", copy, "--store", url, "--replace", "--json");

        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("put aside as " + live + ".before-restore");
        assertThat(first.out()).contains("what was there is now " + live + ".before-restore");
        assertThat(second.json().path("aside").asString()).isEqualTo(live + ".before-restore-2");
    }

    @Test
    void a_backup_that_is_damaged_is_an_error() throws IOException {
        store();
        Path copy = folder.resolve("copy.db");
        byte[] bytes = Files.readAllBytes(copy);
        bytes[bytes.length / 2] ^= 1;
        Files.write(copy, bytes);

        Ran ran = run("backup", "verify", copy.toString());

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("damaged");
    }
}

package dev.redrive.endtoend.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testmongo.MongoProcess;
import dev.redrive.testpostgres.TestPostgres;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Letters go through every kind of store and come back as they were. {@code -Dredrive.transfer.letters=100000} sends that many.
 */
class StoresTransferTest {
    private static final int LETTERS = Integer.getInteger("redrive.transfer.letters", 2000);
    /** A minute, and more for very many letters. */
    private static final Duration PATIENCE = Duration.ofSeconds(60 + LETTERS / 50);

    @TempDir
    Path folder;

    private ServerProcess serve(String name, String... options) throws IOException {
        return Launch.in(Files.createDirectory(folder.resolve(name))).serve(options);
    }

    private CommandLine cli(ServerProcess server) {
        return CommandLine.of(server, folder).patience(PATIENCE);
    }

    /** As people type it: one command's output is the other one's input. */
    private void pipe(ServerProcess from, ServerProcess to) throws InterruptedException {
        String program = String.join(" ", CommandLine.program());
        String line = program + " export --url " + from.api().address() + " | " + program + " import - --yes --url "
                + to.api().address();
        CommandLine.Ended ended = cli(to).run(List.of("sh", "-c", line), "").expect(0);
        assertThat(ended.out()).endsWith(" new, 0 known already");
    }

    private Path exported(ServerProcess server, String name) throws InterruptedException {
        Path file = folder.resolve(name);
        cli(server).run("export", "-o", file.toString()).expect(0);
        return file;
    }

    @Test
    void letters_of_every_kind_are_the_same_bytes_after_sqlite_postgresql_mongodb_and_sqlite() throws Exception {
        Path lines = folder.resolve("letters.ndjson");
        new LetterLines(InstantSource.system()
                        .instant()
                        .truncatedTo(ChronoUnit.MILLIS)
                        .minus(Duration.ofHours(1)))
                .write(lines, LETTERS);
        Path first;
        Path middle;
        Path last;
        try (EmbeddedPostgres database = TestPostgres.builder().start();
                MongoProcess mongo = MongoProcess.inMemory(512 + LETTERS / 30);
                ServerProcess postgres = serve(
                        "postgres",
                        "--store",
                        "postgresql://postgres:postgres@localhost:" + database.getPort() + "/postgres");
                ServerProcess mongodb = serve("mongo", "--store", mongo.url("transfer"))) {
            try (ServerProcess sqlite = serve("first")) {
                cli(sqlite).run("import", lines.toString(), "--yes").expect(0);
                sqlite.api().post("/dlq/holds", "{\"channel\":\"channel-1\",\"reason\":\"case 4711\"}");
                first = exported(sqlite, "first.ndjson");
                pipe(sqlite, postgres);
            }
            pipe(postgres, mongodb);
            middle = exported(mongodb, "middle.ndjson");
            try (ServerProcess sqlite = serve("last")) {
                pipe(mongodb, sqlite);
                last = exported(sqlite, "last.ndjson");
            }
        }

        assertThat(lines(first)).isEqualTo(LETTERS);
        assertThat(Files.mismatch(first, middle))
                .as("from the first byte that differs")
                .isEqualTo(-1);
        assertThat(Files.mismatch(first, last))
                .as("from the first byte that differs")
                .isEqualTo(-1);
        assertThat(beginning(first))
                .contains("9007199254740993", "0.1000", "AAH+/w==", "\"payload\":\"\"", "\"payload\":null")
                .contains("PENDING", "REPLAYED", "RESOLVED", "FAILED", "MANUAL", "ARCHIVED")
                .contains("two\\nlines ✓", "\"versions\":[", "\"sentTo\":{", "LEASE_LOST", "\"tags\":[\"one\"")
                .contains("\"blockedBy\":\"");
    }

    private static long lines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    private static String beginning(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(1_000_000), StandardCharsets.UTF_8);
        }
    }
}

package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Letters leave the store for an archive and come back, are held and erased: commands against a packaged server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ColdStorageTest {
    private static final String SETTINGS = """
            redrive:
              archive: file:archive
              retention:
                channels:
                  - { match: forever, resolved: 100y }
            """;
    private static final String MORNING = "2020-03-01T09:10:00Z";
    private static final String NOON = "2020-03-01T12:30:00Z";

    private Path folder;
    private ArchiveFolder archive;
    private ServerProcess server;
    private CommandLine cli;

    @BeforeAll
    void start(@TempDir Path where) throws IOException {
        folder = where;
        archive = ArchiveFolder.in(where);
        server = Launch.in(where).settings(SETTINGS).serve();
        cli = CommandLine.of(server, where);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private void imported(OldLetter... letters) throws IOException, InterruptedException {
        Path file = Files.createTempFile(folder, "old", ".ndjson");
        String lines = Stream.of(letters).map(OldLetter::line).collect(Collectors.joining("\n"));
        Files.writeString(file, lines);
        cli.run("import", file.toString(), "--yes").expect(0);
    }

    private List<String> exported(String channel) throws InterruptedException {
        return cli.run("export", "--channel", channel)
                .expect(0)
                .out()
                .lines()
                .sorted()
                .toList();
    }

    private List<String> inStore(String channel) throws InterruptedException {
        return ids(cli.run("list", "--channel", channel, "--output", "ids"));
    }

    private List<String> inArchive(String channel) throws InterruptedException {
        return ids(cli.run("cold", "list", "--channel", channel, "--output", "ids"));
    }

    private static List<String> ids(CommandLine.Ended ended) {
        return ended.expect(0).out().lines().filter(line -> !line.isEmpty()).toList();
    }

    private void retentionRuns() throws InterruptedException {
        cli.run("retention", "run", "--yes").expect(0);
    }

    // To the archive and back

    @Test
    void letters_past_their_time_are_in_the_archive_as_an_export_writes_them() throws Exception {
        OldLetter resolved = OldLetter.of(MORNING, 1).in("moved");
        OldLetter same = OldLetter.of(MORNING, 2).in("moved");
        OldLetter archived =
                OldLetter.of(NOON, 3).in("moved").failedWith("shop.Declined").like("ARCHIVED");
        imported(resolved, same, archived);
        List<String> before = exported("moved");

        retentionRuns();

        assertThat(inStore("moved")).isEmpty();
        assertThat(archive.lines("moved")).isEqualTo(before).hasSize(3);
        assertThat(archive.keys())
                .anyMatch(key -> key.matches("dlq/2020/03/01/09/shop\\.TimeoutException/[0-9a-f-]{36}\\.ndjson\\.zst"))
                .anyMatch(key -> key.startsWith("dlq/2020/03/01/12/shop.Declined/"));
        assertThat(inArchive("moved"))
                .containsExactly(
                        archived.id().toString(),
                        same.id().toString(),
                        resolved.id().toString());
    }

    @Test
    void open_letters_stay_and_failed_ones_become_archived() throws Exception {
        OldLetter manual = OldLetter.of(MORNING, 11).in("open").like("MANUAL");
        OldLetter failed = OldLetter.of(MORNING, 12).in("open").like("FAILED");
        OldLetter kept = OldLetter.of(MORNING, 13).in("forever");
        imported(manual, failed, kept);

        retentionRuns();

        assertThat(inStore("open"))
                .containsExactlyInAnyOrder(manual.id().toString(), failed.id().toString());
        assertThat(server.api().letter(failed.id().toString()).path("status").asString())
                .isEqualTo("ARCHIVED");
        assertThat(inStore("forever")).containsExactly(kept.id().toString());
    }

    @Test
    void a_letter_of_the_archive_is_shown_and_restored_once() throws Exception {
        OldLetter letter = OldLetter.of(NOON, 21).in("back").failedWith("shop.Rare");
        imported(letter, OldLetter.of(NOON, 22).in("back"));
        retentionRuns();
        String id = letter.id().toString();

        CommandLine.Ended shown = cli.run("cold", "show", id.substring(0, 36)).expect(0);
        CommandLine.Ended counted = cli.run("cold", "restore", "--error-type", "shop.Rare", "--dry-run");
        CommandLine.Ended asked = cli.onTerminal("y\n", "cold", "restore", "--error-type", "shop.Rare");
        CommandLine.Ended again = cli.run("cold", "restore", id).expect(0);
        CommandLine.Ended unknown = cli.run("cold", "restore", "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e");

        assertThat(shown.out()).contains(id + "  RESOLVED", "dlq/2020/03/01/12/shop.Rare/", "\"n\": 1.10");
        assertThat(counted.out()).isEqualTo("would restore 1 letter from the archive");
        assertThat(asked.expect(0).out()).contains("1 letter restored as MANUAL");
        assertThat(again.out()).isEqualTo("0 letters restored as MANUAL, 1 in the store already");
        assertThat(unknown.code()).isEqualTo(1);
        assertThat(inStore("back")).containsExactly(id);
        assertThat(server.api().letter(id).path("status").asString()).isEqualTo("MANUAL");
        assertThat(server.api().letter(id).path("retryHistory")).hasSize(1);
        assertThat(cli.run("cold", "list", "--error-type", "shop.Rare").out()).contains("archive, store");
    }

    // Holds

    @Test
    void a_held_letter_leaves_the_store_only_when_the_hold_is_lifted() throws Exception {
        OldLetter letter = OldLetter.of(MORNING, 31).in("held");
        String id = letter.id().toString();
        cli.run("holds", "add", "--channel", "held", "--reason", "case 4711").expect(0);
        imported(letter);

        retentionRuns();
        CommandLine.Ended deleted = cli.run("delete", id);
        CommandLine.Ended shown = cli.run("show", id);
        CommandLine.Ended holds = cli.run("holds");

        assertThat(inStore("held")).containsExactly(id);
        assertThat(deleted.code()).isEqualTo(1);
        assertThat(deleted.err()).contains(id, "held", "case 4711");
        assertThat(shown.out()).contains("Legal hold    on the channel held");
        assertThat(holds.out()).contains("case 4711");

        cli.run("holds", "lift", "--channel", "held").expect(0);
        retentionRuns();

        assertThat(inStore("held")).isEmpty();
        assertThat(inArchive("held")).containsExactly(id);
    }

    // Erasure

    @Test
    void what_is_stored_about_one_person_is_erased_from_store_and_archive() throws Exception {
        String value = "ada@example.com";
        OldLetter hers = OldLetter.of(MORNING, 41).in("shop").holding("{\"email\":\"" + value + "\"}");
        OldLetter other = OldLetter.of(MORNING, 42).in("shop").holding("{\"email\":\"bob@example.com\"}");
        imported(hers, other);
        retentionRuns();
        String recent = server.api()
                .capture("{\"channel\":\"shop\",\"payload\":{\"email\":\"" + value + "\"},\"error\":\"too late\"}");

        CommandLine.Ended found = cli.piped(value, "erase", "--payload", "$.email", "--dry-run");
        CommandLine.Ended erased = cli.piped(value, "erase", "--payload", "$.email", "--yes");
        CommandLine.Ended again = cli.piped(value, "erase", "--payload", "$.email", "--yes");

        assertThat(found.expect(0).out())
                .contains(recent, hers.id().toString(), "2 letters contain the value")
                .doesNotContain(other.id().toString());
        assertThat(erased.expect(0).out()).endsWith("2 letters erased\nsearched again: 0 letters contain the value");
        assertThat(again.expect(0).err()).contains("there is nothing to erase");
        assertThat(inStore("shop")).isEmpty();
        assertThat(archive.lines("shop")).singleElement().asString().contains("bob@example.com");
        assertThat(server.api().get("/dlq/audit").body()).contains("\"erase\"").doesNotContain(value);
    }

    @Test
    void a_value_may_be_masked_and_the_letters_kept() throws Exception {
        OldLetter letter = OldLetter.of(NOON, 51).in("masked").holding("{\"email\":\"eve@example.com\"}");
        imported(letter);
        retentionRuns();

        CommandLine.Ended redacted = cli.piped("eve@example.com", "erase", "--payload", "$.email", "--redact", "--yes");

        assertThat(redacted.expect(0).out()).contains("1 letter redacted");
        assertThat(archive.lines("masked"))
                .singleElement()
                .asString()
                .contains(letter.id().toString(), "\"payloadComplete\":false")
                .doesNotContain("eve@example.com");
    }

    // Export and import

    @Test
    void packed_exports_and_objects_of_the_archive_are_imports() throws Exception {
        Path packed = folder.resolve("packed.ndjson.zst");
        imported(
                OldLetter.of(MORNING, 61).in("packed").like("MANUAL"),
                OldLetter.of(NOON, 62).in("packed"));
        List<String> plain = exported("packed");
        cli.run("export", "--channel", "packed", "-o", packed.toString()).expect(0);
        retentionRuns();
        String object = archive.keys().stream()
                .filter(key -> ArchiveFolder.lines(archive.file(key)).anyMatch(line -> line.contains("\"packed\"")))
                .findFirst()
                .orElseThrow();

        try (ServerProcess another =
                Launch.in(Files.createDirectory(folder.resolve("another"))).serve()) {
            CommandLine there = CommandLine.of(another, folder);
            CommandLine.Ended first = there.run("import", packed.toString(), "--yes");
            CommandLine.Ended second = there.run("import", archive.file(object).toString(), "--yes");

            assertThat(ArchiveFolder.lines(packed).sorted()).containsExactlyElementsOf(plain);
            assertThat(first.expect(0).out()).isEqualTo("2 letters read: 2 new, 0 known already");
            assertThat(second.expect(0).out()).containsPattern("^\\d+ letters? read: \\d+ new, 1 known already$");
        }
    }

    // Trouble

    @Test
    void a_damaged_object_is_named_and_left_out() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("damaged"));
        ArchiveFolder damaged = ArchiveFolder.in(elsewhere);
        try (ServerProcess other = Launch.in(elsewhere).settings(SETTINGS).serve()) {
            CommandLine there = CommandLine.of(other, elsewhere);
            Path file = Files.writeString(
                    elsewhere.resolve("old.ndjson"), OldLetter.of(MORNING, 71).line());
            there.run("import", file.toString(), "--yes").expect(0);
            there.run("retention", "run", "--yes").expect(0);
            Path foreign = damaged.file(damaged.keys().get(0)).resolveSibling("foreign.ndjson.zst");
            Files.writeString(foreign, "not an object");

            CommandLine.Ended listed = there.run("cold", "list").expect(0);
            CommandLine.Ended restored = there.run("cold", "restore", "--channel", "orders", "--yes");

            assertThat(listed.out()).contains(OldLetter.of(MORNING, 71).id().toString());
            assertThat(listed.err()).contains("left out", "foreign.ndjson.zst");
            assertThat(restored.code()).isEqualTo(1);
            assertThat(restored.out()).isEqualTo("1 letter restored as MANUAL");
        }
    }

    @Test
    void without_an_archive_the_report_says_what_is_deleted() throws Exception {
        Path elsewhere = Files.createDirectory(folder.resolve("without"));
        try (ServerProcess other = Launch.in(elsewhere).serve()) {
            CommandLine there = CommandLine.of(other, elsewhere);

            CommandLine.Ended report = there.run("retention").expect(0);
            CommandLine.Ended listed = there.run("cold", "list");

            assertThat(report.out()).contains("There is no archive", "30 days");
            assertThat(listed.code()).isEqualTo(1);
            assertThat(listed.err()).contains("redrive.archive");
        }
    }
}

package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Replays from the command line, in scripts and at a terminal. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplayCliTest {
    private final Service target = new Service(request -> request.body().contains("bad") ? 500 : 200);
    private Path folder;
    private ServerProcess server;
    private CommandLine cli;

    @BeforeAll
    void start(@TempDir Path where) {
        folder = where;
        server = Launch.in(where)
                .settings("""
                        redrive:
                          channels:
                            - { match: failing, target: { http: { url: "%s" } } }
                            - { match: "*", target: { http: { url: "%s" } } }
                        """.formatted(target.url("/"), target.url("/")))
                .serve();
        cli = CommandLine.of(server, where);
    }

    @AfterAll
    void stop() {
        server.close();
        target.close();
    }

    private void captured(String channel, int count, String payload) {
        for (int i = 0; i < count; i++)
            server.api()
                    .capture("{\"channel\":\"" + channel + "\",\"payload\":\"" + payload + i
                            + "\",\"error\":\"an error without a rule\"}");
    }

    @Test
    void a_script_replays_with_yes_and_reads_plain_lines() throws InterruptedException {
        captured("script", 30, "good");

        CommandLine.Ended unasked = cli.run("replay", "--channel", "script");
        CommandLine.Ended dry = cli.run("replay", "--channel", "script", "--dry-run");
        CommandLine.Ended ended = cli.run("replay", "--channel", "script", "--yes", "--rate", "100");

        assertThat(unasked.code()).isEqualTo(2);
        assertThat(unasked.err()).contains("add --yes");
        assertThat(dry.expect(0).out()).containsPattern("letters +30").contains("nothing was sent");
        assertThat(ended.expect(0).out())
                .contains("DONE")
                .containsPattern("matched +30\n")
                .containsPattern("replayed +30\n")
                .containsPattern("resolved +30\n")
                .containsPattern("failed +0\n")
                .containsPattern("took +[0-9.]+ m?s, [0-9.]+/s");
        assertThat(ended.out() + ended.err()).doesNotContain("\u001b").doesNotContain("\r");
        String list = cli.run("replay", "list", "--json").expect(0).out();
        assertThat(list).contains("CANCELLED", "DONE").doesNotContain("PLANNED\",\"reason");
    }

    @Test
    void what_fails_again_ends_with_1_and_stands_in_the_ledger() throws InterruptedException {
        captured("failing", 3, "bad");

        CommandLine.Ended ended = cli.run("replay", "--channel", "failing", "--yes", "--json");

        assertThat(ended.code()).isEqualTo(1);
        String id = Answer.parsed(ended.out()).path("id").asString();
        assertThat(cli.run("replay", "ledger", id, "--state", "FAILED")
                        .expect(0)
                        .out()
                        .lines())
                .hasSize(4)
                .anySatisfy(line -> assertThat(line).contains("FAILED"));
        assertThat(cli.run("replay", "show", id).expect(0).out()).containsPattern("failed +3\n");
    }

    @Test
    void a_replay_is_confirmed_and_shows_a_progress_bar() throws InterruptedException {
        captured("person", 5, "good");

        CommandLine.Ended no = cli.onTerminal("n\n", "replay", "--channel", "person");
        CommandLine.Ended yes = cli.onTerminal("y\n", "replay", "--channel", "person", "--rate", "1");

        assertThat(no.expect(1).out()).contains("Replay 5 letters? [y/N]").contains("nothing was changed");
        assertThat(yes.expect(0).out()).contains("[####").contains("DONE");
    }

    @Test
    void steps_wait_for_a_resume() throws InterruptedException {
        captured("steps", 4, "good");

        CommandLine.Ended first = cli.run("replay", "--channel", "steps", "--steps", "1", "--yes");
        String id = first.err().replaceAll("(?s).*redrive replay resume ([0-9a-f-]{36}).*", "$1");
        CommandLine.Ended rest = cli.run("replay", "resume", id);

        assertThat(first.expect(0).err()).contains("the replay is paused");
        assertThat(rest.expect(0).out()).containsPattern("resolved +4\n");
    }

    @Test
    void a_replay_of_letters_without_a_target_fails_with_the_reason(@TempDir Path elsewhere)
            throws InterruptedException {
        try (ServerProcess without = Launch.in(elsewhere).serve()) {
            without.api().capture("{\"channel\":\"nowhere\",\"payload\":1,\"error\":\"an error without a rule\"}");
            CommandLine here = CommandLine.of(without, elsewhere);

            CommandLine.Ended ended = here.run("replay", "--channel", "nowhere", "--yes");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out())
                    .containsPattern("FAILED: .*nothing here takes letters of nowhere")
                    .containsPattern("skipped +1\n");
            assertThat(here.run("replay", "list", "--state", "FAILED").expect(0).out())
                    .contains("FAILED");
        }
    }

    @Test
    void the_script_of_old_works_with_its_flags() throws IOException, InterruptedException {
        for (int i = 0; i < 3; i++)
            server.api()
                    .capture("{\"channel\":\"old\",\"payload\":" + i
                            + ",\"error\":{\"type\":\"VALIDATION_ERROR\",\"message\":\"schema says no\"}}");
        Path scripts = Files.createDirectory(folder.resolve("scripts"));
        Path script = Files.copy(Path.of("../replay-dlq.sh"), scripts.resolve("replay-dlq.sh"));
        String program =
                CommandLine.program().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path launcher = Files.writeString(scripts.resolve("redrive"), "#!/bin/sh\nexec " + program + " \"$@\"\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        List<String> command = List.of(
                script.toString(),
                "--error-type",
                "VALIDATION_ERROR",
                "--start-date",
                "2026-02-10T00:00:00Z",
                "--end-date",
                "2999-02-11T00:00:00Z",
                "--batch-size",
                "100",
                "--dry-run",
                "true");

        CommandLine.Ended ended = cli.run(command, "");

        assertThat(ended.expect(0).out()).containsPattern("letters +3").contains("dry run");

        CommandLine.Ended replayed = cli.run(command.subList(0, command.size() - 2), "");

        assertThat(replayed.err())
                .containsOnlyOnce("there is no terminal to ask on")
                .doesNotContain("replay asks before it starts");
        assertThat(replayed.out()).containsPattern("replayed +3");
    }

    @Test
    void an_editor_repairs_a_letter() throws InterruptedException {
        String id = server.api()
                .capture("{\"channel\":\"edited\",\"payload\":{\"currency\":\"USD\",\"n\":9007199254740993},"
                        + "\"error\":\"an error without a rule\"}");

        CommandLine.Ended ended = CommandLine.of(server, folder)
                .with("EDITOR", "sed -i s/USD/EUR/")
                .onTerminal("y\n", "edit", id);

        assertThat(ended.expect(0).out()).contains("\u001b[31m-", "\u001b[32m+", "has version 1 now");
        assertThat(server.api().get("/dlq/" + id).body()).contains("{\"currency\":\"EUR\",\"n\":9007199254740993}");
    }
}

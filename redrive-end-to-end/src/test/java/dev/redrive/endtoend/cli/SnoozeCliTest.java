package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snoozes of alert rules from the command line. */
class SnoozeCliTest {
    private static final String SETTINGS = """
            redrive:
              alerts:
                - { name: Waiting, when: manual > 0, channel: "*" }
            """;

    @Test
    void a_snoozed_rule_fires_in_silence_also_after_a_restart_until_it_is_ended(@TempDir Path folder)
            throws InterruptedException {
        try (ServerProcess server = Launch.in(folder).settings(SETTINGS).serve()) {
            CommandLine cli = CommandLine.of(server, folder);
            server.api().capture("{\"channel\":\"orders\",\"payload\":1,\"error\":\"an error without a rule\"}");
            assertThat(cli.run("alerts", "snooze", "Waiting", "--for", "2h", "--channel", "orders", "--reason", "known")
                            .expect(0)
                            .out())
                    .startsWith("Waiting sends nothing until ");
            cli.run("alerts", "check").expect(0);
        }
        try (ServerProcess server = Launch.in(folder).settings(SETTINGS).serve()) {
            CommandLine cli = CommandLine.of(server, folder);

            cli.run("alerts", "check").expect(0);
            String silent = cli.run("alerts").expect(0).out();
            cli.run("alerts", "snooze", "Waiting", "--channel", "orders", "--end")
                    .expect(0);
            cli.run("alerts", "check").expect(0);
            String ended = cli.run("alerts").expect(0).out();

            assertThat(silent.lines())
                    .anySatisfy(line -> assertThat(line).contains("Waiting", "orders", "until", " by "))
                    .noneSatisfy(line -> assertThat(line).contains("Waiting", "STARTED"));
            assertThat(ended.lines())
                    .anySatisfy(line -> assertThat(line).contains("Waiting", "STARTED"))
                    .noneSatisfy(line -> assertThat(line).contains("Waiting", "until"));
        }
    }

    @Test
    void an_unknown_rule_is_refused_with_those_there_are(@TempDir Path folder) throws InterruptedException {
        try (ServerProcess server = Launch.in(folder).serve()) {
            CommandLine.Ended ended = CommandLine.of(server, folder).run("alerts", "snooze", "Nothing", "--for", "2h");

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.err()).contains("there is no alert rule Nothing").contains("DLQPendingHigh");
        }
    }
}

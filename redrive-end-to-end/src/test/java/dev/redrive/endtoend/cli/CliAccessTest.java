package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line against a server that requires a token. */
class CliAccessTest {
    private static final String VIEWER = "viewer-token-0123456789abcdef";
    private static final String ADMIN = "admin-token-0123456789abcdef";
    private static final String UNKNOWN = "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e";

    @Test
    void a_token_is_prompted_for_and_used_and_never_shown(@TempDir Path folder) throws InterruptedException {
        Launch launch = Launch.in(folder).with("REDRIVE_VIEWER_TOKEN", VIEWER).with("REDRIVE_ADMIN_TOKEN", ADMIN);
        try (ServerProcess server = launch.serve()) {
            CommandLine anonymous = CommandLine.of(server, folder);
            CommandLine viewer = CommandLine.of(server, folder).with("REDRIVE_TOKEN", VIEWER);

            CommandLine.Ended refused = anonymous.run("stats");
            CommandLine.Ended wrong = anonymous.run("stats", "--token", "not-the-token-0123456789");
            CommandLine.Ended tooLow = viewer.run("delete", UNKNOWN);
            CommandLine.Ended captured = anonymous.run("retry", UNKNOWN);

            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("give a token with --token or REDRIVE_TOKEN");
            assertThat(wrong.code()).isEqualTo(1);
            assertThat(wrong.err()).contains("the token was not accepted").doesNotContain("not-the-token");
            assertThat(tooLow.code()).isEqualTo(1);
            assertThat(tooLow.err()).contains("a token of a higher role");
            assertThat(captured.code()).isEqualTo(1);
            assertThat(captured.err()).contains("give a token");
            viewer.run("stats").expect(0);
            anonymous.run("stats", "--token", ADMIN).expect(0);
        }
    }
}

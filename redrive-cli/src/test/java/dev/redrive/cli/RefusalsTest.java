package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.terminal.Terminal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages for refused requests and for addresses without a Redrive server. */
class RefusalsTest {
    private static final String PROBLEM = "application/problem+json";

    @Test
    void without_a_server_the_next_command_is_named() throws IOException {
        try (Socket bound = new Socket()) {
            // Holds a port, so that no other process gets it, and does not listen.
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            String url = "http://localhost:" + bound.getLocalPort();

            CliRun ran = CliRun.of("stats", "--url", url);

            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.out()).isEmpty();
            assertThat(ran.err())
                    .isEqualTo("redrive: no server at " + url
                            + ": start one with ./redrive serve, or name another with --url\n");
        }
    }

    @Test
    void without_a_token_it_says_how_to_give_one() throws IOException {
        try (FakeServer fake = new FakeServer(401, PROBLEM, "{\"detail\":\"a token is required\"}")) {
            CliRun withoutToken = CliRun.of("list", "--url", fake.url());
            CliRun withToken = CliRun.of("list", "--url", fake.url(), "--token", "secret-1234");

            assertThat(withoutToken.code()).isEqualTo(1);
            assertThat(withoutToken.err())
                    .contains("a token is required")
                    .contains("next: give a token with --token or REDRIVE_TOKEN");
            assertThat(withToken.err()).contains("the token was not accepted").doesNotContain("secret-1234");
        }
    }

    @Test
    void a_token_may_be_refused_while_a_body_is_sent() throws IOException {
        try (FakeServer fake = new FakeServer(401, PROBLEM, "{\"detail\":\"a token is required\"}")) {
            CliRun ran = CliRun.of("retry", "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e", "--url", fake.url());

            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err()).contains("--token or REDRIVE_TOKEN");
        }
    }

    @Test
    void the_reason_of_the_server_is_printed() throws IOException {
        try (FakeServer fake = new FakeServer(409, PROBLEM, "{\"detail\":\"letter 7 is RETRYING\"}")) {
            CliRun ran = CliRun.of("reset", "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e", "--url", fake.url());

            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err()).isEqualTo("redrive: letter 7 is RETRYING\n");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            list --status nope                        | status          | status must be one of A      | --status must be one of A
            list --min-retries 3                      | minRetryCount   | minRetryCount must be less   | --min-retries must be less
            list --attr a=b                           | attr.a          | there is no attribute a      | --attr: there is no attribute a
            list --during 2026-11-01                  | from            | from must be before to       | --during must be before to
            replay --steps 1,0 --dry-run              | steps[1]        | steps[1] must be between     | --steps must be between
            replay --off-peak 25 --dry-run            | offPeak.hours[0]| offPeak.hours[0] must be     | --off-peak must be
            replay --order-by x --dry-run             | prioritization.orderBy | prioritization.orderBy must be | --order-by must be
            replay --rate 0 --dry-run                 | ratePerSecond   | ratePerSecond must be        | --rate must be
            """)
    void a_value_that_the_server_does_not_take_is_wrong_usage(String line, String field, String detail, String said)
            throws IOException {
        String problem = "{\"status\":400,\"detail\":\"" + detail + "\",\"field\":\"" + field + "\"}";
        try (FakeServer fake = new FakeServer(400, PROBLEM, problem)) {
            CliRun ran = CliRun.of((line + " --url " + fake.url()).split(" "));

            assertThat(ran.code()).isEqualTo(2);
            assertThat(ran.err()).isEqualTo("redrive: " + said + "\n");
        }
    }

    @Test
    void a_refused_value_that_no_option_gave_is_a_failure() throws IOException {
        String problem = "{\"detail\":\"cursor is too old\",\"field\":\"cursor\"}";
        try (FakeServer fake = new FakeServer(400, PROBLEM, problem);
                FakeServer missing = new FakeServer(404, PROBLEM, "{\"detail\":\"no\",\"field\":\"status\"}")) {
            assertThat(CliRun.of("list", "--status", "FAILED", "--url", fake.url())
                            .code())
                    .isEqualTo(1);
            assertThat(CliRun.of("list", "--status", "FAILED", "--url", missing.url())
                            .code())
                    .isEqualTo(1);
        }
    }

    @Test
    void a_mistake_has_colours_only_where_they_are_wanted() {
        Terminal terminal = new Terminal(true, true, true, 120, 40);

        assertThat(CliRun.with(Map.of(), terminal, "", "list", "--from", "soon").err())
                .startsWith("\u001b[31mredrive:\u001b[0m ");
        assertThat(CliRun.with(Map.of("TERM", "dumb"), terminal, "", "list", "--from", "soon")
                        .err())
                .startsWith("redrive: ");
        assertThat(CliRun.with(Map.of(), terminal, "", "list", "--from", "soon", "--color", "never")
                        .err())
                .startsWith("redrive: ");
        assertThat(CliRun.with(Map.of("NO_COLOR", "1"), terminal, "", "list", "--from", "soon")
                        .err())
                .startsWith("redrive: ");
    }

    @Test
    void a_reason_cannot_steer_the_terminal() throws IOException {
        try (FakeServer fake = new FakeServer(400, PROBLEM, "{\"detail\":\"bad \\u001b]0;x\\u0007\"}")) {
            assertThat(CliRun.of("list", "--url", fake.url()).err()).isEqualTo("redrive: bad \\u001b]0;x\\u0007\n");
        }
    }

    @Test
    void something_that_is_no_redrive_server_is_not_understood() throws IOException {
        try (FakeServer page = new FakeServer(200, "text/html", "<html>");
                FakeServer missing = new FakeServer(404, "text/html", "<html>");
                FakeServer elsewhere = new FakeServer(302, "text/html", "")) {
            CliRun noJson = CliRun.of("list", "--url", page.url());
            assertThat(noJson.code()).isEqualTo(1);
            assertThat(noJson.err()).contains("no JSON");

            CliRun notFound = CliRun.of("list", "--url", missing.url());
            assertThat(notFound.code()).isEqualTo(1);
            assertThat(notFound.err()).contains("is there a Redrive server at " + missing.url());

            CliRun redirected = CliRun.of("list", "--url", elsewhere.url());
            assertThat(redirected.code()).isEqualTo(1);
            assertThat(redirected.err()).contains("answered 302");
        }
    }

    @Test
    void a_broken_server_is_a_case_for_the_doctor() throws IOException {
        try (FakeServer fake = new FakeServer(503, PROBLEM, "{\"detail\":\"the store does not answer\"}")) {
            assertThat(CliRun.of("list", "--url", fake.url()).err())
                    .contains("the store does not answer")
                    .contains("redrive doctor");
        }
    }

    @Test
    void nothing_is_printed_of_a_list_that_failed() throws IOException {
        try (FakeServer fake = new FakeServer(500, PROBLEM, "{}")) {
            assertThat(CliRun.of("list", "--all", "--json", "--url", fake.url()).out())
                    .isEmpty();
        }
    }
}

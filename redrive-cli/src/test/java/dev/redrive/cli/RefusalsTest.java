package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

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

package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.terminal.Terminal;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ChannelVerbsTest {
    private static final String AN_HOUR_AGO =
            Instant.ofEpochMilli(System.currentTimeMillis() - 3_605_000).toString();

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void channels_say_what_waits_what_the_circuit_is_and_who_holds_them() {
        server.on(
                "GET /dlq/channels",
                200,
                "{\"items\":[{\"name\":\"payments\",\"open\":1210,\"backlog\":1200,\"hold\":{\"by\":\"maria\",\"reason\":\"bank is"
                        + " down\",\"since\":\"" + AN_HOUR_AGO
                        + "\"},\"target\":{\"name\":\"http://bank\",\"circuit\":\"OPEN\"}},"
                        + "{\"name\":\"mail\",\"open\":2,\"backlog\":0,\"hold\":null,\"target\":null,"
                        + "\"noTarget\":\"mail has no target: add channels[].target\"}]}");

        CliRun ran = CliRun.inScript(server, "channels");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out())
                .containsPattern("CHANNEL +OPEN +BACKLOG +CIRCUIT +TARGET +HELD")
                .containsPattern("payments +1\u202f210 +1\u202f200 +open +http://bank +by maria 1h ago: bank is down")
                .containsPattern("mail +2 +0 +- +none")
                .endsWith("mail has no target: add channels[].target\n");
    }

    /** Another server may say the same with other names. */
    @Test
    void the_oldest_letter_and_a_plain_circuit_are_shown_where_a_server_has_them() {
        server.on(
                "GET /dlq/channels",
                200,
                "{\"items\":[{\"name\":\"a\",\"open\":1,\"oldest\":\"" + AN_HOUR_AGO
                        + "\",\"circuit\":\"HALF_OPEN\",\"target\":\"t\",\"held\":{\"by\":\"x\",\"at\":\"" + AN_HOUR_AGO
                        + "\"}},{\"name\":\"b\"}]}");

        CliRun ran = CliRun.inScript(server, "channels");

        assertThat(ran.out())
                .containsPattern("OPEN +BACKLOG +OLDEST +CIRCUIT")
                .containsPattern("a +1 +0 +1h +half open +t +by x 1h ago")
                .containsPattern("b +0 +0 +- +- +none");
        assertThat(CliRun.inScript(server, "channels", "-o", "ids").out()).isEqualTo("a\nb\n");
    }

    @Test
    void a_table_of_channels_fits_a_narrow_terminal() {
        server.on(
                "GET /dlq/channels",
                200,
                "{\"items\":[{\"name\":\"" + "a-very-long-channel".repeat(10)
                        + "\",\"open\":1,\"backlog\":1,\"target\":{\"name\":\"http://a-very-long-target.example\",\"circuit\":\"CLOSED\"}}]}");

        CliRun ran = CliRun.run(server, new Terminal(true, true, true, 60, 40), "", Map.of("PAGER", "cat"), "channels");

        assertThat(ran.out().lines()).allMatch(line -> line.length() <= 60).hasSize(2);
    }

    @Test
    void a_channel_is_held_with_a_reason() {
        server.on("POST /dlq/channels/payments/hold", 201, "{\"channel\":\"payments\",\"by\":\"me\"}");

        CliRun ran = CliRun.inScript(server, "channels", "hold", "payments", "--reason", "bank is down");

        assertThat(ran.out()).startsWith("the channel payments is held: nothing of it is sent until");
        assertThat(server.last("POST /dlq/channels/payments/hold").body()).isEqualTo("{\"reason\":\"bank is down\"}");
    }

    @Test
    void one_that_is_held_already_says_by_whom() {
        server.on(
                "POST /dlq/channels/payments/hold",
                200,
                "{\"by\":\"maria\",\"reason\":\"bank\",\"since\":\"" + AN_HOUR_AGO + "\"}");

        assertThat(CliRun.inScript(server, "channels", "hold", "payments").out())
                .isEqualTo("the channel payments was held already, by maria 1h ago: bank\n");
        assertThat(server.last("POST /dlq/channels/payments/hold").body()).isEqualTo("{}");
    }

    @Test
    void a_name_with_a_slash_is_no_part_of_the_path() {
        server.on("POST /dlq/channels/release", 200, "{}");

        assertThat(CliRun.inScript(server, "channels", "release", "a/b").code()).isZero();
        assertThat(server.calls()).containsExactly("POST /dlq/channels/release?name=a/b");
    }

    @Test
    void what_the_server_refuses_is_said() {
        server.on("POST /dlq/channels/x/release", 404, "{\"detail\":\"the channel x is not held\"}");

        CliRun ran = CliRun.inScript(server, "channels", "release", "x");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("the channel x is not held");
        assertThat(CliRun.inScript(server, "channels", "hold").code()).isEqualTo(2);
    }
}

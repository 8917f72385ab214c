package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.terminal.Terminal;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables on terminals of several widths: what is promised is shown on each of them. */
class NarrowTerminalTest {
    private static final String AN_HOUR_AGO =
            Instant.ofEpochMilli(System.currentTimeMillis() - 3_605_000).toString();
    private static final String ALERTS = "{\"items\":[],\"firing\":[{\"rule\":\"DLQFailedHigh\",\"severity\":\"error\","
            + "\"text\":\"the number of failed letters is 63, above 10\",\"value\":\"63\",\"valueWhenFired\":\"12\","
            + "\"since\":\"" + AN_HOUR_AGO + "\",\"snooze\":{\"by\":\"jo\",\"until\":\"2026-11-19T16:30:00Z\"}}]}";
    private static final String CAUSES =
            "{\"items\":[{\"id\":\"5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59\",\"title\":\"Declined: no\","
                    + "\"state\":\"ACKNOWLEDGED\",\"open\":2033,\"count\":71016,\"failingNow\":1016,\"assignee\":\"maria\","
                    + "\"lastSeen\":\"2026-11-19T14:00:00Z\"}]}";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private CliRun ran(int width, String... arguments) {
        Terminal terminal = new Terminal(true, true, true, width, 40);
        return CliRun.run(server, terminal, "", Map.of("PAGER", "cat"), arguments);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 120, 200})
    void a_firing_alert_is_a_sentence_with_its_values_and_its_snooze(int width) {
        server.on("GET /dlq/alerts", 200, ALERTS);

        String out = ran(width, "alerts", "--utc").out();

        assertThat(out.lines()).allMatch(line -> line.length() <= width);
        assertThat(out.replaceAll("\\s+", " "))
                .contains("DLQFailedHigh", "error", " 63", " 12", "until 2026-11-19 16:30:00 by jo");
        assertThat(out.lines().skip(1).findFirst().orElseThrow()).startsWith("the number of failed");
    }

    @Test
    void on_eighty_columns_the_rest_of_an_alert_is_on_a_second_line() {
        server.on("GET /dlq/alerts", 200, ALERTS);

        assertThat(ran(80, "alerts", "--utc").out().lines())
                .endsWith("    now 63  when fired 12  channel all  snoozed until 2026-11-19 16:30:00 by jo");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void causes_have_an_owner_and_when_they_were_seen(int width) {
        server.on("GET /dlq/causes", 200, CAUSES);

        String out = ran(width, "causes").out();

        assertThat(out)
                .containsIgnoringCase("owner")
                .containsIgnoringCase("seen")
                .contains("maria", "ago");
    }

    @Test
    void a_header_does_not_break_inside_its_value() {
        String id = "0199a3c4-5d6e-7f80-8123-456789abcdef";
        server.on(
                "GET /dlq/" + id,
                200,
                "{\"id\":\"" + id
                        + "\",\"origin\":{\"headers\":{\"traceparent\":\"00-b7ca3fe924cf42384835c016db30bdc7-0000000000006292-01\"}}}");

        assertThat(ran(60, "show", id).out())
                .contains("  traceparent:\n    00-b7ca3fe924cf42384835c016db30bdc7-0000000000006292-01\n");
    }

    @Test
    void numbers_have_one_format() {
        server.on("GET /dlq/causes", 200, CAUSES);
        server.on(
                "GET /dlq/stats",
                200,
                "{\"pending\":2033,\"queueSize\":2033,\"byChannel\":{\"a\":{\"total\":2033,\"pending\":2033}}}");

        assertThat(ran(120, "causes").out()).contains(" 2\u202f033 ", " 1\u202f016 ", " 71\u202f016 ");
        assertThat(ran(120, "stats").out())
                .contains("2\u202f033 pending", "2\u202f033 open")
                .containsPattern("a +2\u202f033 +2\u202f033");
        assertThat(ran(120, "stats", "--json").out()).contains("2033");
    }

    @Test
    void a_rule_has_its_value_in_the_unit_that_it_is_about() {
        server.on(
                "POST /dlq/alerts/check",
                200,
                "{\"rules\":[{\"name\":\"Backlog\",\"subject\":\"backlog\",\"value\":393,\"threshold\":10000},"
                        + "{\"name\":\"Behind\",\"subject\":\"retention_overdue\",\"value\":5400,\"threshold\":86400},"
                        + "{\"name\":\"Rate\",\"subject\":\"resolution_rate\",\"value\":null,\"threshold\":0.5}],\"sent\":[]}");

        assertThat(ran(120, "alerts", "check").out())
                .containsPattern("Backlog .* 393 +10\u202f000 ")
                .containsPattern("Behind .* 1h30m +1d ")
                .containsPattern("Rate .* - +50 % ");
    }
}

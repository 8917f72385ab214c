package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadingVerbsTest {
    private static final String CHECKS = "{\"status\":\"%s\",\"checks\":[{\"name\":\"store\",\"status\":\"ok\","
            + "\"detail\":\"answers in 1 ms\",\"next\":null},{\"name\":\"target a\",\"status\":\"%s\","
            + "\"detail\":\"cannot connect\",\"next\":\"see whether it runs\"}]}";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_broken_server_ends_the_doctor_with_1_and_says_what_to_do() {
        server.on("GET /dlq/doctor", 200, CHECKS.formatted("broken", "broken"));

        CliRun ran = CliRun.inScript(server, "doctor");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("CHECK", "answers in 1 ms", "target a: see whether it runs", server.url() + ": broken");
    }

    @Test
    void a_warning_is_no_failure() {
        server.on("GET /dlq/doctor", 200, CHECKS.formatted("warning", "warning"));

        assertThat(CliRun.inScript(server, "doctor").code()).isZero();
        assertThat(CliRun.inScript(server, "doctor", "--json").out()).startsWith("{\"status\":\"warning\"");
    }

    @Test
    void the_ledger_is_a_table_or_lines_of_json() {
        String id = "0199a3c4-5d6e-7f80-8123-456789abcdef";
        String line =
                "{\"position\":1,\"letterId\":\"x\",\"channel\":\"a\",\"state\":\"FAILED\",\"why\":\"503\",\"at\":null}";
        server.on("GET /dlq/replays/" + id + "/ledger", 200, line + "\n");

        CliRun table = CliRun.inScript(server, "replay", "ledger", id, "--state", "failed");
        CliRun json = CliRun.inScript(server, "replay", "ledger", id, "--json");

        assertThat(table.out()).contains("LETTER").containsPattern("1 +x +a +FAILED +503");
        assertThat(json.out()).isEqualTo(line + "\n");
        assertThat(server.calls()).contains("GET /dlq/replays/" + id + "/ledger?state=FAILED");
    }

    @Test
    void a_tail_that_cannot_begin_is_a_failure() {
        server.on("GET /dlq/events", 401, "{\"detail\":\"a token is required\"}");

        assertThat(CliRun.inScript(server, "tail").code()).isEqualTo(1);
        assertThat(CliRun.inScript(server, "tail", "--type", "nonsense").code()).isEqualTo(2);
    }

    @Test
    void a_letter_shows_what_made_it_and_what_it_fails_with_now() {
        String id = "0199a3c4-5d6e-7f80-8123-456789abcdef";
        String letter = "{\"id\":\"" + id + "\",\"status\":\"FAILED\",\"channel\":\"a\","
                + "\"error\":{\"type\":\"shop.Declined\",\"message\":\"card declined\"},"
                + "\"lastError\":{\"type\":\"x.RejectedByTarget\",\"message\":\"http://a answered 503\"},"
                + "\"causeId\":\"5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59\",\"lastCauseId\":\"6d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59\"}";
        server.on("GET /dlq/" + id, 200, letter);
        server.on("GET /dlq", 200, "{\"items\":[" + letter + "],\"total\":1}");

        CliRun shown = CliRun.inScript(server, "show", id);
        CliRun listed = CliRun.inScript(
                server,
                "list",
                "--last-error-type",
                "x.RejectedByTarget",
                "--last-cause",
                "6d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59");

        assertThat(shown.out())
                .contains(
                        "Error\n  shop.Declined\n  card declined",
                        "Newest error\n  x.RejectedByTarget\n  http://a answered 503");
        assertThat(listed.out()).contains("Declined: card declined; now RejectedByTarget: http://a answered 503");
        assertThat(server.calls())
                .anyMatch(call ->
                        call.contains("lastErrorType=x.RejectedByTarget") && call.contains("lastCause=6d8c1f0a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ \"id\" : 1.10,\n\"x\":[ ] }", "[1, 2]", "17.00", "true"})
    void the_payload_into_a_pipe_is_what_the_server_stored_to_the_byte(String payload) {
        String id = "0199a3c4-5d6e-7f80-8123-456789abcdef";
        server.on(
                "GET /dlq/" + id,
                200,
                "{\"payload\":0,\"originalEvent\":{\"source\":{\"payload\":1},\"payload\":" + payload + " ,\"z\":2}}");

        assertThat(CliRun.inScript(server, "show", "--payload", id).out()).isEqualTo(payload);
    }

    @Test
    void a_letter_whose_channel_has_no_target_says_how_to_give_it_one() {
        String letter = "{\"id\":\"01a1e123-c3a4-7000-8396-e28d4b91e5f0\",\"channel\":\"mail\",\"status\":\"PENDING\","
                + "\"noTarget\":\"no target is configured for the channel mail; add one\"}";
        server.on("GET /dlq", 200, "{\"items\":[" + letter + "," + letter + "],\"total\":2}");
        server.on("GET /dlq/01a1e123-c3a4-7000-8396-e28d4b91e5f0", 200, letter);

        assertThat(CliRun.inScript(server, "list").err())
                .containsOnlyOnce("letters are not sent: no target is configured for the channel mail; add one");
        assertThat(CliRun.inScript(server, "list", "-o", "ids").err()).isEmpty();
        assertThat(CliRun.inScript(server, "show", "01a1e123-c3a4-7000-8396-e28d4b91e5f0")
                        .out())
                .containsPattern("Not sent +no target is configured for the channel mail; add one");
    }

    @Test
    void a_letter_without_a_target_has_no_next_retry() {
        String letter = "{\"id\":\"01a1e123-c3a4-7000-8396-e28d4b91e5f0\",\"channel\":\"mail\",\"status\":\"PENDING\","
                + "\"nextRetryAt\":\"2026-11-19T14:00:00Z\",\"noTarget\":\"no target is configured for the channel mail\"}";
        server.on("GET /dlq", 200, "{\"items\":[" + letter + "],\"total\":1}");
        server.on("GET /dlq/01a1e123-c3a4-7000-8396-e28d4b91e5f0", 200, letter);

        CliRun listed = CliRun.inScript(server, "list");
        CliRun shown = CliRun.inScript(server, "show", "01a1e123-c3a4-7000-8396-e28d4b91e5f0");

        assertThat(listed.out()).containsPattern("PENDING +mail .* no target\n").doesNotContain("due");
        assertThat(shown.out()).contains("Not sent").doesNotContain("Next retry");
    }

    @Test
    void a_list_without_letters_says_what_was_looked_for() {
        server.on("GET /dlq", 200, "{\"items\":[],\"total\":0}");

        CliRun view = CliRun.inScript(server, "list", "--view", "Payments to decide");
        CliRun filtered = CliRun.inScript(server, "list", "--status", "FAILED,MANUAL", "-c", "a*", "--max-age", "24h");
        CliRun all = CliRun.inScript(server, "list");

        assertThat(view.err()).isEqualTo("no letter matches: view Payments to decide\n");
        assertThat(filtered.err()).isEqualTo("no letter matches: status FAILED,MANUAL, channel a*, max-age 24h\n");
        assertThat(all.err()).isEqualTo("there are no letters\n");
    }

    @Test
    void a_replay_is_named_by_how_its_id_begins() {
        String one = "0199a3c4-5d6e-7f80-8123-456789abcdef";
        String other = "0199a3c5-5d6e-7f80-8123-456789abcdef";
        server.on("GET /dlq/replays", 200, "{\"items\":[{\"id\":\"" + one + "\"}],\"nextCursor\":\"" + one + "\"}");
        server.on("GET /dlq/replays", 200, "{\"items\":[{\"id\":\"" + other + "\"}],\"nextCursor\":null}");
        server.on("GET /dlq/replays/" + other + "/ledger", 200, "");

        CliRun found = CliRun.inScript(server, "replay", "ledger", "0199A3C5");

        assertThat(found.code()).as(found.err()).isZero();
        assertThat(server.calls())
                .containsExactly(
                        "GET /dlq/replays?limit=200",
                        "GET /dlq/replays?limit=200&cursor=" + one,
                        "GET /dlq/replays/" + other + "/ledger");
    }

    @Test
    void a_beginning_that_several_replays_have_names_them() {
        String one = "0199a3c4-5d6e-7f80-8123-456789abcdef";
        String other = "0199a3c5-5d6e-7f80-8123-456789abcdef";
        server.on("GET /dlq/replays", 200, "{\"items\":[{\"id\":\"" + one + "\"},{\"id\":\"" + other + "\"}]}");

        CliRun several = CliRun.inScript(server, "replay", "show", "0199a3");
        CliRun none = CliRun.inScript(server, "replay", "cancel", "0299");
        CliRun no = CliRun.inScript(server, "replay", "ledger", "zzzz");

        assertThat(several.code()).isEqualTo(1);
        assertThat(several.err()).contains("2 replays begin with 0199a3: " + one + ", " + other);
        assertThat(none.err()).contains("there is no replay 0299…");
        assertThat(no.code()).isEqualTo(2);
        assertThat(no.err()).contains("\"zzzz\" is no id of a replay", "redrive replay list");
    }

    @Test
    void a_retry_whose_time_has_come_is_due() {
        String id = "01a1e123-c3a4-7000-8396-e28d4b91e5f0";
        String letter = "{\"id\":\"" + id
                + "\",\"channel\":\"mail\",\"status\":\"PENDING\",\"nextRetryAt\":\"2020-01-01T00:00:00Z\"";
        server.on("GET /dlq/" + id, 200, letter + "}");

        assertThat(CliRun.inScript(server, "show", id).out()).containsPattern("Next retry +due ");
    }
}

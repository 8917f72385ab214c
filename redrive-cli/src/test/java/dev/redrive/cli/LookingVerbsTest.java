package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LookingVerbsTest {
    private static final String CHECKS = "{\"status\":\"%s\",\"checks\":[{\"name\":\"store\",\"status\":\"ok\","
            + "\"detail\":\"answers in 1 ms\",\"next\":null},{\"name\":\"target a\",\"status\":\"%s\","
            + "\"detail\":\"cannot connect\",\"next\":\"see whether it runs\"}]}";

    private final Scripted server = new Scripted();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_broken_server_ends_the_doctor_with_1_and_says_what_to_do() {
        server.on("GET /dlq/doctor", 200, CHECKS.formatted("broken", "broken"));

        Ran ran = Ran.inScript(server, "doctor");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("CHECK", "answers in 1 ms", "target a: see whether it runs", server.url() + ": broken");
    }

    @Test
    void a_warning_is_no_failure() {
        server.on("GET /dlq/doctor", 200, CHECKS.formatted("warning", "warning"));

        assertThat(Ran.inScript(server, "doctor").code()).isZero();
        assertThat(Ran.inScript(server, "doctor", "--json").out()).startsWith("{\"status\":\"warning\"");
    }

    @Test
    void the_ledger_is_a_table_or_lines_of_json() {
        String id = "0199a3c4-5d6e-7f80-8123-456789abcdef";
        String line =
                "{\"position\":1,\"letterId\":\"x\",\"channel\":\"a\",\"state\":\"FAILED\",\"why\":\"503\",\"at\":null}";
        server.on("GET /dlq/replays/" + id + "/ledger", 200, line + "\n");

        Ran table = Ran.inScript(server, "replay", "ledger", id, "--state", "failed");
        Ran json = Ran.inScript(server, "replay", "ledger", id, "--json");

        assertThat(table.out()).contains("LETTER").containsPattern("1 +x +a +FAILED +503");
        assertThat(json.out()).isEqualTo(line + "\n");
        assertThat(server.calls()).contains("GET /dlq/replays/" + id + "/ledger?state=FAILED");
    }

    @Test
    void a_tail_that_cannot_begin_is_a_failure() {
        server.on("GET /dlq/events", 401, "{\"detail\":\"who are you?\"}");

        assertThat(Ran.inScript(server, "tail").code()).isEqualTo(1);
        assertThat(Ran.inScript(server, "tail", "--type", "nonsense").code()).isEqualTo(2);
    }
}

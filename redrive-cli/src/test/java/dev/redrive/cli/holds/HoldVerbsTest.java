package dev.redrive.cli.holds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.CliRun;
import dev.redrive.cli.ScriptedServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HoldVerbsTest {
    private static final String LETTER = "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e";
    private static final String HOLD =
            "{\"channel\":\"ledger\",\"by\":\"maria\",\"reason\":\"case 4711\",\"since\":\"2026-01-01T00:00:00Z\"}";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void holds_are_listed_with_who_why_and_since_when() {
        server.on("GET /dlq/holds", 200, "{\"items\":[" + HOLD + "]}");

        CliRun ran = CliRun.inScript(server, "holds");
        CliRun ids = CliRun.inScript(server, "holds", "--output", "ids");

        assertThat(ran.out()).containsPattern("channel +ledger +maria +\\S+ ago +case 4711");
        assertThat(ids.out()).isEqualTo("ledger\n");
    }

    @Test
    void a_hold_is_placed_on_one_subject_with_a_reason() {
        server.on("POST /dlq/holds", 201, HOLD);

        CliRun ran = CliRun.inScript(server, "holds", "add", "--channel", "ledger", "--reason", "case 4711");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).isEqualTo("channel ledger is under a legal hold\n");
        assertThat(server.last("POST /dlq/holds").body())
                .isEqualTo("{\"channel\":\"ledger\",\"reason\":\"case 4711\"}");
    }

    @Test
    void a_hold_that_is_there_already_stays_as_it_is() {
        server.on("POST /dlq/holds", 200, HOLD);

        CliRun ran = CliRun.inScript(server, "holds", "add", "--channel", "ledger", "--reason", "another");

        assertThat(ran.out())
                .isEqualTo("channel ledger was under a legal hold already, by maria since 2026-01-01T00:00:00Z: case"
                        + " 4711\n");
    }

    @Test
    void a_hold_needs_one_subject_and_a_reason() {
        assertThat(CliRun.inScript(server, "holds", "add", "--channel", "a").code())
                .isEqualTo(2);
        assertThat(CliRun.inScript(server, "holds", "add", "--reason", "r").code())
                .isEqualTo(2);
        assertThat(CliRun.inScript(server, "holds", "add", "--channel", "a", "--letter", LETTER, "--reason", "r")
                        .code())
                .isEqualTo(2);
        assertThat(CliRun.inScript(server, "holds", "lift").code()).isEqualTo(2);
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void a_lifted_hold_says_what_it_was() {
        server.on("DELETE /dlq/holds", 200, HOLD);

        CliRun ran = CliRun.inScript(server, "holds", "lift", "--channel", "ledger");

        assertThat(ran.out())
                .isEqualTo("the legal hold on channel ledger is lifted; it was by maria since 2026-01-01T00:00:00Z:"
                        + " case 4711\n");
        assertThat(server.calls()).containsExactly("DELETE /dlq/holds?channel=ledger");
    }

    @Test
    void a_held_letter_says_so_and_is_not_deleted() {
        server.on("GET /dlq/" + LETTER, 200, "{\"id\":\"" + LETTER + "\",\"status\":\"FAILED\",\"hold\":" + HOLD + "}");
        server.on(
                "DELETE /dlq/" + LETTER,
                409,
                "{\"detail\":\"letter " + LETTER + " is under the legal hold on channel ledger\"}");

        CliRun shown = CliRun.inScript(server, "show", LETTER);
        CliRun deleted = CliRun.inScript(server, "delete", LETTER);

        assertThat(shown.out()).containsPattern("Legal hold +on the channel ledger by maria, \\S+ ago: case 4711");
        assertThat(deleted.code()).isEqualTo(1);
        assertThat(deleted.err())
                .isEqualTo("redrive: letter " + LETTER + " is under the legal hold on channel ledger\n");
    }
}

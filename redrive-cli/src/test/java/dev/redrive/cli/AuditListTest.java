package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditListTest {
    private static final Instant NOW = Instant.parse("2026-11-19T14:30:00Z");
    private static final String LETTER = "0199a3c4-5d6e-7f80-8123-456789abcdef";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private CliRun ran(String... arguments) {
        return CliRun.at(NOW, ZoneId.of("Europe/Berlin"), server, arguments);
    }

    private static String line(int number, String action) {
        return "{\"number\":" + number
                + ",\"at\":\"2026-11-18T13:05:00.031Z\",\"by\":\"maria\",\"role\":\"OPERATOR\",\"from\":\"10.0.0.7\","
                + "\"action\":\"" + action + "\",\"subject\":\"" + LETTER + "\",\"count\":1200}";
    }

    private static String page(String next, String... lines) {
        return "{\"items\":[" + String.join(",", lines) + "],\"nextCursor\":" + next + "}";
    }

    @Test
    void lines_say_who_did_what_and_when_in_the_zone_of_the_reader() {
        server.on("GET /dlq/audit", 200, page("null", line(2, "retry")));

        assertThat(ran("audit", "list").out())
                .containsPattern("WHEN +WHO +ROLE +ACTION +TO +LETTERS +FROM")
                .containsPattern("2026-11-18 14:05:00 +maria +OPERATOR +retry +" + LETTER + " +1\u202f200 +10.0.0.7");
        assertThat(ran("audit", "list", "--utc").out()).contains("2026-11-18 13:05:00");
    }

    @Test
    void filters_by_person_action_letter_and_time_reach_the_server() {
        server.on("GET /dlq/audit", 200, page("null", line(2, "retry")));

        CliRun ran = ran(
                "audit",
                "list",
                "--by",
                "maria",
                "--action",
                "retry",
                "--letter",
                LETTER,
                "--during",
                "yesterday 14:00-15:00");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(server.calls())
                .containsExactly("GET /dlq/audit?limit=50&by=maria&action=retry&subject=" + LETTER
                        + "&from=2026-11-18T13:00:00Z&to=2026-11-18T14:00:00Z");
    }

    @Test
    void all_of_it_is_read_page_by_page() {
        server.on("GET /dlq/audit", 200, page("2", line(3, "retry"), line(2, "archive")))
                .on("GET /dlq/audit", 200, page("null", line(1, "edit")));

        CliRun ran = ran("audit", "list", "--all");

        assertThat(ran.out().lines()).hasSize(4);
        assertThat(server.calls()).containsExactly("GET /dlq/audit?limit=500", "GET /dlq/audit?limit=500&cursor=2");
    }

    @Test
    void an_action_is_shown_in_the_words_of_the_server() {
        server.on(
                "GET /dlq/audit",
                200,
                page(
                        "null",
                        line(2, "channel.hold")
                                .replace(",\"subject\"", ",\"actionName\":\"hold channel\",\"subject\"")));

        assertThat(ran("audit", "list").out()).contains("hold channel").doesNotContain("channel.hold");
    }

    @Test
    void what_is_not_about_letters_has_a_dash_for_their_number() {
        server.on("GET /dlq/audit", 200, page("null", line(2, "log in").replace("1200", "0")));

        assertThat(ran("audit", "list").out()).containsPattern(" - +10.0.0.7");
    }

    @Test
    void a_limit_is_a_limit() {
        server.on("GET /dlq/audit", 200, page("2", line(3, "retry"), line(2, "archive")));

        assertThat(ran("audit", "list", "--limit", "2").out().lines()).hasSize(3);
        assertThat(server.calls()).hasSize(1);
        assertThat(ran("audit", "list", "--limit", "0").code()).isEqualTo(2);
        assertThat(ran("audit", "list", "--letter", LETTER, "--subject", "x").code())
                .isEqualTo(2);
    }

    @Test
    void nothing_like_that_is_said() {
        server.on("GET /dlq/audit", 200, page("null"));

        assertThat(ran("audit", "list").err()).contains("no line like that");
    }
}

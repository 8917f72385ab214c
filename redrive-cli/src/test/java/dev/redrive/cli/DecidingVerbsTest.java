package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.terminal.Terminal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Verbs by which a person says what becomes of an alert, a cause or a stopped replay. */
class DecidingVerbsTest {
    private static final Instant NOW = Instant.parse("2026-11-19T14:30:00Z");
    private static final String CAUSE = "5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59";
    private static final String REPLAY = "0199a3c4-5d6e-7f80-8123-456789abcdef";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private CliRun ran(String... arguments) {
        return CliRun.at(NOW, ZoneId.of("Europe/Berlin"), server, arguments);
    }

    @Test
    void an_alert_is_silent_for_a_time() {
        server.on("POST /dlq/alerts/DLQPendingHigh/snooze", 200, "{}");

        CliRun ran = ran("alerts", "snooze", "DLQPendingHigh", "--for", "2h", "--reason", "known");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).startsWith("DLQPendingHigh sends nothing until 2026-11-19 17:30:00");
        assertThat(server.last("POST /dlq/alerts/DLQPendingHigh/snooze").body())
                .isEqualTo("{\"until\":\"2026-11-19T16:30:00Z\",\"reason\":\"known\"}");
    }

    @Test
    void or_until_a_time_and_for_one_channel() {
        server.on("POST /dlq/alerts/DLQPendingHigh/snooze", 200, "{}");

        ran("alerts", "snooze", "DLQPendingHigh", "--until", "tomorrow 09:00", "--channel", "a");

        assertThat(server.last("POST /dlq/alerts/DLQPendingHigh/snooze").body())
                .isEqualTo("{\"until\":\"2026-11-20T08:00:00Z\",\"channel\":\"a\"}");
    }

    @Test
    void a_snooze_is_ended() {
        server.on("POST /dlq/alerts/DLQPendingHigh/snooze", 200, "{}");

        CliRun ran = ran("alerts", "snooze", "DLQPendingHigh", "--end");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("DLQPendingHigh is no longer snoozed");
        assertThat(server.last("POST /dlq/alerts/DLQPendingHigh/snooze").body()).isEqualTo("{\"until\":null}");
    }

    @Test
    void a_snoozed_alert_says_by_whom_and_until_when() {
        server.on(
                "GET /dlq/alerts",
                200,
                "{\"items\":[],\"firing\":[{\"rule\":\"DLQPendingHigh\",\"severity\":\"warning\",\"since\":\"2026-11-19T14:00:00Z\","
                        + "\"snooze\":{\"by\":\"jo\",\"until\":\"2026-11-19T16:30:00Z\"}},"
                        + "{\"rule\":\"DLQFailedHigh\",\"severity\":\"error\",\"since\":\"2026-11-19T14:00:00Z\",\"snooze\":null}]}");

        CliRun ran = ran("alerts");

        assertThat(ran.out().lines())
                .anySatisfy(line -> assertThat(line).contains("DLQPendingHigh", "until 2026-11-19 17:30:00 by jo"))
                .anySatisfy(line -> assertThat(line).contains("DLQFailedHigh").doesNotContain("until"));
    }

    @Test
    void a_firing_alert_has_its_value_of_now_and_of_when_it_fired() {
        server.on(
                "GET /dlq/alerts",
                200,
                "{\"items\":[],\"firing\":[{\"rule\":\"DLQPendingHigh\",\"severity\":\"warning\",\"since\":\"2026-11-19T14:00:00Z\","
                        + "\"value\":\"63\",\"valueWhenFired\":\"184\"},"
                        + "{\"rule\":\"DLQFailedHigh\",\"severity\":\"error\",\"since\":\"2026-11-19T14:00:00Z\",\"value\":\"0 %\",\"valueWhenFired\":null}]}");

        CliRun ran = ran("alerts");

        assertThat(ran.out().lines())
                .anySatisfy(line -> assertThat(line).contains("NOW", "WHEN FIRED"))
                .anySatisfy(line -> assertThat(line).containsPattern("DLQPendingHigh .* 63 +184 "))
                .anySatisfy(line -> assertThat(line).containsPattern("DLQFailedHigh .* 0 % +- "));
    }

    @Test
    void nodes_are_listed_with_what_each_does() {
        server.on(
                "GET /dlq/nodes",
                200,
                "{\"items\":[{\"name\":\"a-1\",\"address\":\"10.0.0.1:8080\",\"version\":\"1\",\"seenAt\":\"2026-11-19T14:00:00Z\",\"gone\":false,"
                        + "\"retries\":true,\"attempts\":3,\"replays\":[\"7f3\"],\"retention\":true,\"topics\":[\"orders.dlq\"]},"
                        + "{\"name\":\"b-1\",\"address\":\"10.0.0.2:8080\",\"version\":\"1\",\"seenAt\":\"2026-11-19T13:00:00Z\",\"gone\":true,"
                        + "\"retries\":true,\"attempts\":9,\"replays\":[],\"retention\":false,\"topics\":[]}]}");

        CliRun ran = ran("nodes");

        assertThat(ran.out().lines())
                .anySatisfy(line -> assertThat(line)
                        .contains("a-1", "10.0.0.1:8080", "3 attempts, replay 7f3, retention, reads orders.dlq"))
                .anySatisfy(line -> assertThat(line).contains("b-1", "gone").doesNotContain("9 attempts"));
    }

    @Test
    void a_snooze_without_an_end_or_with_a_past_one_is_refused() {
        assertThat(ran("alerts", "snooze", "A").code()).isEqualTo(2);
        assertThat(ran("alerts", "snooze", "A", "--for", "2h", "--until", "17:00")
                        .code())
                .isEqualTo(2);
        assertThat(ran("alerts", "snooze", "A", "--for", "2h", "--end").code()).isEqualTo(2);
        assertThat(ran("alerts", "snooze", "A", "--for", "soon").code()).isEqualTo(2);
        assertThat(ran("alerts", "snooze", "A", "--for", "0s").code()).isEqualTo(2);
        assertThat(ran("alerts", "snooze", "A", "--until", "yesterday").code()).isEqualTo(2);
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void on_a_narrow_terminal_messages_break_between_words() {
        Terminal narrow = new Terminal(true, true, true, 40, 40);
        server.on(
                "POST /dlq/channels/a/hold",
                403,
                "{\"detail\":\"you are limited to other channels than a, says the server\"}");

        CliRun refused = CliRun.run(server, narrow, "", Map.of(), "channels", "hold", "a");
        CliRun wrong = CliRun.run(server, narrow, "", Map.of(), "list", "--from", "soon");

        assertThat(refused.err().lines())
                .startsWith("redrive: you are limited to other", "channels than a, says the server")
                .endsWith("  next: use a token of a higher role,", "  with --token or REDRIVE_TOKEN");
        assertThat(wrong.err().lines()).allMatch(line -> line.length() <= 40).hasSizeGreaterThan(4);
    }

    @Test
    void a_cause_is_assigned_and_linked() {
        server.on("POST /dlq/causes/" + CAUSE + "/assign", 200, "{\"title\":\"Declined: no\"}");
        server.on("POST /dlq/causes/" + CAUSE + "/link", 200, "{\"title\":\"Declined: no\"}");

        assertThat(ran("causes", "assign", CAUSE, "maria").out())
                .isEqualTo("5d8c1f0a is assigned to maria: Declined: no\n");
        assertThat(ran("causes", "link", CAUSE, "https://tickets.example/7").out())
                .isEqualTo("5d8c1f0a has the ticket https://tickets.example/7: Declined: no\n");
        assertThat(server.last("POST /dlq/causes/" + CAUSE + "/assign").body()).isEqualTo("{\"assignee\":\"maria\"}");
        assertThat(server.last("POST /dlq/causes/" + CAUSE + "/link").body())
                .isEqualTo("{\"url\":\"https://tickets.example/7\"}");
    }

    @Test
    void a_cause_is_ignored_for_good_or_until_something_happens() {
        server.on("POST /dlq/causes/" + CAUSE + "/ignore", 200, "{\"title\":\"Declined: no\",\"state\":\"IGNORED\"}");

        assertThat(ran("causes", "ignore", CAUSE).out()).isEqualTo("5d8c1f0a is IGNORED: Declined: no\n");
        assertThat(server.last("POST /dlq/causes/" + CAUSE + "/ignore").body()).isEmpty();
        assertThat(ran(
                                "causes",
                                "ignore",
                                CAUSE,
                                "--until",
                                "2099-03-03T08:00:00Z",
                                "--more",
                                "500",
                                "--until-release",
                                "--utc")
                        .out())
                .isEqualTo(
                        "5d8c1f0a is IGNORED until 2099-03-03 08:00:00 or 500 more letters or the next release: Declined: no\n");
        assertThat(server.last("POST /dlq/causes/" + CAUSE + "/ignore").body())
                .isEqualTo("{\"until\":\"2099-03-03T08:00:00Z\",\"moreThan\":500,\"untilRelease\":true}");
        assertThat(ran("causes", "ignore", CAUSE, "--until", "2001-01-01").code())
                .isEqualTo(2);
    }

    @Test
    void a_cause_gets_a_note_and_a_release_reopens_causes() {
        server.on("POST /dlq/causes/" + CAUSE + "/notes", 200, "{\"title\":\"Declined: no\"}");
        server.on("POST /dlq/releases", 200, "{\"name\":\"4.2\",\"reopened\":[\"" + CAUSE + "\"]}");

        assertThat(ran("causes", "note", CAUSE, "the bank", "knows").out())
                .isEqualTo("noted about 5d8c1f0a: Declined: no\n");
        assertThat(server.last("POST /dlq/causes/" + CAUSE + "/notes").body())
                .isEqualTo("{\"text\":\"the bank knows\"}");
        assertThat(ran("causes", "note", CAUSE).code()).isEqualTo(2);
        assertThat(ran("causes", "released", "4.2", "-c", "pay*", "-c", "orders")
                        .out())
                .isEqualTo("4.2: 1 cause is open again\n");
        assertThat(server.last("POST /dlq/releases").body())
                .isEqualTo("{\"name\":\"4.2\",\"channels\":[\"pay*\",\"orders\"]}");
    }

    @Test
    void causes_say_who_owns_them() {
        String cause =
                "{\"id\":\"" + CAUSE + "\",\"title\":\"Declined: no\",\"state\":\"IGNORED\",\"open\":2,\"count\":7,"
                        + "\"failingNow\":2,\"assignee\":\"maria\",\"team\":\"payments\",\"link\":\"https://tickets.example/7\","
                        + "\"ignoredUntil\":\"2026-03-03T08:00:00Z\",\"ignoredUpTo\":10,\"ignoredUntilRelease\":true,"
                        + "\"notes\":[{\"text\":\"the bank\\nknows\",\"by\":\"bob\",\"at\":\"2026-03-02T09:00:00Z\"}],"
                        + "\"lastReplay\":{\"id\":\"0199a000-0000-7000-8000-000000000000\",\"state\":\"STOPPED\",\"matched\":5,\"replayed\":3,"
                        + "\"resolved\":1,\"failed\":2,\"skipped\":0,\"at\":\"2026-03-02T09:00:00Z\"}}";
        String other =
                "{\"id\":\"6d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59\",\"title\":\"Lost\",\"state\":\"OPEN\",\"open\":1,"
                        + "\"count\":1,\"failingNow\":1,\"team\":\"shop\"}";
        server.on("GET /dlq/causes", 200, "{\"items\":[" + cause + "," + other + "]}");
        server.on("GET /dlq/causes/" + CAUSE, 200, cause);
        server.on("GET /dlq/causes/" + CAUSE + "/samples", 200, "{\"items\":[]}");

        assertThat(ran("causes", "--all", "-o", "wide").out()).contains("OWNER", "maria", "team shop");
        assertThat(ran("causes", "show", CAUSE, "--utc").out())
                .contains(
                        "owner maria\n",
                        "ticket https://tickets.example/7\n",
                        "ignored until 2026-03-03 08:00",
                        "ignored until 3 more letters came\n",
                        "ignored until the next release\n",
                        "bob ",
                        "  the bank\n  knows\n")
                .containsPattern("last replay 0199a000 STOPPED: 1 resolved, 2 failed of 5, .* ago");
    }

    @Test
    void a_link_is_an_address_of_the_web() {
        assertThat(ran("causes", "link", CAUSE, "javascript:alert(1)").code()).isEqualTo(2);
        assertThat(ran("causes", "assign", CAUSE).code()).isEqualTo(2);
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void letters_of_a_stopped_replay_are_released() {
        server.on("POST /dlq/replays/" + REPLAY + "/release", 200, "{\"released\":396}");

        assertThat(ran("replay", "release", REPLAY).out()).startsWith("396 letters released");
    }

    @Test
    void or_taken_over_by_another_one() {
        server.on(
                "POST /dlq/replays",
                200,
                "{\"plan\":{\"count\":130,\"held\":396},\"progress\":{\"matched\":130,\"planned\":130}}");

        CliRun plan = ran("replay", "--dry-run");
        CliRun taking = ran("replay", "--dry-run", "--take-over");

        assertThat(plan.out()).contains("396: another replay holds them; --take-over");
        assertThat(taking.code()).as(taking.err()).isZero();
        assertThat(server.bodies("POST /dlq/replays").get(0)).doesNotContain("takeOver");
        assertThat(server.bodies("POST /dlq/replays").get(1)).contains("\"takeOver\":true");
    }
}

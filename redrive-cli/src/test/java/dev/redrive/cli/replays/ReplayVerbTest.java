package dev.redrive.cli.replays;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.CliRun;
import dev.redrive.cli.ScriptedServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ReplayVerbTest {
    private static final String ID = "0199a3c4-5d6e-7f80-8123-456789abcdef";
    private static final String PLAN = "POST /dlq/replays";
    private static final String START = "POST /dlq/replays/" + ID + "/start";
    private static final String CANCEL = "POST /dlq/replays/" + ID + "/cancel";
    private static final String RESUME = "POST /dlq/replays/" + ID + "/resume";
    private static final String LOOK = "GET /dlq/replays/" + ID;

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static String replay(String state, int count, int planned, int failed, String more) {
        int through = count - planned;
        String counts = "\"matched\":" + count + ",\"resolved\":" + (through - failed) + ",\"failed\":" + failed
                + ",\"skipped\":0,\"cameBack\":0,\"replayed\":" + through + ",\"ratePerSecond\":10.0";
        return "{\"id\":\"" + ID + "\",\"state\":\"" + state + "\"" + more
                + ",\"plan\":{\"count\":" + count
                + ",\"blocked\":3,\"replayedBefore\":0,\"causes\":[{\"title\":\"ConnectException: refused\",\"count\":"
                + count + "}],\"channels\":[{\"name\":\"payments\",\"count\":" + count
                + ",\"target\":\"payment*\"}],\"sample\":[{\"id\":\"x\",\"channel\":\"payments\",\"status\":\"FAILED\","
                + "\"errorType\":\"shop.T\",\"errorMessage\":\"evil \\u001b[2J\"}]}"
                + ",\"progress\":{\"planned\":" + planned + "," + counts + "}"
                + ",\"report\":{" + counts + ",\"durationMillis\":4200}}";
    }

    private void planned(int count) {
        server.on(PLAN, 201, replay("PLANNED", count, count, 0, ""))
                .on(START, 200, replay("RUNNING", count, count, 0, ""))
                .on(CANCEL, 200, replay("CANCELLED", count, count, 0, ""))
                .on(RESUME, 200, replay("RUNNING", count, count, 0, ""));
    }

    @Test
    void without_a_terminal_the_plan_is_shown_and_cancelled() {
        planned(12_000);

        CliRun ran = CliRun.inScript(server, "replay", "--channel", "payments");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).contains("12\u202f000", "ConnectException: refused", "payments", "blocked", "  T: evil");
        assertThat(ran.out()).doesNotContain("\u001b");
        assertThat(ran.err()).contains("--yes");
        assertThat(server.calls()).contains(CANCEL).doesNotContain(START);
    }

    @Test
    void it_starts_after_a_yes_and_stays_until_the_end() {
        planned(12_000);
        server.on(LOOK, 200, replay("RUNNING", 12_000, 4000, 0, "")).on(LOOK, 200, replay("DONE", 12_000, 0, 0, ""));

        CliRun ran = CliRun.onTerminal(server, "y\n", "replay", "--status", "FAILED");

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("Replay 12\u202f000 letters? [y/N]").contains("66 %");
        assertThat(ran.out())
                .contains("DONE")
                .containsPattern("resolved +12\u202f000")
                .contains("4.2 s, 10.0/s");
        assertThat(server.calls()).contains(START).doesNotContain(CANCEL);
    }

    @Test
    void a_no_changes_nothing() {
        planned(2);

        CliRun ran = CliRun.onTerminal(server, "n\n", "replay");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(server.last(PLAN).body())
                .contains("\"filterCriteria\":{\"status\":[\"PENDING\",\"FAILED\",\"MANUAL\"]}");
        assertThat(server.calls()).contains(CANCEL).doesNotContain(START);
    }

    @Test
    void letters_that_failed_again_are_a_failure() {
        planned(10);
        server.on(LOOK, 200, replay("DONE", 10, 0, 1, ""));

        CliRun ran = CliRun.inScript(server, "replay", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).containsPattern("failed +1\n");
    }

    @Test
    void letters_that_failed_again_can_be_allowed_but_a_stop_cannot() {
        planned(10);
        server.on(LOOK, 200, replay("DONE", 10, 0, 1, "")).on(LOOK, 200, replay("STOPPED", 10, 5, 5, ""));

        assertThat(CliRun.inScript(server, "replay", "--yes", "--allow-failed").code())
                .isZero();
        assertThat(CliRun.inScript(server, "replay", "--yes", "--allow-failed").code())
                .isEqualTo(1);
    }

    @Test
    void a_replay_that_stopped_itself_says_why_and_what_can_be_done() {
        planned(10);
        server.on(LOOK, 200, replay("STOPPED", 10, 5, 5, ",\"reason\":\"5 of 5 failed\""));

        CliRun ran = CliRun.inScript(server, "replay", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains("STOPPED: 5 of 5 failed");
        assertThat(ran.err()).contains("redrive replay resume " + ID);
    }

    @Test
    @Timeout(30)
    void a_replay_that_sent_nothing_ends_with_1_and_says_why() {
        planned(10);
        server.on(
                LOOK, 200, replay("FAILED", 10, 0, 0, ",\"reason\":\"no letter was sent: no target takes payments\""));

        CliRun ran = CliRun.inScript(server, "replay", "--yes", "--allow-failed");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).contains("FAILED: no letter was sent: no target takes payments");
    }

    @Test
    void replays_that_failed_can_be_listed() {
        server.on("GET /dlq/replays", 200, "{\"items\":[" + replay("FAILED", 10, 0, 0, "") + "]}");

        CliRun ran = CliRun.inScript(server, "replay", "list", "--state", "FAILED");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains(ID).contains("FAILED");
        assertThat(server.calls()).contains("GET /dlq/replays?limit=50&state=FAILED");
    }

    @Test
    void after_a_step_the_next_one_needs_a_confirmation() {
        planned(10);
        server.on(LOOK, 200, replay("PAUSED", 10, 9, 0, ",\"reason\":\"step 1 of 2 is done\",\"wakesAt\":null"))
                .on(LOOK, 200, replay("DONE", 10, 0, 0, ""));

        CliRun ran = CliRun.onTerminal(server, "y\n", "replay", "--yes", "--steps", "1,10");

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("step 1 of 2 is done").contains("Go on?");
        assertThat(server.calls()).contains(RESUME);
        assertThat(server.last(PLAN).body()).contains("\"steps\":[1,10]");
    }

    @Test
    void after_a_step_a_script_reads_how_to_go_on() {
        planned(10);
        server.on(LOOK, 200, replay("PAUSED", 10, 9, 0, ",\"reason\":\"step 1 of 2 is done\""));

        CliRun ran = CliRun.inScript(server, "replay", "--yes", "--steps", "1,10");

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("redrive replay resume " + ID);
        assertThat(server.calls()).doesNotContain(RESUME);
    }

    @Test
    void a_dry_run_keeps_nothing() {
        server.on(PLAN, 200, replay("PLANNED", 5, 5, 0, "").replace("\"" + ID + "\"", "null"));

        CliRun ran = CliRun.inScript(server, "replay", "--error-type", "RATE_LIMIT_ERROR", "--dry-run", "true");

        assertThat(ran.code()).isZero();
        assertThat(server.last(PLAN).body())
                .contains("\"dryRun\":true")
                .contains("\"category\":\"RATE_LIMIT\"")
                .doesNotContain("errorType");
        assertThat(server.calls()).containsExactly(PLAN);
    }

    @Test
    void all_options_reach_the_server_with_every_digit() {
        planned(0);

        CliRun ran = CliRun.inScript(
                server,
                "replay",
                "--error-type=java.net.ConnectException",
                "--start-date=2026-02-10T00:00:00Z",
                "--end-date=2026-02-11",
                "--order-by=priority",
                "--direction=desc",
                "--batch-size=100",
                "--concurrency=4",
                "--rate=0.50",
                "--step-pause=30s",
                "--steps=1,10",
                "--stop-when-failing=0.2",
                "--off-peak=2,3",
                "--validate",
                "--target=debug",
                "--notes=why",
                "--dry-run=false",
                "--yes");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("nothing to replay");
        assertThat(server.last(PLAN).body())
                .contains("\"errorType\":\"java.net.ConnectException\"")
                .contains("\"from\":\"2026-02-10T00:00:00Z\"")
                .contains("\"to\":\"2026-02-11T00:00:00Z\"")
                .contains("\"prioritization\":{\"orderBy\":\"priority\",\"direction\":\"desc\"}")
                .contains("\"batchSize\":100,\"concurrency\":4,\"ratePerSecond\":0.50,\"steps\":[1,10]")
                .contains("\"stepPause\":\"30s\",\"stopWhenFailing\":0.2,\"offPeak\":{\"hours\":[2,3]}")
                .contains("\"validate\":true,\"target\":\"debug\",\"notes\":\"why\"");
        assertThat(server.calls()).contains(CANCEL);
    }

    @Test
    void a_transform_is_shown_on_samples_before_the_question() {
        planned(2);
        server.on(
                "POST /dlq/replays/preview",
                200,
                "{\"items\":[{\"letterId\":\"a\",\"differences\":[{\"path\":\"/currency\",\"kind\":\"CHANGED\","
                        + "\"before\":\"\\\"USD\\\"\",\"after\":\"\\\"EUR\\\"\"}],\"violations\":[\"/amount is missing\"]}]}");

        CliRun ran = CliRun.onTerminal(server, "n\n", "replay", "--transform", "{\"jslt\":\".\"}");

        assertThat(ran.out())
                .contains("- /currency: \"USD\"", "+ /currency: \"EUR\"", "does not fit: /amount is missing");
        assertThat(server.last("POST /dlq/replays/preview").body())
                .contains("\"transform\":{\"jslt\":\".\"}", "\"samples\":3");
    }

    @Test
    void a_server_that_is_away_for_a_moment_does_not_end_it() {
        planned(2);
        server.on(LOOK, 503, "{\"detail\":\"the store is away\"}").on(LOOK, 200, replay("DONE", 2, 0, 0, ""));

        CliRun ran = CliRun.inScript(server, "replay", "--yes");

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("the store is away; trying again");
    }

    @Test
    void wrong_words_are_wrong_usage() {
        assertThat(CliRun.inScript(server, "replay", "--rate", "fast").code()).isEqualTo(2);
        assertThat(CliRun.inScript(server, "replay", "--dry-run=maybe").code()).isEqualTo(2);
        assertThat(CliRun.inScript(server, "replay", "--steps", "1;2").code()).isEqualTo(2);
        assertThat(CliRun.inScript(server, "replay", "--error-type=TIMEOUT_ERROR", "--error-type=X")
                        .code())
                .isEqualTo(2);
        assertThat(server.calls()).isEmpty();
    }
}

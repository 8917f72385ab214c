package dev.redrive.cli.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.CliRun;
import dev.redrive.cli.ScriptedServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetentionVerbsTest {
    private static final String REPORT = "GET /dlq/retention";
    private static final String RUN = "POST /dlq/retention/run";

    private final ScriptedServer server = new ScriptedServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static String run(String start, String problem) {
        return "{\"node\":\"n1\",\"startedAt\":\"" + start
                + "\",\"endedAt\":\"2026-11-18T03:00:12Z\",\"archived\":1200,"
                + "\"closed\":20,\"removed\":1200,\"held\":3,\"objects\":4,\"bytes\":3145728,\"problem\":" + problem
                + "}";
    }

    private static String report(String archive, String running, long due, String lastRun) {
        return "{\"times\":{\"resolved\":\"30d\",\"failed\":\"90d\",\"archived\":\"365d\"},"
                + "\"channels\":[{\"match\":\"ledger.*\",\"resolved\":\"2555d\",\"failed\":\"90d\",\"archived\":\"365d\"}],"
                + archive
                + ",\"due\":[{\"status\":\"RESOLVED\",\"channel\":\"orders\",\"day\":\"2026-11-18\",\"letters\":1200}],"
                + "\"soon\":[{\"status\":\"FAILED\",\"channel\":\"orders\",\"day\":\"2026-11-20\",\"letters\":7}],"
                + "\"dueTotal\":" + due + ",\"holds\":2,\"runningOn\":" + running + ",\"lastRun\":" + lastRun
                + ",\"runs\":[],\"nextRun\":null}";
    }

    private static final String ARCHIVE = "\"archive\":\"file:/a\",\"unarchived\":null";
    private static final String PREVIEW = "{\"dryRun\":true,\"letters\":["
            + "{\"status\":\"RESOLVED\",\"channel\":\"orders\",\"letters\":1200},"
            + "{\"status\":\"FAILED\",\"channel\":\"orders\",\"letters\":20}],\"total\":1220,\"held\":3}";

    // Report

    @Test
    void the_report_shows_times_due_letters_and_the_last_run() {
        server.on(REPORT, 200, report(ARCHIVE, "null", 1200, run("2026-11-18T03:00:00Z", "null")));

        CliRun ran = CliRun.inScript(server, "retention");

        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .containsPattern("ledger\\.\\* +2555d +90d +365d")
                .containsPattern("all others +30d +90d +365d")
                .contains("Archive     file:/a\n")
                .contains("Due now     1\u202f200 letters; 2 legal holds: redrive holds\n")
                .contains(
                        "on n1: 1\u202f200 archived in 4 objects (3.0 MB), 1\u202f200 removed from the store, 20 failed ones"
                                + " closed, 3 held; took 12.0 s")
                .containsPattern("2026-11-18 +RESOLVED +orders +1\u202f200")
                .containsPattern("2026-11-20 +FAILED +orders +7");
        assertThat(ran.err()).isEmpty();
    }

    @Test
    void without_an_archive_it_says_what_is_deleted_for_good() {
        String none =
                "\"archive\":null,\"unarchived\":\"Resolved letters are deleted 30 days after their last change\"";
        server.on(REPORT, 200, report(none, "null", 0, "null"));

        CliRun ran = CliRun.inScript(server, "retention");

        assertThat(ran.out())
                .contains("Archive     none\nResolved letters are deleted 30 days after their last change\n")
                .contains("Last run    none yet\n");
    }

    // Run

    @Test
    void a_run_shows_what_it_would_do_and_asks() {
        server.on(RUN, 200, PREVIEW)
                .on(RUN, 200, "{\"dryRun\":false,\"run\":" + run("2026-11-18T03:00:00Z", "null") + "}");
        server.on(REPORT, 200, report(ARCHIVE, "null", 1220, "null"));

        CliRun ran = CliRun.onTerminal(server, "y\n", "retention", "run");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("Run retention for 1\u202f220 letters? [y/N]");
        assertThat(ran.out())
                .containsPattern("RESOLVED +orders +1\u202f200 +leaves the store")
                .containsPattern("FAILED +orders +20 +becomes ARCHIVED")
                .contains("3 letters past their time stay: they are under a legal hold")
                .contains("1\u202f200 archived in 4 objects (3.0 MB)");
        assertThat(server.bodies(RUN)).containsExactly("{\"dryRun\":true}", "{}");
    }

    @Test
    void a_dry_run_runs_nothing() {
        server.on(RUN, 200, PREVIEW);

        CliRun ran = CliRun.inScript(server, "retention", "run", "--dry-run");
        CliRun json = CliRun.inScript(server, "retention", "run", "--dry-run", "--json");

        assertThat(ran.out()).contains("becomes ARCHIVED");
        assertThat(json.out()).isEqualTo(PREVIEW + "\n");
        assertThat(server.bodies(RUN)).containsOnly("{\"dryRun\":true}");
    }

    @Test
    void without_a_yes_nothing_is_run() {
        server.on(RUN, 200, PREVIEW);

        assertThat(CliRun.onTerminal(server, "n\n", "retention", "run").code()).isEqualTo(1);
        assertThat(CliRun.inScript(server, "retention", "run").code()).isEqualTo(2);
        assertThat(server.bodies(RUN)).containsOnly("{\"dryRun\":true}");
    }

    @Test
    void when_nothing_is_due_nothing_is_run() {
        server.on(RUN, 200, "{\"dryRun\":true,\"letters\":[],\"total\":0,\"held\":2}");

        CliRun ran = CliRun.inScript(server, "retention", "run");

        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("2 letters past their time stay");
        assertThat(ran.err()).isEqualTo("nothing is due\n");
    }

    @Test
    void a_run_that_takes_longer_than_its_request_is_followed_to_its_end() {
        String before = run("2026-11-17T03:00:00Z", "null");
        server.on(RUN, 202, "{\"dryRun\":false,\"running\":true}");
        server.on(REPORT, 200, report(ARCHIVE, "null", 1200, before))
                .on(REPORT, 200, report(ARCHIVE, "\"n1\"", 900, before))
                .on(REPORT, 200, report(ARCHIVE, "null", 0, run("2026-11-18T03:00:00Z", "null")));

        CliRun ran = CliRun.onTerminal(server, "", "retention", "run", "--yes");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains(" 25 %  0s: 900 letters left of 1\u202f200, running on n1");
        assertThat(ran.out()).startsWith("1\u202f200 archived in 4 objects");
    }

    @Test
    void a_run_that_left_something_undone_is_a_failure() {
        server.on(REPORT, 200, report(ARCHIVE, "null", 1200, "null"));
        server.on(
                RUN,
                200,
                "{\"dryRun\":false,\"run\":" + run("2026-11-18T03:00:00Z", "\"the archive cannot be reached\"") + "}");

        CliRun ran = CliRun.inScript(server, "retention", "run", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).isEqualTo("redrive: the archive cannot be reached\n");
    }

    @Test
    void a_run_on_another_node_is_named() {
        server.on(REPORT, 200, report(ARCHIVE, "\"n2\"", 1200, "null"));
        server.on(RUN, 409, "{\"detail\":\"retention is running already, on n2\"}");

        CliRun ran = CliRun.inScript(server, "retention", "run", "--yes");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).isEqualTo("redrive: retention is running already, on n2\n");
    }
}

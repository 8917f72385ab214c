package dev.redrive.endtoend.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.endtoend.process.CommandLine;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The everyday verbs as processes against a packaged server: what they print, and how they end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CliTest {
    /** What fails on purpose has a target of its own: its circuit must not hold up the others. */
    private static final String SETTINGS = """
            redrive:
              channels:
                - { match: refused, target: { http: { url: "%1$s" } } }
                - { match: "*", target: { http: { url: "%1$s" } } }
            """;

    private final Service target = new Service(request -> request.body().contains("bad") ? 500 : 200);
    private Path folder;
    private ServerProcess server;
    private CommandLine cli;

    @BeforeAll
    void start(@TempDir Path where) {
        folder = where;
        server = Launch.in(where).settings(SETTINGS.formatted(target.url("/"))).serve();
        cli = CommandLine.of(server, where);
    }

    @AfterAll
    void stop() {
        server.close();
        target.close();
    }

    /** A letter that waits for a person. */
    private String captured(String channel, String payload) {
        return server.api()
                .capture("{\"channel\":\"" + channel + "\",\"payload\":" + payload
                        + ",\"error\":\"an error without a rule\"}");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static JsonNode json(CommandLine.Ended ended) {
        return JsonMapper.shared().readTree(ended.expect(0).out());
    }

    @Test
    void a_letter_goes_in_is_seen_and_comes_back() throws Exception {
        String letter = file("one.json", """
                {"channel": "round", "key": "k-1", "payload": {"n": 9007199254740993, "x": 0.1000}, "error": {"type":
                 "a.b.Strange", "message": "an error without a rule"}}""");

        String id = cli.run("capture", letter).expect(0).out().strip();
        CommandLine.Ended list = cli.run("list", "--channel", "round").expect(0);
        CommandLine.Ended shown = cli.run("show", id.substring(0, 23)).expect(0);
        CommandLine.Ended retried = cli.run("retry", id).expect(0);

        assertThat(list.out().lines().toList().get(1))
                .startsWith(id + "  MANUAL  round    Strange: an error without a rule");
        assertThat(shown.out())
                .contains(id + "  MANUAL")
                .contains("\"n\": 9007199254740993")
                .contains("\"x\": 0.1000")
                .contains("redrive causes show ");
        assertThat(cli.run("show", id, "--payload").out()).isEqualTo("{\"n\": 9007199254740993, \"x\": 0.1000}");
        assertThat(retried.out()).startsWith(id + "  RESOLVED in ");
        assertThat(cli.run("list", "--channel", "round", "--status", "RESOLVED", "--output", "ids")
                        .out())
                .isEqualTo(id);
    }

    @Test
    void what_a_target_refuses_ends_with_1() throws Exception {
        String id = captured("refused", "\"bad\"");

        CommandLine.Ended retried = cli.run("retry", id);

        assertThat(retried.code()).isEqualTo(1);
        assertThat(retried.out()).contains(id).contains("500");
    }

    @Test
    void decisions_about_letters_are_printed_one_by_one() throws Exception {
        String one = captured("moved", "1");
        String two = captured("moved", "2");

        CommandLine.Ended reset =
                cli.run("archive", one, two, "--yes", "--notes", "a test").expect(0);
        CommandLine.Ended restored = cli.run("restore", one).expect(0);
        JsonNode discarded = json(cli.run("discard", one, "--json"));
        CommandLine.Ended again = cli.run("restore", one, two, "--yes").expect(0);
        CommandLine.Ended mixed = cli.run("reset", one, "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e", "--yes");
        cli.run("delete", two).expect(0);
        CommandLine.Ended gone = cli.run("show", two);

        assertThat(reset.out().lines()).containsExactly(one + "  ARCHIVED, was MANUAL", two + "  ARCHIVED, was MANUAL");
        assertThat(restored.out()).isEqualTo(one + "  MANUAL, was ARCHIVED");
        assertThat(discarded.path("status").asString()).isEqualTo("ARCHIVED");
        assertThat(again.out().lines()).hasSize(2);
        assertThat(mixed.code()).isEqualTo(1);
        assertThat(mixed.out()).isEqualTo(one + "  PENDING, was MANUAL");
        assertThat(mixed.err()).contains("019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e").contains("failed for 1 of 2 letters");
        assertThat(gone.code()).isEqualTo(1);
        assertThat(gone.err()).startsWith("redrive: there is no letter " + two);
    }

    @Test
    void lines_of_any_number_go_in_and_all_of_them_come_out() throws Exception {
        String lines = IntStream.rangeClosed(1, 1234)
                .mapToObj(n ->
                        "{\"channel\":\"many\",\"payload\":{\"n\":" + n + "},\"error\":\"an error without a rule\"}")
                .collect(Collectors.joining("\n"));
        String many = file("many.ndjson", lines);

        CommandLine.Ended captured =
                cli.run("capture", many, "--idempotency-key", "k").expect(0);
        CommandLine.Ended again =
                cli.run("capture", many, "--idempotency-key", "k").expect(0);
        List<String> ids = cli.run("list", "-c", "many", "--all", "-o", "ids")
                .expect(0)
                .out()
                .lines()
                .toList();
        JsonNode all = json(cli.run("list", "-c", "many", "--all", "--json"));
        JsonNode page = json(cli.run("list", "-c", "many", "--json", "--limit", "7"));

        assertThat(captured.out()).isEqualTo("1\u202f234 letters are captured");
        assertThat(again.out()).isEqualTo("0 letters are captured, 1\u202f234 were known already");
        assertThat(ids).hasSize(1234).doesNotHaveDuplicates();
        assertThat(all.path("items").size()).isEqualTo(1234);
        assertThat(all.path("total").asInt()).isEqualTo(1234);
        assertThat(page.path("items").size()).isEqualTo(7);
        assertThat(page.path("nextCursor").isNull()).isFalse();
    }

    @Test
    void a_bad_line_is_named_and_those_before_it_are_kept() throws Exception {
        String good = "{\"channel\":\"broken\",\"payload\":1,\"error\":\"an error without a rule\"}\n";
        String bad = file("bad.ndjson", good.repeat(1500) + "{\"payload\":1}\n" + good);

        CommandLine.Ended ended = cli.run("capture", bad);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err()).startsWith("redrive: line 1501: ").contains("tail -n +1501");
        assertThat(json(cli.run("list", "-c", "broken", "--json", "-n", "1"))
                        .path("total")
                        .asInt())
                .isEqualTo(1500);
    }

    @Test
    void letters_of_a_filter_become_a_replay_after_a_yes() throws Exception {
        for (int i = 0; i < 3; i++) captured("filtered", String.valueOf(i));

        CommandLine.Ended looked =
                cli.run("retry", "--channel", "filtered", "--dry-run").expect(0);
        CommandLine.Ended unasked = cli.piped("", "retry", "--channel", "filtered");
        CommandLine.Ended unwanted = cli.piped("n\n", "retry", "--channel", "filtered");
        CommandLine.Ended retried =
                cli.run("retry", "--channel", "filtered", "--yes").expect(0);
        String replay = retried.out().replaceFirst("(?s)^replay (\\S+) runs: 3 letters\n.*", "$1");

        assertThat(looked.out()).startsWith("3 letters would be retried");
        assertThat(unasked.code()).isEqualTo(2);
        assertThat(unasked.err()).contains("Retry 3 letters?").contains("add --yes");
        assertThat(unwanted.code()).isEqualTo(1);
        assertThat(unwanted.err()).contains("nothing was changed");
        assertThat(retried.out()).contains("redrive replay show " + replay);
        var unused = Await.until(
                "the replay is done",
                Await.TIMEOUT,
                () -> cli.run("replay", "show", replay).expect(0).out(),
                shown -> shown.contains(" is DONE"));
        assertThat(json(cli.run("list", "-c", "filtered", "-s", "RESOLVED", "--json"))
                        .path("total")
                        .asInt())
                .isEqualTo(3);
    }

    @Test
    void causes_are_looked_at_and_decided() throws Exception {
        server.api()
                .capture(
                        "{\"channel\":\"caused\",\"payload\":1,\"error\":{\"type\":\"x.Unheard\",\"message\":\"of\"}}");
        JsonNode causes = json(cli.run("causes", "--json")).path("items");
        String id = causes.valueStream()
                .filter(cause -> cause.path("title").asString().contains("Unheard"))
                .map(cause -> cause.path("id").asString())
                .findFirst()
                .orElseThrow();
        String part = id.substring(0, 8);

        assertThat(cli.run("causes").expect(0).out()).contains(part).contains("Unheard: of");
        assertThat(cli.run("causes", "show", part).expect(0).out())
                .contains("x.Unheard")
                .contains("1 open of 1");
        assertThat(cli.run("causes", "ignore", part).expect(0).out()).startsWith(part + " is IGNORED");
        assertThat(cli.run("causes").expect(0).out()).doesNotContain(part);
        assertThat(cli.run("causes", "--all").expect(0).out()).contains(part);
        assertThat(cli.run("causes", "reopen", part).expect(0).out()).startsWith(part + " is OPEN");
        assertThat(cli.run("list", "--cause", part, "-o", "ids").expect(0).out().lines())
                .hasSize(1);
    }

    @Test
    void numbers_and_alerts_are_shown() throws Exception {
        captured("numbers", "1");

        assertThat(cli.run("stats").expect(0).out()).startsWith("The letters are ");
        assertThat(json(cli.run("stats", "--json")).path("total").asLong()).isPositive();
        assertThat(cli.run("alerts", "check").expect(0).out()).contains("DLQPendingHigh");
        assertThat(json(cli.run("alerts", "check", "--json")).path("rules").size())
                .isPositive();
        assertThat(cli.run("alerts").expect(0).out()).isNotEmpty();
        CommandLine.Ended test = cli.run("alerts", "test");
        assertThat(test.code()).isEqualTo(1);
        assertThat(test.err()).contains("no notification channel is configured");
    }

    @Test
    void a_watch_prints_blocks_until_its_reader_closes_the_pipe() throws Exception {
        captured("watched", "1");
        String line = String.join(" ", CommandLine.program()) + " list -c watched --watch=100ms | head -n 7";

        CommandLine.Ended ended = cli.run(List.of("sh", "-c", line), "").expect(0);

        assertThat(ended.out().lines().filter(text -> text.startsWith("ID "))).hasSize(3);
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void what_the_server_refuses_ends_with_1_and_wrong_usage_with_2() throws Exception {
        assertThat(cli.run("list", "--status", "NONSENSE").code()).isEqualTo(2);
        assertThat(cli.run("list", "--status", "NONSENSE").err()).contains("status must be one of");
        assertThat(cli.run("lsit").code()).isEqualTo(2);
        assertThat(cli.run("show").code()).isEqualTo(2);
        assertThat(cli.run().code()).isEqualTo(2);
    }
}

package dev.redrive.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong usage ends with 2 and says what would be right. */
class UsageTest {
    static final List<String> NAMES = Verbs.NAMES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void every_verb_helps(String name) {
        String[] words = (name + " --help").split(" ");

        CliRun ran = CliRun.of(words);

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out()).startsWith("Usage: redrive " + name).contains("--url", "--json");
    }

    @Test
    void the_overview_names_every_verb() {
        String overview = Help.overview();

        for (String name : Verbs.NAMES) {
            String last = name.substring(name.indexOf(' ') + 1);
            if (!name.equals("help") && !name.equals("version"))
                assertThat(overview).as(name).containsPattern("\\b" + Pattern.quote(last) + "\\b");
        }
        assertThat(overview.lines().skip(1)).allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "show",
                "show a b",
                "show xyz",
                "list --bogus",
                "list --limit many",
                "list --limit 0",
                "list --color sometimes",
                "list --output xml",
                "list --page 2 --all",
                "list --watch=soon",
                "retry",
                "retry 019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e --status FAILED",
                "reset",
                "archive",
                "delete",
                "capture",
                "completion tcsh",
                "causes nonsense",
                "list --url ftp://x",
                "list --from soon",
                "list --from 24h --during yesterday",
                "list --from today..today --to now",
                "list --max-age never",
                "--json"
            })
    void wrong_usage_ends_with_2(String line) {
        CliRun ran = CliRun.of(line.split(" "));

        assertThat(ran.code()).as(ran.err()).isEqualTo(2);
        assertThat(ran.err()).startsWith("redrive: ").doesNotContain("Exception");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void a_mistyped_word_is_guessed() {
        assertThat(CliRun.of("lsit").err()).contains("did you mean: redrive list");
        assertThat(CliRun.of("causes", "reslove").err()).contains("did you mean: redrive causes resolve");
        assertThat(CliRun.of("list", "--statu", "FAILED").err()).contains("--status");
        assertThat(CliRun.of("qqqqqq").err()).contains("redrive help");
    }

    @Test
    void options_for_all_may_stand_before_the_verb() throws IOException {
        try (FakeServer fake = new FakeServer(200, "application/json", "{\"status\":\"healthy\"}")) {
            CliRun ran = CliRun.of("--url", fake.url(), "--json", "stats");

            assertThat(ran.code()).isZero();
            assertThat(ran.out()).isEqualTo("{\"status\":\"healthy\"}\n");
        }
    }

    @Test
    void variables_name_the_server() throws IOException {
        try (FakeServer fake = new FakeServer(200, "application/json", "{\"status\":\"healthy\"}")) {
            CliRun ran = CliRun.with(Map.of("REDRIVE_URL", fake.url() + "/"), Terminal.none(), "", "stats");

            assertThat(ran.code()).isZero();
            assertThat(fake.asked()).containsExactly("GET /dlq/stats ");
        }
    }

    @Test
    void several_letters_are_only_changed_after_a_yes() throws IOException {
        String[] line = {"reset", "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e", "019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5f"};
        try (FakeServer fake =
                new FakeServer(200, "application/json", "{\"status\":\"PENDING\",\"previousStatus\":\"FAILED\"}")) {
            Map<String, String> variables = Map.of("REDRIVE_URL", fake.url());

            CliRun no = CliRun.with(variables, Terminal.none(), "no\n", line);
            CliRun end = CliRun.with(variables, Terminal.none(), "", line);
            assertThat(fake.asked()).isEmpty();
            CliRun yes = CliRun.with(variables, Terminal.none(), "y\n", line);

            assertThat(no.code()).isEqualTo(1);
            assertThat(no.err()).contains("Reset 2 letters? [y/N]").contains("nothing was changed");
            assertThat(end.code()).isEqualTo(2);
            assertThat(end.err()).contains("add --yes");
            assertThat(yes.code()).isZero();
            assertThat(fake.asked()).hasSize(2);
        }
    }

    @Test
    void ids_on_standard_input_are_read_even_from_a_table() throws IOException {
        String input = """
                ID                                    STATUS  CHANNEL
                019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e  FAILED  payments

                019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5f  FAILED  payments
                019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5f  FAILED  payments
                """;
        try (FakeServer fake =
                new FakeServer(200, "application/json", "{\"status\":\"PENDING\",\"previousStatus\":\"FAILED\"}")) {
            CliRun ran = CliRun.with(
                    Map.of("REDRIVE_URL", fake.url()), Terminal.none(), input, "archive", "-", "--yes", "--notes", "n");

            assertThat(ran.code()).isZero();
            assertThat(fake.asked())
                    .containsExactly(
                            "POST /dlq/019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5e/archive"
                                    + " {\"strategy\":\"manual_resolution\",\"notes\":\"n\"}",
                            "POST /dlq/019a86f2-3c1e-7a40-9d52-6f1c2b3a4d5f/archive"
                                    + " {\"strategy\":\"manual_resolution\",\"notes\":\"n\"}");
        }
    }

    @Test
    void attributes_are_criteria_of_a_bulk_order() throws IOException {
        try (FakeServer fake = new FakeServer(200, "application/json", "{\"count\":1}")) {
            CliRun ran = CliRun.of(
                    ("discard --url " + fake.url() + " --attr orderId=ORD-1 --attr sku=A --attr sku=B --dry-run")
                            .split(" "));

            assertThat(ran.code()).as(ran.err()).isZero();
            assertThat(fake.asked()).hasSize(1);
            assertThat(fake.asked().get(0))
                    .contains("\"filterCriteria\":{\"attributes\":{\"orderId\":\"ORD-1\",\"sku\":[\"A\",\"B\"]}}");
        }
    }

    @Test
    void an_attribute_without_a_value_is_bad_usage() {
        CliRun ran = CliRun.of("list", "--attr", "orderId");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--attr must be a name and a value, such as orderId=ORD-1, not \"orderId\"");
    }

    @Test
    void every_filter_of_the_list_reaches_the_server() throws IOException {
        try (FakeServer fake = new FakeServer(200, "application/json", "{\"items\":[]}")) {
            CliRun ran = CliRun.of(
                    ("list --url " + fake.url() + " --status FAILED --status MANUAL --channel payment.* --error-type X"
                                    + " --category TIMEOUT --cause 5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59 --pattern p.*"
                                    + " --subscriber s --event e --key k --attr orderId=ORD-1,a=b --attr sku=A --attr sku=B --tag t --priority HIGH --min-retries 1"
                                    + " --max-retries 3 --from 2026-11-01 --to 2026-11-15 --max-age 24h --q a&b"
                                    + " --sort priority --direction asc --page 2 --limit 7")
                            .split(" "));

            assertThat(ran.code()).as(ran.err()).isZero();
            assertThat(fake.asked())
                    .containsExactly(
                            "GET /dlq?status=FAILED&status=MANUAL&channel=payment.*&errorType=X&category=TIMEOUT"
                                    + "&cause=5d8c1f0a-7b3e-8c21-9a4f-0e1d2c3b4a59&pattern=p.*&subscriberId=s&eventId=e&key=k&attr.orderId=ORD-1%2Ca%3Db&attr.sku=A&attr.sku=B&tag=t"
                                    + "&priority=HIGH&minRetryCount=1&maxRetryCount=3&maxAge=24h&q=a%26b&from=2026-11-01T00%3A00%3A00Z&to=2026-11-15T00%3A00%3A00Z"
                                    + "&limit=7&sort=priority&direction=asc&page=2 ");
        }
    }
}

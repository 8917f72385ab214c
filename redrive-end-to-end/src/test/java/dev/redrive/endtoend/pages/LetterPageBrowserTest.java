package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.redrive.endtoend.process.Api;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of one letter: understanding it, repairing it, and what may be hostile or very large in it. */
class LetterPageBrowserTest extends BrowserFixture {
    private static final String ORDER = """
            {"channel": "orders", "payload": {"id": 9007199254740993, "price": 0.1000, "currency": null},
             "error": {"type": "shop.ValidationException", "message": "currency is missing", "code": "422"}}""";
    private static final String REPAIRED = "{\"id\": 9007199254740993, \"price\": 0.1000, \"currency\": \"EUR\"}";

    private static final String OPERATOR = "an-operators-token-0001";
    private static final String VIEWER = "a-viewers-token-0000001";

    private static Launch withTarget(Path folder, Service target) {
        return Launch.in(folder).settings("""
                redrive:
                  channels:
                    - match: orders
                      target: { http: { url: "%s" } }
                """.formatted(target.url("/orders")));
    }

    private static Service repairedOnly() {
        return new Service(request -> request.body().contains("EUR") ? 200 : 422);
    }

    @Test
    void a_payload_is_edited_and_retried_with_the_keyboard_alone(@TempDir Path folder) {
        try (Service target = repairedOnly();
                ServerProcess server = withTarget(folder, target).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            open(page, server, "/letters/" + id);

            page.keyboard().press("e");
            assertThat(page.locator("#editor-text")).isFocused();
            page.keyboard().press("Control+a");
            page.keyboard().insertText("{\"id\": 9007199254740993,\n \"price\": 0.1000 \"currency\": 1}");
            assertThat(page.locator("#editor-state")).containsText("Line 2, column 18: not JSON, expected ',' or '}'");
            page.keyboard().press("Control+Enter");
            assertThat(page.locator("#editor-save-retry")).isHidden();
            page.keyboard().press("Control+a");
            page.keyboard().insertText(REPAIRED);
            page.keyboard().press("Control+Enter");
            assertThat(page.locator("#editor-changes")).containsText("/payload/currency");
            assertThat(page.locator("#editor-changes ins")).hasText("\"EUR\"");
            assertThat(page.locator("#editor-save-retry")).isFocused();
            page.keyboard().press("Enter");

            assertThat(page.locator("#editor-outcome")).containsText("The retry worked");
            assertThat(page.locator("#editor-outcome")).containsText("resolved");
            assertThat(page.locator("#head .pill")).hasText("resolved");
            assertThat(page.locator("#attempts")).containsText("Succeeded");
            assertThat(page.locator("#versions")).containsText("Version 1");
            assertThat(target.received()).singleElement().satisfies(sent -> {
                assertThat(sent.body()).isEqualTo(REPAIRED);
            });
            assertThat(server.api().letter(id).path("status").asString()).isEqualTo("RESOLVED");
            assertThat(server.api()
                            .get("/dlq/" + id + "/versions")
                            .json()
                            .path("items")
                            .size())
                    .isEqualTo(2);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_retry_that_fails_again_is_said_in_place_and_the_text_stays(@TempDir Path folder) {
        try (Service target = repairedOnly();
                ServerProcess server = withTarget(folder, target).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            open(page, server, "/letters/" + id);
            page.locator("#do-edit").click();
            page.locator("#editor-text").fill("{\"currency\": \"none\"}");
            page.locator("#editor-review").click();
            page.locator("#editor-save-retry").click();

            assertThat(page.locator("#editor-outcome")).containsText("The retry failed");
            assertThat(page.locator("#editor-text")).hasValue("{\"currency\": \"none\"}");
            assertThat(page.locator("#attempts li")).hasCount(1);
            assertThat(page.locator("#last-error")).containsText("422");
            page.locator("#editor-text").fill(REPAIRED);
            page.locator("#editor-review").click();
            page.locator("#editor-save-retry").click();

            assertThat(page.locator("#editor-outcome")).containsText("The retry worked");
            assertThat(page.locator("#attempts li")).hasCount(2);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_retry_beside_an_edit_that_is_not_saved_is_asked_for_first(@TempDir Path folder) {
        try (Service target = repairedOnly();
                ServerProcess server = withTarget(folder, target).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            open(page, server, "/letters/" + id);
            page.keyboard().press("e");
            page.locator("#editor-text").fill(REPAIRED);
            page.keyboard().press("Escape");
            page.keyboard().press("r");

            assertThat(page.locator("#confirm-text")).containsText("an edit that is not saved");
            page.locator("#confirm-no").click();
            assertThat(page.locator("#confirm")).isHidden();
            assertThat(page.locator("#editor-text")).hasValue(REPAIRED);
            page.locator("#editor-review").click();
            page.locator("#editor-save-retry").click();
            assertThat(page.locator("#editor-outcome")).containsText("The retry worked");
            assertThat(target.received()).singleElement().satisfies(sent -> {
                assertThat(sent.body()).isEqualTo(REPAIRED);
            });
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void two_editors_see_each_other_and_lose_nothing(@TempDir Path folder) {
        try (Service target = repairedOnly();
                ServerProcess server = withTarget(folder, target).serve();
                Page first = page();
                Page second = page()) {
            String id = server.api().capture(ORDER);
            for (Page page : List.of(first, second)) {
                open(page, server, "/letters/" + id);
                page.locator("#do-edit").click();
            }
            first.locator("#editor-text").fill("{\"by\": \"the first\"}");
            second.locator("#editor-text").fill("{\"by\": \"the second\"}");
            second.locator("#editor-review").click();
            assertThat(second.locator("#editor-save")).isVisible();
            first.locator("#editor-review").click();
            first.locator("#editor-save").click();
            assertThat(first.locator("#editor-outcome")).containsText("Saved as version 1");

            second.locator("#editor-save").click();

            assertThat(second.locator("#editor-outcome")).containsText("somebody else saved version 1");
            assertThat(second.locator("#editor-theirs")).hasValue("{\"by\": \"the first\"}");
            assertThat(second.locator("#editor-text")).hasValue("{\"by\": \"the second\"}");
            assertThat(server.api().letter(id).toString()).contains("the first").doesNotContain("the second");
            second.locator("#editor-mine").click();
            // The changes to what it was before the other saved are still there while these are computed.
            assertThat(second.locator("#editor-changes del")).hasCount(1);
            assertThat(second.locator("#editor-changes del")).hasText("\"the first\"");
            second.locator("#editor-save").click();
            assertThat(second.locator("#editor-outcome")).containsText("Saved as version 2");
            assertThat(server.api().letter(id).toString()).contains("the second");
            // The browser writes the refusal itself.
            assertThat(complaints).allMatch(complaint -> complaint.contains("412"));
        }
    }

    @Test
    void a_sign_in_that_ends_in_the_middle_of_an_edit_loses_nothing(@TempDir Path folder) {
        try (Service target = repairedOnly();
                ServerProcess server = withTarget(folder, target)
                        .with("REDRIVE_OPERATOR_TOKEN", OPERATOR)
                        .serve();
                Page page = page()) {
            Api api = server.api().as(OPERATOR);
            String id = api.capture(ORDER);
            signIn(page, server, OPERATOR, "/letters/" + id);
            page.locator("#do-edit").click();
            page.locator("#editor-text").fill(REPAIRED);
            page.context().clearCookies();

            page.locator("#editor-review").click();

            assertThat(page.locator("#editor-outcome")).containsText("your sign-in has ended");
            assertThat(page.locator("#editor-text")).hasValue(REPAIRED);
            Page other = page.context()
                    .waitForPage(() -> page.locator("#editor-outcome a").click());
            other.locator("input[name=token]").fill(OPERATOR);
            other.locator("form button").first().click();
            assertThat(other.locator("#rail")).isAttached();
            page.locator("#editor-review").click();
            page.locator("#editor-save-retry").click();
            assertThat(page.locator("#editor-outcome")).containsText("The retry worked");
            assertThat(api.letter(id).path("status").asString()).isEqualTo("RESOLVED");
        }
    }

    @Test
    void a_text_that_was_not_saved_is_offered_again(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            open(page, server, "/letters/" + id);
            page.locator("#do-edit").click();
            page.locator("#editor-text").fill("{\"half\": \"done\"}");
            page.onDialog(dialog -> dialog.accept());
            open(page, server, "/letters/" + id);

            page.locator("#draft-continue").click();

            assertThat(page.locator("#editor-text")).hasValue("{\"half\": \"done\"}");
        }
    }

    private static void signIn(Page page, ServerProcess server, String token, String path) {
        page.navigate("http://localhost:" + server.port() + path);
        page.locator("input[name=token]").fill(token);
        page.locator("form button").first().click();
        open(page, server, path);
    }

    @Test
    void what_happens_elsewhere_does_not_touch_what_is_typed(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            open(page, server, "/letters/" + id);
            page.locator("#do-edit").click();
            page.locator("#editor-text").fill("{\"half\":");
            page.locator("#editor-text").focus();

            server.api().post("/dlq/" + id + "/archive").expect(200);

            assertThat(page.locator("#head .pill")).hasText("archived");
            assertThat(page.locator("#editor-text")).hasValue("{\"half\":");
            assertThat(page.locator("#editor-text")).isFocused();
            page.locator("#do-restore").click();
            assertThat(page.locator("#notices")).containsText("Restored");
            assertThat(page.locator("#editor-text")).hasValue("{\"half\":");
        }
    }

    @Test
    void a_letter_is_archived_with_a_key_and_brought_back(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            open(page, server, "/letters/" + id);

            page.keyboard().press("a");
            server.api().awaitStatus(id, "ARCHIVED");
            page.getByText("Undo").first().click();

            assertThat(page.locator("#head .pill")).not().hasText("archived");
            assertThat(server.api().letter(id).path("status").asString()).isNotEqualTo("ARCHIVED");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void hidden_values_keep_their_masks_in_an_edit(@TempDir Path folder) {
        try (Service target = repairedOnly();
                ServerProcess server = Launch.in(folder)
                        .with("REDRIVE_SEAL_KEY", Base64.getEncoder().encodeToString(new byte[32]))
                        .settings("""
                                redrive:
                                  redaction: [{ path: "$.card", mode: seal }]
                                  channels:
                                    - match: orders
                                      target: { http: { url: "%s" } }
                                """.formatted(target.url("/orders")))
                        .serve();
                Page page = page()) {
            String id = server.api().capture("""
                    {"channel": "orders", "payload": {"card": "4111222233334444", "currency": null},
                     "error": {"type": "shop.ValidationException", "message": "currency is missing", "code": "422"}}""");
            open(page, server, "/letters/" + id);
            page.locator("#do-edit").click();
            assertThat(page.locator("#editor-text")).hasValue(Pattern.compile(".*\\*\\*\\*.*"));
            page.locator("#editor-text")
                    .fill(page.locator("#editor-text").inputValue().replace("null", "\"EUR\""));
            page.locator("#editor-review").click();
            assertThat(page.locator("#editor-changes .differences li")).hasCount(1);
            page.locator("#editor-save-retry").click();

            assertThat(page.locator("#editor-outcome")).containsText("The retry worked");
            assertThat(target.received().get(0).body()).contains("4111222233334444", "EUR");
        }
    }

    @Test
    void a_schema_is_checked_while_typing(@TempDir Path folder) throws IOException {
        java.nio.file.Files.writeString(folder.resolve("orders.json"), """
                {"type": "object", "required": ["currency"], "properties": {"currency": {"type": "string"}}}""");
        try (ServerProcess server = Launch.in(folder)
                        .settings("redrive:\n  channels:\n    - { match: orders, schema: orders.json }\n")
                        .serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            open(page, server, "/letters/" + id);
            page.locator("#do-edit").click();

            page.locator("#editor-text").fill("{\"currency\": 7}");
            assertThat(page.locator("#editor-schema")).containsText("Does not fit the schema");
            assertThat(page.locator("#editor-schema")).containsText("currency");
            page.locator("#editor-text").fill(REPAIRED);

            assertThat(page.locator("#editor-schema")).containsText("Fits the schema");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_viewer_sees_disabled_actions_with_the_reason(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .with("REDRIVE_OPERATOR_TOKEN", OPERATOR)
                        .with("REDRIVE_VIEWER_TOKEN", VIEWER)
                        .serve();
                Page page = page()) {
            String id = server.api().as(OPERATOR).capture(ORDER);

            signIn(page, server, VIEWER, "/letters/" + id);

            for (String action : List.of("retry", "edit", "archive", "reset", "discard", "delete"))
                assertThat(page.locator("#do-" + action)).isDisabled();
            assertThat(page.locator("#head")).containsText("needs the role operator");
            page.keyboard().press("e");
            assertThat(page.locator("#editor")).hasCount(0);
        }
    }

    // Hostile and very large

    /** Nothing in it has a place where a line would break by itself, and some of it turns around. */
    private static String hostile() {
        String turned = "order \u202E0001";
        String headers = IntStream.range(0, 60)
                .mapToObj(i -> "\"" + "h".repeat(100) + i + "\": \"" + "v".repeat(400) + "\"")
                .collect(Collectors.joining(", "));
        return """
                {"channel": "%s", "eventId": "%s", "headers": {%s}, "tags": ["%s"],
                 "payload": {"%s": "%s", "turned": "%s", "<script>document.title = 1</script>": "<img src=x onerror='document.title = 2'>"},
                 "error": {"type": "%s", "message": "%s", "stackTrace": "%s"}}""".formatted(
                        "c".repeat(200),
                        "e".repeat(180) + turned,
                        headers,
                        "t".repeat(200),
                        "n".repeat(3000),
                        "y".repeat(3000),
                        turned,
                        "T".repeat(250),
                        "m".repeat(2900) + turned,
                        "s".repeat(4000));
    }

    @Test
    void a_hostile_letter_does_not_widen_the_page_or_run_or_turn_around(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            String id = server.api().capture(hostile());
            for (String view : List.of("tree", "raw", "hex")) {
                open(page, server, "/letters/" + id + "?view=" + view);

                assertThat(page.evaluate("document.documentElement.scrollWidth"))
                        .isEqualTo(390);
                assertThat(page.title()).contains("eee");
                assertThat((String) page.evaluate("document.querySelector('main').innerText"))
                        .doesNotContain("\u202E");
            }
            open(page, server, "/letters/" + id);
            assertThat(page.locator("#payload")).containsText("order ⟨U+202E⟩0001");
            page.locator("#payload .clamped summary").first().click();
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
            page.locator("#do-edit").click();
            assertThat(page.locator("#editor-text")).isVisible();
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void ten_thousand_headers_are_read_some_at_a_time(@TempDir Path folder) {
        String headers = IntStream.range(0, 10_000)
                .mapToObj(i -> "\"header-" + i + "-\": \"" + i + "\"")
                .collect(Collectors.joining(", "));
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api()
                    .capture("{\"channel\": \"orders\", \"headers\": {" + headers
                            + "}, \"payload\": 1, \"error\": {\"message\": \"many\"}}");
            open(page, server, "/letters/" + id);
            assertThat(page.locator("#headers dt")).hasCount(50);

            page.locator("#headers .pager a").click();

            assertThat(page.locator("#headers")).containsText("header-50-");
            assertThat(page.locator("#headers")).containsText("51 to 550 of 10\u202f000");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void five_megabytes_of_json_are_looked_into_part_by_part(@TempDir Path folder) {
        String row = "{\"id\": 9007199254740993, \"text\": \"some words of an order\"}, ";
        String rows = row.repeat(5_000_000 / row.length());
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api()
                    .capture("{\"channel\": \"orders\", \"payload\": {\"rows\": [" + rows
                            + "{\"last\": \"needle\"}]}, \"error\": {\"message\": \"large\"}}");

            open(page, server, "/letters/" + id + "?find=needle");

            assertThat(page.locator("#found-inside")).containsText("1 place");
            assertThat(page.locator("#payload .tree-root .leaf").first()).isVisible();
            int shown = page.locator("#payload .node").count();
            page.locator("#payload .more-members").last().click();
            assertThat(page.locator("#payload .node").nth(shown)).isAttached();
            assertThat(page.content().length()).isLessThan(1_000_000);
            open(page, server, "/letters/" + id + "?view=raw&from=4980736");
            assertThat(page.locator("#payload .pager")).containsText("Before");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void two_hundred_levels_are_opened_one_after_the_other(@TempDir Path folder) {
        String deep = "{\"a\":".repeat(200) + "\"bottom\"" + "}".repeat(200);
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            String id = server.api()
                    .capture(
                            "{\"channel\": \"orders\", \"payload\": " + deep + ", \"error\": {\"message\": \"deep\"}}");
            open(page, server, "/letters/" + id);

            for (int i = 0; i < 60 && page.locator("#payload .leaf").count() == 0; i++) {
                int before = page.locator("#payload .node").count();
                page.locator("#payload .node:not([open]) > summary").last().click();
                assertThat(page.locator("#payload .node")
                                .nth(before)
                                .or(page.locator("#payload .leaf"))
                                .first())
                        .isAttached();
            }

            assertThat(page.locator("#payload .leaf")).containsText("bottom");
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void bytes_are_shown_as_bytes_and_not_called_what_they_are_not(@TempDir Path folder) {
        byte[] bytes = {0, 1, 2, 3, 4, 5, 6, 7};
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api()
                    .capture("{\"channel\": \"orders\", \"payload\": \""
                            + Base64.getEncoder().encodeToString(bytes)
                            + "\", \"payloadEncoding\": \"base64\", \"error\": {\"message\": \"binary\"}}");
            open(page, server, "/letters/" + id);

            assertThat(page.locator("#payload h2")).containsText("binary · 8 bytes");
            assertThat(page.locator("#payload")).not().containsText("schema");
            assertThat(page.locator("#payload pre")).containsText("00 01 02 03 04 05 06 07");
            Object file = page.evaluate(
                    "async (id) => { const answer = await fetch(`/letters/${id}/payload`);"
                            + " return [...new Uint8Array(await answer.arrayBuffer())].join(' '); }",
                    id);
            assertThat(file).isEqualTo("0 1 2 3 4 5 6 7");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void axe_finds_nothing_while_reading_and_while_editing(@TempDir Path folder) throws IOException {
        try (Service target = repairedOnly();
                ServerProcess server = withTarget(folder, target).serve()) {
            String id = server.api().capture(ORDER);
            server.api().post("/dlq/" + id + "/retry").expect(200);
            String large = server.api().capture(hostile());
            List<String> found = new ArrayList<>();
            for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK))
                for (int width : List.of(390, 1440))
                    found.addAll(violations(server, List.of(id, large), colours, width));
            assertThat(found).isEmpty();
        }
    }

    private List<String> violations(ServerProcess server, List<String> ids, ColorScheme colours, int width)
            throws IOException {
        List<String> found = new ArrayList<>();
        try (Page page = page(new Browser.NewPageOptions()
                .setBypassCSP(true)
                .setColorScheme(colours)
                .setViewportSize(width, 900))) {
            for (String id : ids) {
                open(page, server, "/letters/" + id + "?find=e");
                page.locator("#curl summary").click();
                found.addAll(axe(page));
                page.locator("#do-edit").click();
                page.locator("#editor-text").fill("{\"currency\": }");
                assertThat(page.locator("#editor-state button")).isVisible();
                found.addAll(axe(page));
                page.locator("#editor-text").fill("{\"currency\": 1}");
                page.locator("#editor-review").click();
                assertThat(page.locator("#editor-save")).isVisible();
                found.addAll(axe(page));
                page.evaluate("sessionStorage.clear()");
            }
        }
        return found;
    }

    private static List<String> axe(Page page) throws IOException {
        page.evaluate(script());
        Object found = page.evaluate("""
                async () => (await axe.run()).violations.map(rule =>
                  `${rule.id} at ${rule.nodes.map(node => node.target.join(" ")).join(", ")}`).join("\\n")""");
        return found.toString().lines().toList();
    }

    private static String script() throws IOException {
        try (InputStream in = Objects.requireNonNull(LetterPageBrowserTest.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

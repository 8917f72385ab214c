package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of one letter: what can be done, and what may be hostile or very large in it. */
class LetterPageBrowserTest extends SharedServerFixture {
    private static final String OPERATOR = "an-operators-token-0001";
    private static final String VIEWER = "a-viewers-token-0000001";

    @Test
    void a_letter_is_archived_with_a_key_and_brought_back() {
        try (Page page = page()) {
            String id = server.api().capture(letter);
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
    void a_viewer_sees_disabled_actions_with_the_reason(@TempDir Path folder) {
        try (ServerProcess guarded = Launch.in(folder)
                        .with("REDRIVE_OPERATOR_TOKEN", OPERATOR)
                        .with("REDRIVE_VIEWER_TOKEN", VIEWER)
                        .serve();
                Page page = page()) {
            String id = guarded.api().as(OPERATOR).capture(LETTER);

            LetterEditTest.signIn(page, guarded, VIEWER, "/letters/" + id);

            for (String action : List.of("retry", "edit", "archive", "reset", "discard", "delete"))
                assertThat(page.locator("#do-" + action)).isDisabled();
            assertThat(page.locator("#head")).containsText("needs the role operator");
            page.keyboard().press("e");
            assertThat(page.locator("#editor")).hasCount(0);
        }
    }

    /** Nothing in it has a place where a line would break by itself, and some of it turns around. */
    static String hostile() {
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
    void a_hostile_letter_does_not_widen_the_page_or_run_or_turn_around() {
        try (Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
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
    void ten_thousand_headers_are_read_some_at_a_time() {
        String headers = IntStream.range(0, 10_000)
                .mapToObj(i -> "\"header-" + i + "-\": \"" + i + "\"")
                .collect(Collectors.joining(", "));
        try (Page page = page()) {
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
    void five_megabytes_of_json_are_looked_into_part_by_part() {
        String row = "{\"id\": 9007199254740993, \"text\": \"some words of an order\"}, ";
        String rows = row.repeat(5_000_000 / row.length());
        try (Page page = page()) {
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
    void two_hundred_levels_are_opened_one_after_the_other() {
        String deep = "{\"a\":".repeat(200) + "\"bottom\"" + "}".repeat(200);
        try (Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
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
    void bytes_are_shown_as_bytes_and_not_called_what_they_are_not() {
        byte[] bytes = {0, 1, 2, 3, 4, 5, 6, 7};
        try (Page page = page()) {
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
}

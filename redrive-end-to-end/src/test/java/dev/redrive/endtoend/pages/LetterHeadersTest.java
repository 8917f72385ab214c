package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headers, tags and the priority of a letter, edited on its page. */
class LetterHeadersTest extends BrowserFixture {
    private static final String ORDER = """
            {"channel": "orders", "payload": {"id": 9007199254740993, "price": 0.1000},
             "headers": {"2": "first", "x-kind": ["a", "b"], "x-retry": "1", "x-bytes": {"base64": "/wA="}, "x-none": null},
             "error": {"type": "shop.ValidationException", "message": "currency is missing"}}""";

    private static Locator row(Page page, int at) {
        return page.locator("#editor-headers li").nth(at);
    }

    private static void openHeaders(Page page, ServerProcess server, String id) {
        open(page, server, "/letters/" + id);
        page.locator("#do-edit").click();
        page.locator("#editor-headers summary").click();
    }

    @Test
    void headers_are_changed_added_and_removed_in_the_same_review_as_the_payload(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            openHeaders(page, server, id);
            assertThat(page.locator("#editor-headers summary")).hasText("Headers 6");

            page.locator("#editor-text").fill("{\"price\": 0.1000}");
            row(page, 0).locator("textarea").nth(1).fill("second");
            row(page, 3).locator("button").click();
            page.locator("#editor-header-add").click();
            page.keyboard().insertText("x-new");
            page.keyboard().press("Tab");
            page.keyboard().insertText("\"quoted\" \\ and more");
            page.locator("#editor-review").click();
            assertThat(page.locator("#editor-changes li")).hasCount(4);
            assertThat(page.locator("#editor-changes")).containsText("/headers/x-retry");
            page.locator("#editor-save").click();

            assertThat(page.locator("#editor-outcome")).containsText("Saved as version 1");
            assertThat(page.locator("#editor-headers summary")).hasText("Headers 6");
            assertThat(server.api().letter(id).path("origin").path("headers").toString())
                    .isEqualTo("{\"2\":\"second\",\"x-kind\":[\"a\",\"b\"],\"x-bytes\":{\"base64\":\"/wA=\"},"
                            + "\"x-none\":null,\"x-new\":\"\\\"quoted\\\" \\\\ and more\"}");
            assertThat(server.api().get("/dlq/" + id).body()).contains("0.1000");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_header_that_is_hidden_cannot_be_edited_and_is_kept(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .settings("redrive:\n  redaction:\n    headers: [authorization]\n")
                        .serve();
                Page page = page()) {
            String id = server.api().capture("""
                    {"channel": "orders", "payload": {}, "headers": {"authorization": "Bearer 4111", "x-retry": "1"},
                     "error": {"message": "refused"}}""");
            openHeaders(page, server, id);
            assertThat(row(page, 0).locator("textarea").nth(1)).not().isEditable();
            assertThat(row(page, 0).locator("button")).hasCount(0);

            row(page, 1).locator("textarea").nth(1).fill("2");
            page.locator("#editor-review").click();
            page.locator("#editor-save").click();

            assertThat(page.locator("#editor-outcome")).containsText("Saved as version 1");
            assertThat(server.api().letter(id).path("origin").path("headers").toString())
                    .isEqualTo("{\"authorization\":\"***\",\"x-retry\":\"2\"}");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void two_who_change_headers_see_each_other_and_what_only_one_changed_is_kept(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page first = page();
                Page second = page()) {
            String id = server.api().capture(ORDER);
            for (Page page : List.of(first, second)) openHeaders(page, server, id);
            first.locator("#editor-text").fill("{\"by\": \"the first\"}");
            row(first, 0).locator("textarea").nth(1).fill("theirs");
            row(second, 0).locator("textarea").nth(1).fill("mine");
            first.locator("#editor-review").click();
            first.locator("#editor-save").click();
            assertThat(first.locator("#editor-outcome")).containsText("Saved as version 1");

            second.locator("#editor-review").click();

            assertThat(second.locator("#editor-outcome")).containsText("somebody else saved version 1");
            assertThat(second.locator("#editor-their-headers")).hasValue("""
                    2: theirs
                    x-kind: a
                    x-kind: b
                    x-retry: 1
                    x-bytes: base64 /wA=
                    x-none: (no value)""");
            assertThat(second.locator("#editor-text")).hasValue("{\"by\": \"the first\"}");
            second.locator("#editor-mine").click();
            assertThat(second.locator("#editor-changes li")).hasCount(1);
            assertThat(second.locator("#editor-changes del")).hasText("\"theirs\"");
            second.locator("#editor-save").click();
            assertThat(second.locator("#editor-outcome")).containsText("Saved as version 2");
            assertThat(server.api().letter(id).toString()).contains("the first").contains("mine");
        }
    }

    @Test
    void a_tag_that_is_added_beside_an_open_edit_costs_nothing_of_it(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            open(page, server, "/letters/" + id);
            page.locator("#do-edit").click();
            page.locator("#editor-text").fill("{\"mine\": true}");
            page.locator("#tag").fill("repaired");
            page.locator("#add-tag").click();
            assertThat(page.locator("#tags li bdi")).hasText("repaired");
            page.locator("#priority").selectOption("HIGH");
            page.locator("#set-priority").click();
            assertThat(page.locator("#versions")).containsText("Version 2");

            page.locator("#editor-review").click();
            assertThat(page.locator("#editor-outcome")).containsText("nothing of what you changed");
            page.locator("#editor-review").click();
            page.locator("#editor-save").click();

            assertThat(page.locator("#editor-outcome")).containsText("Saved as version 3");
            page.locator("#tags button").click();
            assertThat(page.locator("#tags")).hasCount(0);
            assertThat(server.api().letter(id).path("priority").asString()).isEqualTo("HIGH");
            assertThat(server.api()
                            .letter(id)
                            .path("originalEvent")
                            .path("payload")
                            .toString())
                    .isEqualTo("{\"mine\":true}");
        }
    }

    @Test
    void a_text_and_headers_that_were_not_saved_are_offered_again(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api().capture(ORDER);
            openHeaders(page, server, id);
            row(page, 3).locator("textarea").nth(1).fill("half done");
            page.onDialog(dialog -> dialog.accept());
            open(page, server, "/letters/" + id);

            page.locator("#draft-continue").click();
            page.locator("#editor-headers summary").click();

            assertThat(row(page, 3).locator("textarea").nth(1)).hasValue("half done");
            assertThat(page.locator("#editor-headers summary")).containsText("changed");
        }
    }

    @Test
    void the_headers_of_a_payload_that_is_no_text_can_be_edited(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api().capture("""
                    {"channel": "orders", "payload": "/wABAg==", "payloadEncoding": "base64", "headers": {"kind": "a"},
                     "error": {"message": "binary"}}""");
            open(page, server, "/letters/" + id);
            page.locator("#do-edit").click();
            assertThat(page.locator("#editor-text")).hasCount(0);

            row(page, 0).locator("textarea").nth(1).fill("b");
            page.locator("#editor-review").click();
            page.locator("#editor-save").click();

            assertThat(page.locator("#editor-outcome")).containsText("Saved as version 1");
            assertThat(server.api()
                            .letter(id)
                            .path("originalEvent")
                            .path("payload")
                            .asString())
                    .isEqualTo("/wABAg==");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void hostile_headers_and_tags_stay_text_and_do_not_widen_the_page(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            String id = server.api().capture("""
                    {"channel": "orders", "payload": {}, "headers": {"<img src=x onerror=alert(1)>": "\\u202Eevil", "%s": "%s"},
                     "tags": ["<b>bold</b>", "%s"], "error": {"message": "hostile"}}""".formatted("n".repeat(300), "v".repeat(3000), "t".repeat(400)));
            openHeaders(page, server, id);

            row(page, 0).locator("textarea").nth(1).fill("\u202Egood");
            page.locator("#editor-review").click();

            assertThat(page.locator("#editor-changes ins")).hasText("\"⟨U+202E⟩good\"");
            assertThat(page.locator("#editor img, #facts b")).hasCount(0);
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
            assertThat(complaints).isEmpty();
        }
    }
}

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repairing a letter on its page. */
class LetterEditTest extends BrowserFixture {
    private static final String ORDER = """
            {"channel": "orders", "payload": {"id": 9007199254740993, "price": 0.1000, "currency": null},
             "error": {"type": "shop.ValidationException", "message": "currency is missing", "code": "422"}}""";
    private static final String REPAIRED = "{\"id\": 9007199254740993, \"price\": 0.1000, \"currency\": \"EUR\"}";
    private static final String OPERATOR = "an-operators-token-0001";

    private static Service target;
    private static ServerProcess server;

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        target = new Service(request -> request.body().contains("EUR") ? 200 : 422);
        Files.writeString(folder.resolve("checked.json"), """
                {"type": "object", "required": ["currency"], "properties": {"currency": {"type": "string"}}}""");
        server = Launch.in(folder)
                .with("REDRIVE_SEAL_KEY", Base64.getEncoder().encodeToString(new byte[32]))
                .settings("""
                        redrive:
                          redaction: [{ path: "$.card", mode: seal }]
                          channels:
                            - { match: orders, target: { http: { url: "%s" } } }
                            - { match: checked, schema: checked.json }
                        """.formatted(target.url("/orders")))
                .serve();
    }

    @AfterAll
    static void stop() {
        server.close();
        target.close();
    }

    /** What the target got of a letter. */
    private static List<Service.Received> sent(String id) {
        return target.received().stream()
                .filter(request -> request.header("redrive-id").equals(id))
                .toList();
    }

    @Test
    void a_payload_is_edited_and_retried_with_the_keyboard_alone() {
        try (Page page = page()) {
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
            assertThat(sent(id)).singleElement().satisfies(sent -> {
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
    void a_retry_that_fails_again_is_said_in_place_and_the_text_stays() {
        try (Page page = page()) {
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
    void a_retry_beside_an_edit_that_is_not_saved_is_asked_for_first() {
        try (Page page = page()) {
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
            assertThat(sent(id)).singleElement().satisfies(sent -> {
                assertThat(sent.body()).isEqualTo(REPAIRED);
            });
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void two_editors_see_each_other_and_lose_nothing() {
        try (Page first = page();
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
        try (ServerProcess guarded = Launch.in(folder)
                        .settings("redrive: { channels: [ { match: orders, target: { http: { url: '"
                                + target.url("/orders") + "' } } } ] }")
                        .with("REDRIVE_OPERATOR_TOKEN", OPERATOR)
                        .serve();
                Page page = page()) {
            Api api = guarded.api().as(OPERATOR);
            String id = api.capture(ORDER);
            signIn(page, guarded, OPERATOR, "/letters/" + id);
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

    static void signIn(Page page, ServerProcess server, String token, String path) {
        page.navigate("http://localhost:" + server.port() + path);
        signIn(page, token);
        open(page, server, path);
    }

    @Test
    void a_text_that_was_not_saved_is_offered_again() {
        try (Page page = page()) {
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

    @Test
    void what_happens_elsewhere_does_not_touch_what_is_typed() {
        try (Page page = page()) {
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
    void hidden_values_keep_their_masks_in_an_edit() {
        try (Page page = page()) {
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
            assertThat(sent(id).get(0).body()).contains("4111222233334444", "EUR");
        }
    }

    @Test
    void a_schema_is_checked_while_typing() {
        try (Page page = page()) {
            String id = server.api().capture(ORDER.replace("orders", "checked"));
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
    void axe_finds_nothing_while_reading_and_while_editing() throws IOException {
        String id = server.api().capture(ORDER);
        server.api().post("/dlq/" + id + "/retry").expect(200);
        String large = server.api().capture(LetterPageBrowserTest.hostile());
        List<String> found = new ArrayList<>();
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK))
            for (int width : List.of(390, 1440)) found.addAll(violations(List.of(id, large), colours, width));
        assertThat(found).isEmpty();
    }

    private List<String> violations(List<String> ids, ColorScheme colours, int width) throws IOException {
        List<String> found = new ArrayList<>();
        try (Page page = page(new Browser.NewPageOptions()
                .setBypassCSP(true)
                .setColorScheme(colours)
                .setViewportSize(width, 900))) {
            for (String id : ids) {
                open(page, server, "/letters/" + id + "?find=e");
                page.locator("#curl summary").click();
                found.addAll(AccessibilityTest.violations(page));
                page.locator("#do-edit").click();
                page.locator("#editor-text").fill("{\"currency\": }");
                assertThat(page.locator("#editor-state button")).isVisible();
                found.addAll(AccessibilityTest.violations(page));
                page.locator("#editor-text").fill("{\"currency\": 1}");
                page.locator("#editor-review").click();
                assertThat(page.locator("#editor-save")).isVisible();
                found.addAll(AccessibilityTest.violations(page));
                page.evaluate("sessionStorage.clear()");
            }
        }
        return found;
    }
}

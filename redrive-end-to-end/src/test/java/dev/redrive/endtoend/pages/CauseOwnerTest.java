package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Who looks after a cause, where, and until when it is ignored. */
class CauseOwnerTest extends BrowserFixture {
    private static final String TEAMS = """
            redrive:
              teams:
                - { name: shop, channels: ["orders*"], members: [zoe, ann] }
            """;

    private static String cause(ServerProcess server) {
        server.api().capture(LETTER);
        return server.api().get("/dlq/causes").json().at("/items/0/id").asString();
    }

    private static JsonNode shown(ServerProcess server, String cause) {
        return server.api().get("/dlq/causes/" + cause).json();
    }

    @Test
    void a_cause_gets_an_owner_a_ticket_and_an_end_of_being_ignored(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).settings(TEAMS).serve();
                Page page = page()) {
            String cause = cause(server);
            open(page, server, "/");
            Locator row = page.locator("#causes tr[data-key]");
            assertThat(row).containsText("team shop");
            assertThat(row).hasClass("is-urgent");
            follow(page, () -> row.locator("a.cause").click());
            assertThat(page.locator("#team")).hasText("shop");

            page.keyboard().press("m");

            assertThat(page.locator("#notices")).containsText("Assigned.");
            String me = shown(server, cause).path("assignee").asString();
            assertThat(me).isNotEmpty();
            assertThat(page.locator("#assignee")).hasText(me);
            assertThat(page.locator("#head .state")).hasClass(Pattern.compile(".*is-calm.*"));

            page.locator("#care-more summary").click();
            page.locator("#link-url").fill("https://tickets.example.com/42");
            page.locator("#do-link").click();
            assertThat(page.locator("#ticket a")).hasAttribute("href", "https://tickets.example.com/42");
            assertThat(shown(server, cause).path("link").asString()).isEqualTo("https://tickets.example.com/42");

            open(page, server, "/");
            assertThat(page.locator("#causes .is-urgent")).hasCount(0);
            page.locator("#tabs a", new Page.LocatorOptions().setHasText("Mine"))
                    .click();
            assertThat(page.locator("#tabs [aria-current]")).hasText("Mine 1");
            assertThat(row).containsText(me);
            assertThat(row).hasClass("is-handled");

            ignoreUntilMorning(page, server, cause);
            page.locator("#undo").click();
            assertThat(page.locator("#decided")).containsText("Undone. It is open again:");
            JsonNode undone = shown(server, cause);
            assertThat(undone.path("state").asString()).isEqualTo("OPEN");
            assertThat(undone.has("ignoredUntil")).isFalse();
            assertThat(undone.path("assignee").asString()).isEqualTo(me);
            assertThat(complaints).isEmpty();
        }
    }

    private static void ignoreUntilMorning(Page page, ServerProcess server, String cause) {
        open(page, server, "/causes/" + cause);
        page.keyboard().press("i");
        assertThat(page.locator("#ignore-dialog")).isVisible();
        page.locator("#ignore-dialog input[name=until]").fill("tomorrow 02:00");
        page.locator("#ignore-yes").click();

        assertThat(page.locator("#decided")).containsText("Ignored until");
        assertThat(page.locator("#ignored")).containsText("02:00 UTC");
        assertThat(page.locator("#ignore-dialog")).hasCount(0);
        JsonNode ignored = shown(server, cause);
        assertThat(ignored.path("state").asString()).isEqualTo("IGNORED");
        assertThat(ignored.path("ignoredUntil").asString()).endsWith("T02:00:00Z");
        open(page, server, "/?tab=all");
        assertThat(page.locator("#causes tr[data-key]")).containsText("02:00 UTC");
        page.goBack();
        follow(page, page::reload);
        page.locator("#do-acknowledge").click();
        page.locator("#undo").click();
        assertThat(page.locator("#decided")).containsText("Undone. It is ignored again:");
        assertThat(shown(server, cause).path("ignoredUntil").asString()).endsWith("T02:00:00Z");
        page.locator("#do-reopen").click();
        assertThat(page.locator("#decided")).containsText("Reopened:");
        page.keyboard().press("i");
        page.locator("#ignore-dialog input[name=moreThan]").fill("500");
        page.locator("#ignore-yes").click();
        assertThat(page.locator("#ignored")).containsText("until 500 more letters");
        assertThat(shown(server, cause).path("ignoredUpTo").asLong()).isEqualTo(501);
    }

    @Test
    void a_refusal_stands_on_the_page_and_a_note_is_live_for_others(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page one = page();
                Page other = page()) {
            String cause = cause(server);
            open(one, server, "/causes/" + cause);
            open(other, server, "/causes/" + cause);

            one.locator("#care-more summary").click();
            one.locator("#link-url").fill("ftp://tickets.example.com/42");
            one.locator("#do-link").click();
            assertThat(one.locator("#toasts [role=alert]"))
                    .containsText("url must be an address that begins with http:// or https://");
            assertThat(one.locator("#link-url")).hasValue("ftp://tickets.example.com/42");
            one.locator("#note-text").fill("the bank knows");
            one.locator("#do-note").click();

            assertThat(other.locator("#notes")).containsText("the bank knows");
            assertThat(one.locator("#note-text")).hasValue("");
            assertThat(shown(server, cause).at("/notes/0/text").asString()).isEqualTo("the bank knows");
            assertThat(complaints.stream().filter(complaint -> !complaint.contains("400")))
                    .isEmpty();
        }
    }

    @Test
    void it_works_without_a_script(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setJavaScriptEnabled(false))) {
            String cause = cause(server);
            page.navigate("http://localhost:" + server.port() + "/causes/" + cause);

            page.locator("#do-assign-me").click();
            assertThat(page.locator("#notices")).containsText("Assigned.");
            page.locator("#do-ignore").click();
            page.locator("#ignore-letters").check();
            page.locator("#ignore-dialog input[name=moreThan]").fill("7");
            page.locator("#ignore-yes").click();

            assertThat(page.locator("#decided")).containsText("Ignored until 7 more letters");
            assertThat(shown(server, cause).path("ignoredUpTo").asLong()).isEqualTo(8);
            page.locator("#undo").click();
            assertThat(shown(server, cause).path("state").asString()).isEqualTo("OPEN");
        }
    }
}

package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a cause: why, and what to do. */
class CausePageBrowserTest extends BrowserFixture {
    @Test
    void a_cause_is_opened_from_the_inbox_and_decided_on(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            List<String> letters =
                    List.of(server.api().capture(LETTER), server.api().capture(LETTER));
            open(page, server, "/");
            assertThat(page.locator("#causes td.open")).hasText("2");

            follow(page, () -> page.locator("#causes a.cause").click());

            assertThat(page).hasURL(Pattern.compile(".*/causes/[^/]+"));
            assertThat(page.locator("#error")).containsText("an error without a rule");
            assertThat(page.locator("#head .state")).containsText("new");
            assertThat(page.locator("#seen")).containsText("2 letters: 2 manual");
            for (String letter : letters)
                assertThat(page.locator("#samples a[href='/letters/" + letter + "']"))
                        .isVisible();

            decide(page, "acknowledge", "acknowledged");
            decide(page, "resolve", "resolved");
            page.locator("#undo").click();
            assertThat(page.locator("#head .state")).containsText("acknowledged");
            decide(page, "reopen", "open, new");
            assertThat(page.locator("#head .state")).containsText("new");
            assertThat(complaints).isEmpty();
        }
    }

    private static void decide(Page page, String decision, String state) {
        page.locator("#do-" + decision).click();

        assertThat(page.locator("#decided .notice")).isVisible();
        assertThat(page.locator("#seen")).containsText(Pattern.compile(state + ", last decided by"));
        assertThat(page.locator("#do-" + decision)).hasCount(0);
    }

    @Test
    void two_of_its_letters_are_compared_and_others_can_be_chosen(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            for (int i = 0; i < 3; i++) server.api().capture("""
                        {"channel": "orders", "eventId": "order-%1$d", "payload": {"id": %1$d, "currency": "EUR"},
                         "error": {"type": "shop.Broken", "message": "it broke"}}""".formatted(i));
            open(page, server, "/");
            follow(page, () -> page.locator("#causes a.cause").click());
            assertThat(page.locator("#two mark", new Page.LocatorOptions().setHasText("\"id\": 2")))
                    .isVisible();
            assertThat(page.locator("#two mark", new Page.LocatorOptions().setHasText("EUR")))
                    .hasCount(0);

            page.locator("#two select[name=right]").selectOption(new String[] {"order-1"});
            page.locator("#two button").click();

            assertThat(page.locator("#two mark", new Page.LocatorOptions().setHasText("\"id\": 1")))
                    .isVisible();
            assertThat(page).hasURL(Pattern.compile(".*/causes/[^/]+\\?left=.*&right=.*"));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void its_page_is_live_and_its_keys_act(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            String id = server.api().get("/dlq/causes").json().at("/items/0/id").asString();
            open(page, server, "/causes/" + id);
            server.api().capture(LETTER);
            assertThat(page.locator("#do-replay")).containsText("Replay 2 letters");

            page.keyboard().press("r");

            assertThat(page).hasURL(Pattern.compile(".*/replays/[^/]+"));
            assertThat(page.locator("#head .state")).hasText("planned");
            open(page, server, "/causes/" + id);
            assertThat(page.locator("#replays")).containsText("Replay planned, 2 letters");
            page.keyboard().press("v");
            assertThat(page.locator("#decided")).containsText("Resolved:");
            assertThat(complaints).isEmpty();
        }
    }
}

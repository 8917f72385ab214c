package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.replay.ReplayedLetters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a page's matter begins, what its address keeps, and what a page that is none does. */
class PlaceOnPageTest extends BrowserFixture {
    private static final Map<String, String> FIRST_ROWS = Map.of(
            "/", "#causes tbody tr",
            "/letters", "#letters tbody tr",
            "/replays", "#replays tbody tr",
            "/channels", "#channels tbody tr",
            "/alerts", "#firing li",
            "/audit", "#lines tbody tr");

    @Test
    void lists_begin_in_the_upper_two_thirds_of_the_window(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page wide = page(new Browser.NewPageOptions().setViewportSize(1440, 900));
                Page narrow = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 3);
            letters.plan("{\"filterCriteria\": {\"channel\": \"orders\"}}");
            server.api().post("/dlq/alerts/check").expect(200);

            for (Page page : List.of(wide, narrow))
                FIRST_ROWS.forEach((path, row) -> {
                    open(page, server, path);
                    assertThat(page.locator(row).first().boundingBox().y)
                            .as(path + " at " + page.viewportSize().width)
                            .isLessThan(page.viewportSize().height * 2 / 3.0);
                });
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void another_range_keeps_the_tab_and_the_address_forgets_what_was_said(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String letter = server.api().capture(LETTER);
            open(page, server, "/?tab=all");

            page.locator("a[href*='range=7d']").first().click();
            page.waitForURL("**range=7d**");
            assertThat((String) page.evaluate("location.search"))
                    .contains("tab=all")
                    .contains("range=7d");
            assertThat(page.locator("#tabs [aria-current]")).containsText("All");
            page.navigate("http://localhost:" + server.port() + "/letters/" + letter + "?notice=archived");
            page.waitForFunction("!location.search.includes('notice')");
            page.reload();

            assertThat(page.locator("#notices .notice")).hasCount(0);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_page_that_does_not_exist_asks_for_nothing_when_letters_arrive(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page there = page();
                Page missing = page()) {
            server.api().capture(LETTER);
            open(there, server, "/letters");
            List<String> asked = new CopyOnWriteArrayList<>();
            missing.navigate("http://localhost:" + server.port() + "/none");
            missing.onRequest(request -> asked.add(request.url()));

            server.api().capture(LETTER);
            assertThat(there.locator(".new-rows")).hasText("1 new letter");
            missing.reload();

            assertThat(missing.locator("#problem-title")).isVisible();
            assertThat(asked).filteredOn(url -> url.endsWith("/none")).hasSize(1);
            complaints.removeIf(complaint -> complaint.contains("404"));
            assertThat(complaints).isEmpty();
        }
    }
}

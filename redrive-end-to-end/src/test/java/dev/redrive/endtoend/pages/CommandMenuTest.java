package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command menu does that is no button of the page it is opened on. */
class CommandMenuTest extends BrowserFixture {
    private static final String VIEWER = "a-viewers-token-0000001";
    private static final String OPERATOR = "an-operators-token-0001";

    private static Locator chosen(Page page, String typed) {
        if (!page.locator("#menu").isVisible()) page.keyboard().press("Control+k");
        assertThat(page.locator("#menu[data-read]")).isVisible();
        page.locator("#menu-text").fill(typed);
        return page.locator("#menu-list [aria-selected=true]");
    }

    @Test
    void a_channel_is_held_and_released_and_its_letters_are_shown(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            open(page, server, "/replays");

            assertThat(chosen(page, "hold orders")).hasText("Hold channel orders");
            page.keyboard().press("Enter");
            assertThat(page.locator("#confirm-text")).containsText("Hold the channel orders?");
            page.locator("#confirm-yes").click();
            assertThat(page.locator("#toasts")).containsText("Held orders.");
            assertThat(server.api()
                            .get("/dlq/channels?name=orders")
                            .json()
                            .path("hold")
                            .isNull())
                    .isFalse();
            assertThat(chosen(page, "release orders")).hasText("Release channel orders");
            page.keyboard().press("Enter");
            assertThat(page.locator("#toasts")).containsText("Released orders.");
            assertThat(server.api()
                            .get("/dlq/channels?name=orders")
                            .json()
                            .path("hold")
                            .isNull())
                    .isTrue();
            assertThat(chosen(page, "letters of channel ord")).hasText("Letters of channel orders");
            page.keyboard().press("Enter");

            assertThat(page).hasURL(Pattern.compile(".*/letters\\?channel=orders"));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_cause_is_assigned_and_an_alert_is_snoozed_from_any_page(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            server.api().post("/dlq/alerts/check").expect(200);
            open(page, server, "/replays");

            assertThat(chosen(page, "assign without a rule")).containsText("to me");
            page.keyboard().press("Enter");
            assertThat(page.locator("#toasts")).containsText("Assigned to you");
            assertThat(chosen(page, "snooze DLQManualReview")).hasText("Snooze alert DLQManualReview for 1 h");
            page.keyboard().press("Enter");
            page.locator("#confirm-yes").click();
            assertThat(page.locator("#toasts")).containsText("Snoozed DLQManualReview for 1 h.");

            assertThat(server.api()
                            .get("/dlq/causes")
                            .json()
                            .at("/items/0/assignee")
                            .asString())
                    .isNotEmpty();
            assertThat(server.api()
                            .get("/dlq/alerts")
                            .json()
                            .at("/snoozed/0/rule")
                            .asString())
                    .isEqualTo("DLQManualReview");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void times_conditions_and_ids_go_to_their_letters(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            String id = server.api().capture(LETTER);
            open(page, server, "/replays");

            assertThat(chosen(page, "show yesterday 14:00-15:00")).hasText("Show letters of yesterday 14:00-15:00");
            page.keyboard().press("Enter");
            assertThat(page).hasURL(Pattern.compile(".*/letters\\?time=yesterday%2014%3A00-15%3A00"));
            assertThat(page.locator("#time")).hasValue("yesterday 14:00-15:00");
            assertThat(chosen(page, "status:manual")).hasText("Letters with status:manual");
            page.keyboard().press("Enter");
            assertThat(page.locator("#letters tbody tr")).hasCount(1);
            assertThat(chosen(page, id)).hasText("Letter " + id);
            page.keyboard().press("Enter");

            assertThat(page).hasURL(Pattern.compile(".*/letters/" + id));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void it_is_open_before_what_it_reads_is_there_and_what_is_chosen_stays_chosen(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            open(page, server, "/replays");
            List<Route> waiting = new ArrayList<>();
            page.route(Pattern.compile(".*/dlq/(channels|causes|alerts).*"), waiting::add);

            page.keyboard().press("Control+k");
            page.locator("#menu-text").fill("channel");
            assertThat(page.locator("#menu-list [aria-selected=true]")).containsText("Go to Channels");
            page.keyboard().press("ArrowDown");
            assertThat(page.locator("#menu-list [aria-selected=true]")).containsText("Search letters");
            page.waitForCondition(() -> waiting.size() == 3);
            waiting.forEach(Route::resume);

            assertThat(page.locator("#menu-list")).containsText("Hold channel orders");
            assertThat(page.locator("#menu-list [aria-selected=true]")).containsText("Search letters");
            assertThat(waiting).hasSize(3);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_viewer_sees_actions_disabled_with_the_reason(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .with("REDRIVE_VIEWER_TOKEN", VIEWER)
                        .with("REDRIVE_OPERATOR_TOKEN", OPERATOR)
                        .serve();
                Page page = page()) {
            server.api().as(OPERATOR).capture(LETTER);
            page.navigate("http://localhost:" + server.port() + "/replays");
            page.locator("input[name=token]").fill(VIEWER);
            page.locator("form button").first().click();
            open(page, server, "/replays");

            Locator hold = chosen(page, "hold channel orders");
            assertThat(hold).hasText("Hold channel ordersneeds the role operator");
            assertThat(hold).hasAttribute("aria-disabled", "true");
            page.keyboard().press("Enter");

            assertThat(page.locator("#menu")).isVisible();
            assertThat(page.locator("#confirm")).isHidden();
        }
    }

    @Test
    void hostile_names_stay_text_and_do_not_widen_it(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            for (String name : List.of("<img src=x onerror=alert(1)>", "\u202Eredro", "c".repeat(200)))
                server.api().capture(LETTER.replace("\"orders\"", "\"" + name + "\""));
            open(page, server, "/replays");

            chosen(page, "letters of channel");

            assertThat(page.locator("#menu-list")).containsText("<img src=x onerror=alert(1)>");
            assertThat(page.locator("#menu-list")).containsText("⟨U+202E⟩redro");
            assertThat(page.locator("#menu-list img")).hasCount(0);
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
            assertThat((boolean) page.evaluate("""
                            () => { const menu = document.getElementById("menu");
                              return menu.scrollWidth <= menu.clientWidth && menu.getBoundingClientRect().right <= 390; }""")).isTrue();
            assertThat(chosen(page, "hold channel ccc")).containsText("Hold channel c");
            page.keyboard().press("Enter");
            assertThat(page.locator("#confirm")).isVisible();
            assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
            assertThat(complaints).isEmpty();
        }
    }
}

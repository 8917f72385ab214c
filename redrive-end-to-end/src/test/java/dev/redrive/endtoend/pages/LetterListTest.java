package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

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

/** The list of letters. */
class LetterListTest extends SharedServerFixture {
    @Test
    void the_filter_is_the_address_and_its_chips_take_it_back(@TempDir Path folder) {
        try (ServerProcess own = Launch.in(folder).serve();
                Page page = page()) {
            own.api().capture(LETTER);
            own.api().capture(LETTER.replace("orders", "payments"));
            open(page, own, "/letters");
            page.locator("#more-filters summary").click();
            page.locator("#more-filters [name=channel]").fill("payments");
            page.locator("#time").fill("today 0:00-24:00");
            page.keyboard().press("Enter");

            assertThat(page).hasURL(Pattern.compile(".*/letters\\?time=today\\+0%3A00-24%3A00&channel=payments"));
            assertThat(page.locator("#count")).containsText("1 letter match");
            assertThat(page.locator("#letters tbody tr")).hasCount(1);

            follow(page, () -> page.locator(".chip a").click());
            assertThat(page).hasURL(Pattern.compile(".*/letters\\?time=[^&]*$"));
            assertThat(page.locator("#letters tbody tr")).hasCount(2);
            page.locator("#columns summary").click();
            page.locator("#columns [value=event]").check();
            assertThat(page.locator("th", new Page.LocatorOptions().setHasText("Event id")))
                    .isVisible();
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_range_that_cannot_be_read_stays_in_its_field_and_is_put_right_there(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            open(page, server, "/letters?channel=orders");

            page.locator("#time").fill("someday");
            page.keyboard().press("Enter");
            assertThat(page.locator("#time")).hasValue("someday");
            assertThat(page.locator("#time")).hasAttribute("aria-invalid", "true");
            assertThat(page.locator("#time")).isFocused();
            assertThat(page.locator("#wrong-filter")).containsText("is no time range");
            assertThat(page.locator("#not-shown")).isVisible();
            assertThat(page.locator("#letters")).hasCount(0);
            complaints.removeIf(complaint -> complaint.contains("400"));
            page.locator("#time").fill("24h");
            page.keyboard().press("Enter");

            assertThat(page.locator("#letters tbody tr")).hasCount(1);
            assertThat(page.locator(".chip")).containsText("orders");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void letters_are_chosen_archived_and_taken_back_with_the_keyboard_alone() {
        try (Page page = page()) {
            List<String> letters = new ArrayList<>();
            for (int i = 0; i < 3; i++) letters.add(server.api().capture(letter));
            open(page, server, "/letters?channel=" + channel);

            for (String key : List.of("j", "x", "j", "j", "k", "x"))
                page.keyboard().press(key);
            assertThat(page.locator("#selected")).hasText("2 selected");
            page.keyboard().press("a");

            assertThat(page.locator("#toasts")).containsText("Archived 2 letters.");
            server.api().awaitStatus(letters.get(2), "ARCHIVED");
            server.api().awaitStatus(letters.get(1), "ARCHIVED");
            assertThat(server.api().letter(letters.get(0)).path("status").asString())
                    .isEqualTo("MANUAL");
            page.keyboard().press("u");
            server.api().awaitStatus(letters.get(2), "MANUAL");
            server.api().awaitStatus(letters.get(1), "MANUAL");
            assertThat(page.locator("#toasts")).containsText("Restored 2 letters.");

            page.keyboard().press("Enter");
            assertThat(page).hasURL(Pattern.compile(".*/letters/" + letters.get(1)));
            page.goBack();
            assertThat(page.locator("tr[data-current]")).hasAttribute("data-key", letters.get(1));
            assertThat(complaints).isEmpty();
        }
    }

    /** The store answers at once, so the first answer is made to look like one that ran out of time. */
    @Test
    void a_search_for_text_goes_on_by_itself_until_the_end(@TempDir Path folder) {
        try (ServerProcess own = Launch.in(folder).serve();
                Page page = page()) {
            for (int i = 0; i < 3; i++) own.api().capture(LETTER);
            page.route(
                    address -> address.endsWith("/letters?q=rule"),
                    route -> route.fulfill(new Route.FulfillOptions()
                            .setResponse(route.fetch())
                            .setBody(route.fetch().text().replaceFirst("(?s)<p class=\"reach\".*?</p>", """
                                    <p class="reach" id="reach" data-looked="54000"><span id="reach-text" role="status"></span>
                                    <a class="button" id="reach-on" href="/letters?q=rule&order=oldest">Look further</a></p>"""))));
            open(page, own, "/letters?q=rule");

            assertThat(page.locator("#reach-text")).hasText("Looked at all 54\u202f003 letters: 3 found.");
            assertThat(page.locator("#letters tbody tr")).hasCount(3);
            assertThat(page.locator("#reach-on")).isHidden();
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void all_that_match_become_the_plan_of_a_replay_before_anything_is_sent() {
        try (Page page = page()) {
            for (int i = 0; i < 120; i++) server.api().capture(letter);
            server.api().capture(LETTER.replace("orders", "payments"));
            open(page, server, "/letters?channel=" + channel);
            page.locator("#select-page").check();
            assertThat(page.locator("#selected")).hasText("100 selected");

            page.locator("#select-all").click();
            assertThat(page.locator("#selected")).hasText("All 120 letters selected");
            page.locator("#bulk-replay").click();

            assertThat(page).hasURL(Pattern.compile(".*/replays/[^/]+"));
            assertThat(page.locator("#progress-title")).hasText("0 of 120 letters");
            assertThat(page.locator("#do-start")).isVisible();
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_viewer_sees_what_could_be_done_and_why_not_by_them(@TempDir Path folder) {
        try (ServerProcess own = Launch.in(folder)
                        .with("REDRIVE_OPERATOR_TOKEN", "an-operators-token-0001")
                        .with("REDRIVE_VIEWER_TOKEN", "a-viewers-token-000001")
                        .serve();
                Page page = page()) {
            own.api().as("an-operators-token-0001").capture(LETTER);
            page.navigate("http://localhost:" + own.port() + "/letters");
            signIn(page, "a-viewers-token-000001");
            page.locator("#select-page").check();

            assertThat(page.locator("#selected")).hasText("1 selected");
            assertThat(page.locator("#bulk-archive")).isDisabled();
            assertThat(page.locator("#bulk-archive"))
                    .hasAttribute("title", "You may look, but this needs the role operator");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void text_of_letters_is_text_and_never_widens_the_page() {
        try (Page page = page()) {
            server.api().capture("""
                    {"channel": "%s", "eventId": "order \\u202e1000", "payload": {},
                     "error": {"type": "T%s", "message": "<img src=x onerror=alert(1)> \\u200b %s"}}""".formatted("c".repeat(190), "y".repeat(200), "m".repeat(3000)));
            for (String path : List.of("/letters?columns=event&columns=channel", "/channels", "/")) {
                open(page, server, path);
                assertThat((int) page.evaluate(
                                "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                        .as(path)
                        .isZero();
                assertThat((boolean) page.evaluate("/[\\u202e\\u200b]/.test(document.querySelector('main').innerText)"))
                        .as("invisible characters on " + path)
                        .isFalse();
            }
            open(page, server, "/letters?columns=event");
            assertThat(page.locator("#letters")).containsText("order ⟨U+202E⟩1000");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void all_that_match_are_archived_and_exactly_those_are_taken_back() {
        try (Page page = page()) {
            for (int i = 0; i < 118; i++) server.api().capture(letter);
            String before = server.api().capture(letter);
            server.api().post("/dlq/" + before + "/archive").expect(200);
            String failed = server.api()
                    .capture(letter.replace("java.lang.IllegalStateException", "ValidationError")
                            .replace("an error without a rule", "validation failed"));
            server.api().awaitStatus(failed, "FAILED");
            open(page, server, "/letters?channel=" + channel);
            page.locator("#select-page").check();
            page.locator("#select-all").click();

            page.locator("#bulk-archive").click();
            assertThat(page.locator("#confirm-text")).containsText("120 letters");
            page.locator("#confirm-yes").click();

            assertThat(page.locator("#toasts"))
                    .containsText("Archived 119 letters. 1 letter could not be: their status does not allow it.");
            assertThat(total("status=ARCHIVED")).isEqualTo(120);
            page.locator("#toasts button").click();
            assertThat(page.locator("#toasts")).containsText("Restored 119 letters.");
            assertThat(total("status=MANUAL")).isEqualTo(118);
            assertThat(server.api().letter(failed).path("status").asString()).isEqualTo("FAILED");
            assertThat(server.api().letter(before).path("status").asString()).isEqualTo("ARCHIVED");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_selection_and_all_that_match_get_a_tag_and_lose_exactly_that_again() {
        try (Page page = page()) {
            for (int i = 0; i < 101; i++) server.api().capture(letter);
            String chosen = server.api().capture(letter);
            open(page, server, "/letters?channel=" + channel);

            page.keyboard().press("j");
            page.keyboard().press("x");
            tag(page, "seen");
            assertThat(page.locator("#toasts")).containsText("Tagged 1 letter “seen”.");
            assertThat(server.api().letter(chosen).at("/tags/0").asString()).isEqualTo("seen");

            page.locator("#select-page").check();
            page.locator("#select-all").click();
            tag(page, "seen");
            assertThat(page.locator("#toasts")).containsText("Tagged 101 letters “seen”. 1 letter had it already.");
            assertThat(total("tag=seen")).isEqualTo(102);
            page.keyboard().press("u");
            assertThat(page.locator("#toasts")).containsText("Removed “seen” from 101 letters.");
            assertThat(total("tag=seen")).isEqualTo(1);
            assertThat(server.api().letter(chosen).at("/tags/0").asString()).isEqualTo("seen");
            assertThat(complaints).isEmpty();
        }
    }

    private static void tag(Page page, String name) {
        page.locator("#bulk-tag").click();
        page.locator("#tag-name").fill(name);
        page.keyboard().press("Enter");
    }

    private int total(String query) {
        return server.api()
                .get("/dlq?channel=" + channel + "&" + query)
                .expect(200)
                .json()
                .path("total")
                .asInt();
    }

    @Test
    void open_letters_of_a_cause_are_a_click_away_and_a_channel_without_a_target_is_named(@TempDir Path folder) {
        try (ServerProcess own = Launch.in(folder).serve();
                Page page = page()) {
            String letter = own.api().capture(LETTER);
            own.api()
                    .capture(LETTER.replace("java.lang.IllegalStateException", "ValidationError")
                            .replace("an error without a rule", "validation failed"));
            String cause = own.api().letter(letter).path("causeId").asString();
            open(page, own, "/causes/" + cause);

            follow(page, () -> page.locator("#open-letters").click());

            assertThat(page).hasURL(Pattern.compile(".*/letters\\?anyCause=" + cause + "&status=open"));
            assertThat(page.locator("#letters tbody tr")).hasCount(1);
            assertThat(page.locator(".chip").first()).containsText("IllegalStateException");
            assertThat(page.locator("#unsent")).containsText("no target is configured for the channel orders");
            page.locator("#search").fill("cause:" + cause);
            page.keyboard().press("Enter");
            assertThat(page.locator(".chip").first()).containsText("IllegalStateException");
            assertThat(page.locator("#search")).hasValue("");
            assertThat(complaints).isEmpty();
        }
    }
}

package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.endtoend.replay.ReplayedLetters;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What people do about an outage, without a mouse: replay in steps and pause, snooze an alert, hold a channel. */
class KeyboardTasksTest extends BrowserFixture {
    private static final int MOST_TABS = 80;

    @Test
    void two_hundred_letters_are_replayed_in_steps_and_paused(@TempDir Path folder) {
        try (Service shop = new Service(request -> 204);
                ServerProcess server = Launch.in(folder).settings(sentTo(shop)).serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 200);
            open(page, server, "/");

            press(page, "j", "Enter");
            assertThat(page).hasURL(Pattern.compile(".*/causes/[^/]+"));
            live(page);
            press(page, "r");
            assertThat(page.locator("#plan-sentence")).containsText("Replay 200 letters");
            live(page);
            press(page, "e");
            assertThat(page.locator("#plan-form")).isVisible();
            live(page);
            type(page, "#field-ratePerSecond", "5");
            type(page, "#field-steps", "1, 10");
            press(page, "Enter");
            assertThat(page.locator("#plan-sentence")).containsText("at 5/s, first 1, 10, stop at 50 % failing");
            live(page);
            String replay = page.url().replaceFirst(".*/", "");
            press(page, "s");
            assertThat(page.locator("#do-resume")).containsText("Go on: send 10 more");
            press(page, "p");
            assertThat(page.locator("#do-resume")).containsText("Go on: send the rest");
            press(page, "p");
            assertThat(page.locator("#head .state")).hasText("running");
            press(page, "p");

            assertThat(page.locator("#head .state")).hasText("paused");
            JsonNode paused = letters.await(replay, "PAUSED");
            assertThat(ReplayedLetters.count(paused, "resolved")).isBetween(11, 199);
            assertThat(complaints).isEmpty();
        }
    }

    private static String sentTo(Service shop) {
        return "redrive: { channels: [ { match: orders, target: { http: { url: '" + shop.url("/orders") + "' } } } ] }";
    }

    private static void press(Page page, String... keys) {
        for (String key : keys) page.keyboard().press(key);
    }

    private static void live(Page page) {
        assertThat(page.locator("#live[data-state=live]")).isAttached();
    }

    /** Goes on with Tab until the element has the focus. */
    private static void tabTo(Page page, String selector) {
        Locator wanted = page.locator(selector);
        for (int i = 0; i < MOST_TABS; i++) {
            if ((boolean) wanted.evaluate("element => element === document.activeElement")) return;
            press(page, "Tab");
        }
        throw new AssertionError(MOST_TABS + " tabs do not lead to " + selector);
    }

    private static void type(Page page, String selector, String text) {
        tabTo(page, selector);
        press(page, "Control+A");
        page.keyboard().type(text);
    }

    @Test
    void an_alert_is_snoozed(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            server.api().post("/dlq/alerts/check").expect(200);
            open(page, server, "/");

            press(page, "g", "a");
            assertThat(page.locator("#firing")).containsText("DLQManualReview");
            live(page);
            tabTo(page, "#firing button[data-rule=DLQManualReview]");
            press(page, "Enter");
            type(page, "#snooze input[name=reason]", "known");
            press(page, "Enter");

            assertThat(page.locator("#firing .snoozed")).containsText("known");
            JsonNode snoozed = server.api().get("/dlq/alerts").json().path("snoozed");
            assertThat(snoozed.findValuesAsString("rule")).containsExactly("DLQManualReview");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void the_circuit_of_a_channel_is_found_open_and_the_channel_is_held_and_released(@TempDir Path folder) {
        try (Service shop = new Service(request -> 503);
                ServerProcess server = Launch.in(folder).settings(sentTo(shop)).serve();
                Page page = page()) {
            for (int i = 0; i < 20; i++)
                server.api()
                        .capture("{\"channel\": \"orders\", \"payload\": %d, \"error\": \"Read timed out\"}"
                                .formatted(i));
            open(page, server, "/");

            press(page, "g", "c");
            assertThat(page.locator("#channels")).containsText("orders");
            live(page);
            tabTo(page, "#channels tbody a");
            press(page, "Enter");
            assertThat(page.locator("#target")).containsText(Pattern.compile("Circuit\\s*open"));
            live(page);
            press(page, "h");
            assertThat(page.locator("#hold-reason")).isFocused();
            page.keyboard().type("the shop is down");
            press(page, "Tab", "Enter");

            assertThat(page.locator("#head .state")).hasText("held");
            assertThat(channel(server).path("hold").path("reason").asString()).isEqualTo("the shop is down");
            assertThat(page.locator("#do-release")).isVisible();
            press(page, "h");
            assertThat(page.locator("#do-hold")).isVisible();
            assertThat(channel(server).path("hold").isObject()).isFalse();
            assertThat(complaints).isEmpty();
        }
    }

    private static JsonNode channel(ServerProcess server) {
        return server.api().get("/dlq/channels/orders").expect(200).json();
    }
}

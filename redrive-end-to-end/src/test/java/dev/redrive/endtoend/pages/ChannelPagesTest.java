package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.endtoend.replay.ReplayedLetters;
import dev.redrive.testing.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Channels, whether they flow, and holding and releasing them. */
class ChannelPagesTest extends BrowserFixture {
    private static final String OPERATOR = "an-operators-token-0001";
    private static final String VIEWER = "a-viewers-token-000001";

    @Test
    void the_letters_of_a_held_channel_are_not_sent_until_it_is_released(@TempDir Path folder) {
        AtomicInteger arrived = new AtomicInteger();
        try (Service shop = new Service(request -> {
                    arrived.incrementAndGet();
                    return 204;
                });
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 5);
            open(page, server, "/channels");
            follow(
                    page,
                    () -> page.locator("#channels a[href='/channels/one?name=orders']")
                            .click());
            assertThat(page.locator("#head .state")).hasText("nothing waits");
            assertThat(page.locator("#flow")).containsText("5 letters need a decision");
            assertThat(page.locator("#causes")).containsText("what is this?");

            page.locator("#do-hold").click();
            page.locator("#hold-reason").fill("the bank is down");
            page.locator("#hold-yes").click();

            assertThat(page.locator("#head .state")).hasText("held");
            assertThat(page.locator("#hold")).containsText("the bank is down");
            assertThat(page.locator("#do-hold")).hasCount(0);
            assertThat(server.api()
                            .get("/dlq/channels/orders")
                            .json()
                            .path("hold")
                            .path("reason")
                            .asString())
                    .isEqualTo("the bank is down");
            String replay = letters.start("{\"filterCriteria\": {\"channel\": \"orders\"}}");
            Await.until(
                    "the replay waits",
                    Await.TIMEOUT,
                    () -> letters.replay(replay),
                    waiting -> waiting.path("reason").asString("").contains("the channel orders is held"));
            assertThat(arrived).hasValue(0);

            page.locator("#do-release").click();

            assertThat(page.locator("#do-hold")).isVisible();
            letters.await(replay, "DONE");
            assertThat(arrived).hasValue(5);
            assertThat(page.locator("#numbers")).containsText("5 letters resolved");
            assertThat(complaints).isEmpty();
        }
    }

    private static String everythingTo(Service shop) {
        return "redrive: { channels: [ { match: '*', target: { http: { url: '" + shop.url("/shop") + "' } } } ] }";
    }

    @Test
    void a_hold_by_somebody_else_appears_and_a_refusal_is_shown_in_place(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            open(page, server, "/channels/one?name=orders");
            assertThat(page.locator("#no-target"))
                    .containsText("No target is configured for the channel orders; add one under redrive.channels");

            server.api()
                    .post("/dlq/channels/orders/hold", "{\"reason\": \"another\"}")
                    .expect(201);
            assertThat(page.locator("#hold")).containsText("another");
            // Released in a way that sends no signal to this page before the button is pressed.
            page.route("**/live", route -> route.abort());
            server.api().post("/dlq/channels/orders/release").expect(200);
            page.evaluate("document.getElementById('release-form').requestSubmit()");

            assertThat(page.locator("#toasts")).containsText("Not done: the channel orders is not held");
            assertThat(page).hasURL(Pattern.compile(".*/channels/one\\?name=orders"));
        }
    }

    @Test
    void a_viewer_sees_the_button_and_why_it_is_not_for_them(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .with("REDRIVE_OPERATOR_TOKEN", OPERATOR)
                        .with("REDRIVE_VIEWER_TOKEN", VIEWER)
                        .serve();
                Page page = page()) {
            server.api().as(OPERATOR).capture(LETTER);
            page.navigate("http://localhost:" + server.port() + "/channels/one?name=orders");
            signIn(page, VIEWER);

            assertThat(page.locator("#head button")).isDisabled();
            assertThat(page.locator("#head button"))
                    .hasAccessibleDescription("You may look, but this needs the role operator");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void long_and_hostile_names_fit_on_a_small_screen(@TempDir Path folder) {
        List<String> names = List.of("unbroken".repeat(25), "order \u202e0001", "a&b=c#d+e%f?g/{h}", "<b>bold</b>");
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            for (String name : names) server.api().capture(LETTER.replace("orders", name));
            for (int i = 0; i < names.size(); i++) {
                open(page, server, "/channels");
                fits(page);
                String shown = names.get(i).replace("\u202e", "\u27e8U+202E\u27e9");
                follow(
                        page,
                        () -> page.locator("#channels a[title='" + shown + "']").click());

                assertThat(page.locator("h1 bdi")).hasText(shown);
                fits(page);
                page.locator("#do-hold").click();
                page.locator("#hold-yes").click();
                assertThat(page.locator("#hold")).containsText("without a reason");
                fits(page);
                assertThat(held(server)).hasSize(i + 1).contains(names.get(i));
            }
            page.locator("#letters").click();
            assertThat(page.locator("#count")).containsText("1 letter");
            assertThat(complaints).isEmpty();
        }
    }

    private static List<String> held(ServerProcess server) {
        List<String> held = new ArrayList<>();
        for (JsonNode channel :
                server.api().get("/dlq/channels").expect(200).json().path("items"))
            if (!channel.path("hold").isNull()) held.add(channel.path("name").asString());
        return held;
    }

    /** Neither the page nor a table in it has to be pushed sideways. */
    private static void fits(Page page) {
        for (Locator part : page.locator("html, .scroll").all())
            assertThat((int) part.evaluate("part => part.scrollWidth - part.clientWidth"))
                    .as("pixels of %s that are out of sight at %s", part, page.url())
                    .isZero();
    }
}

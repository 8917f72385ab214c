package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Answer;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages with the keyboard alone. */
class KeysTest extends SharedServerFixture {
    @Test
    void the_command_menu_goes_searches_and_acts_with_the_keyboard_alone() {
        try (Page page = page()) {
            server.api().capture(LETTER);
            open(page, server, "/");

            page.keyboard().press("Control+k");
            Locator field = page.locator("#menu-text");
            assertThat(field).isFocused();
            field.fill("replays");
            assertThat(page.locator("#menu-list [aria-selected=true]")).containsText("Go to Replays");
            assertThat(field).hasAttribute("aria-activedescendant", "menu-0");
            follow(page, () -> page.keyboard().press("Enter"));
            assertThat(page).hasURL(Pattern.compile(".*/replays"));

            page.keyboard().press("Control+k");
            page.locator("#menu-text").fill("9007199254740993");
            follow(page, () -> page.keyboard().press("Enter"));
            assertThat(page).hasURL(Pattern.compile(".*/letters\\?q=9007199254740993"));
            assertThat(page.locator("#letters tbody tr")).hasCount(1);

            page.keyboard().press("Control+k");
            page.locator("#menu-text").fill("dark");
            page.keyboard().press("Enter");
            assertThat(page.locator("html")).hasAttribute("data-theme", "dark");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_saved_view_is_opened_from_the_command_menu(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            server.api().capture(LETTER.replace("orders", "payments"));
            Answer saved = server.api()
                    .call("PUT", "/dlq/views/Money%20%26%20more")
                    .json("{\"query\":\"channel=payments\"}")
                    .send()
                    .expect(201);
            open(page, server, "/");

            page.keyboard().press("Control+k");
            assertThat(page.locator("#menu-list")).containsText("View Money & more");
            page.locator("#menu-text").fill("money");
            assertThat(page.locator("#menu-list [aria-selected=true]")).hasText("View Money & more");
            page.keyboard().press("Enter");

            assertThat(page).hasURL(Pattern.compile(".*/letters\\?channel=payments&view=Money%20%26%20more"));
            assertThat(page.locator("#open-view")).hasText("Money & more");
            assertThat(page.locator("#letters tbody tr")).hasCount(1);
            assertThat(saved.body()).contains("payments");
            assertThat(complaints).isEmpty();
        }
    }

    /** Within the press of the key itself, so that no network and no timer stands between them. */
    @Test
    void the_command_menu_opens_at_once_and_waits_for_nothing() {
        try (Page page = page()) {
            open(page, server, "/letters");

            assertThat((boolean) page.evaluate("""
                            () => { document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true }));
                              return document.getElementById("menu").getBoundingClientRect().height > 0
                                && document.querySelectorAll("#menu-list li").length > 0; }""")).isTrue();
        }
    }

    @Test
    void rows_of_channels_and_alerts_are_walked_along_and_opened(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            server.api().capture(LETTER.replace("orders", "payments"));
            open(page, server, "/channels");
            Locator links = page.locator("#channels tbody a");

            page.keyboard().press("j");
            assertThat(links.nth(0)).isFocused();
            page.keyboard().press("j");
            page.keyboard().press("j");
            assertThat(links.nth(1)).isFocused();
            page.keyboard().press("k");
            assertThat(links.nth(0)).isFocused();
            page.keyboard().press("?");
            assertThat(page.locator("#help-keys")).containsText("next channel");
            page.keyboard().press("Escape");
            page.keyboard().press("j");
            page.keyboard().press("Enter");
            assertThat(page).hasURL(Pattern.compile(".*/channels/one\\?name=.*"));

            assertThat(server.api().post("/dlq/alerts/check").status()).isEqualTo(200);
            open(page, server, "/alerts");
            page.keyboard().press("j");
            assertThat(page.locator("#firing li").first()).isFocused();
            page.keyboard().press("s");
            assertThat(page.locator("#snooze")).isVisible();
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void keys_go_to_the_pages_and_the_help_lists_them() {
        try (Page page = page()) {
            open(page, server, "/");
            List<List<String>> ways = List.of(
                    List.of("l", "/letters"),
                    List.of("r", "/replays"),
                    List.of("c", "/channels"),
                    List.of("a", "/alerts"),
                    List.of("u", "/audit"),
                    List.of("s", "/settings"),
                    List.of("i", "/"));
            for (List<String> way : ways) {
                go(page, way.get(0));
                assertThat(page).hasURL("http://localhost:" + server.port() + way.get(1));
                assertThat(page.locator("#rail [aria-current=page]")).hasCount(1);
            }

            page.keyboard().press("?");

            assertThat(page.locator("#help-keys")).containsText("Letters");
            page.keyboard().press("Escape");
            assertThat(page.locator("#help")).isHidden();
            go(page, "l");
            page.keyboard().press("?");
            Locator escape = page.locator("#help-keys dt", new Page.LocatorOptions().setHasText("Esc"));
            assertThat(escape).hasText(new String[] {"Esc"});
            page.keyboard().press("Escape");
            assertThat(page.locator("#help")).isHidden();
            page.keyboard().press("/");
            assertThat(page.locator("#search")).isFocused();
            assertThat(complaints).isEmpty();
        }
    }

    private static void go(Page page, String key) {
        follow(page, () -> {
            page.keyboard().press("g");
            page.keyboard().press(key);
        });
    }
}

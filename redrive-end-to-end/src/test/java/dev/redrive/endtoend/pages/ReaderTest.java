package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a reader chooses for all pages: colours, and the zone of times. */
class ReaderTest extends SharedServerFixture {
    @Test
    void the_pages_follow_the_dark_colour_scheme() {
        try (Page light = page(new Browser.NewPageOptions().setColorScheme(ColorScheme.LIGHT));
                Page dark = page(new Browser.NewPageOptions().setColorScheme(ColorScheme.DARK))) {
            light.navigate("http://localhost:" + server.port() + "/");
            dark.navigate("http://localhost:" + server.port() + "/");

            assertThat(brightness(light, "backgroundColor")).isGreaterThan(brightness(light, "color") + 400);
            assertThat(brightness(dark, "color")).isGreaterThan(brightness(dark, "backgroundColor") + 400);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void colours_and_zone_that_were_chosen_are_there_from_the_first_byte_on() {
        try (Page page = page(
                new Browser.NewPageOptions().setColorScheme(ColorScheme.LIGHT).setTimezoneId("Asia/Tokyo"))) {
            String id = server.api().capture(letter);
            open(page, server, "/letters/" + id);
            Locator captured = page.locator("#facts time").first();
            captured.click();
            assertThat(captured).hasText(Pattern.compile(".* \\+09:00"));

            page.locator("#switch-zone").click();
            page.locator("#switch-theme").click();
            page.locator("#switch-theme").click();

            assertThat(captured).hasText(Pattern.compile(".* UTC"));
            assertThat(brightness(page, "color")).isGreaterThan(brightness(page, "backgroundColor") + 400);
            String served = page.request()
                    .get("http://localhost:" + server.port() + "/letters/" + id)
                    .text();
            assertThat(served).contains("data-theme=\"dark\"", "data-utc=\"yes\"", "content=\"dark\"");
            page.reload();
            assertThat(page.locator("#switch-theme")).hasText("Colours: dark");
            assertThat(page.locator("#switch-zone")).hasText("Times: UTC");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void an_exact_time_is_a_focus_or_a_key_away() {
        try (Page page = page(new Browser.NewPageOptions().setTimezoneId("Europe/Berlin"))) {
            String id = server.api().capture(letter);
            open(page, server, "/letters/" + id);
            Locator captured = page.locator("#facts time").first();
            assertThat(captured).hasText(Pattern.compile("just now|\\d+ s ago"));

            captured.focus();
            assertThat(captured).hasText(Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\+0[12]:00"));
            page.locator("h1").click();
            assertThat(captured).hasText(Pattern.compile("just now|\\d+ s ago"));
            page.keyboard().press("t");
            assertThat(captured).hasText(Pattern.compile(".* \\+0[12]:00"));
            assertThat(complaints).isEmpty();
        }
    }

    /** Red, green and blue of the body's text or ground, added up. */
    private static int brightness(Page page, String property) {
        return (int) page.evaluate(
                "name => getComputedStyle(document.body)[name].match(/\\d+/g).slice(0, 3).reduce((a, b) => a + +b, 0)",
                property);
    }
}

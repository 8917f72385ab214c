package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.ColorScheme;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The inbox: the worst causes first, decisions with the keyboard, and the charts. */
class InboxTest extends BrowserFixture {
    private static void failed(ServerProcess server, String type, int letters) {
        for (int i = 0; i < letters; i++) server.api().capture("""
                    {"channel": "payments", "payload": {"order": %2$d},
                     "error": {"type": "shop.%1$s", "message": "it broke",
                               "stackTrace": "shop.%1$s: it broke\\n\\tat shop.Payments.charge(Payments.java:88)\\n\\tat java.base/java.lang.Thread.run(Thread.java:840)"}}""".formatted(type, i));
    }

    private static String stateOf(ServerProcess server, String type) {
        for (JsonNode cause : server.api().get("/dlq/causes").json().path("items"))
            if (cause.path("title").asString().startsWith(type))
                return cause.path("state").asString();
        return "not there";
    }

    @Test
    void the_worst_cause_is_found_and_understood_with_the_keyboard_alone(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            failed(server, "Rare", 1);
            failed(server, "Worst", 3);
            open(page, server, "/");
            assertThat(page.locator("#health")).containsText("2 causes are open and nobody has decided about them.");

            page.keyboard().press("j");
            assertThat(page.locator("#causes a.cause").first()).isFocused();
            assertThat(page.locator("#causes tr[data-key]").first()).containsText("Worst: it broke");
            assertThat(page.locator("#causes tr[data-key]").first()).containsText("Payments.charge");
            page.keyboard().press("Enter");

            assertThat(page).hasURL(Pattern.compile(".*/causes/[^/]+"));
            assertThat(page.locator("#error .own")).containsText("shop.Payments.charge(Payments.java:88)");
            assertThat(page.locator("#seen")).containsText("3 letters");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_cause_is_acknowledged_with_a_key_and_that_is_undone_with_another(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            failed(server, "Second", 1);
            failed(server, "First", 2);
            open(page, server, "/");

            page.keyboard().press("j");
            page.keyboard().press("a");

            assertThat(page.locator("#decided")).containsText("Acknowledged: First: it broke");
            assertThat(page.locator("#causes tr[data-key]")).hasCount(1);
            assertThat(page.locator("#causes a.cause")).isFocused();
            assertThat(stateOf(server, "First")).isEqualTo("ACKNOWLEDGED");
            assertThat(page.locator("#tabs [aria-current]")).hasText("Open 1");
            assertThat((String) page.evaluate("location.search")).doesNotContain("notice");

            page.keyboard().press("u");

            assertThat(page.locator("#decided")).containsText("Undone. It is open again:");
            assertThat(page.locator("#causes tr[data-key]")).hasCount(2);
            assertThat(stateOf(server, "First")).isEqualTo("OPEN");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void to_ignore_a_cause_is_asked_first_and_the_empty_inbox_is_calm(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            failed(server, "Only", 1);
            open(page, server, "/");
            page.keyboard().press("j");

            page.keyboard().press("i");
            assertThat(page.locator("#confirm-text")).containsText("Only: it broke");
            page.keyboard().press("Escape");
            assertThat(stateOf(server, "Only")).isEqualTo("OPEN");
            page.keyboard().press("i");
            page.keyboard().press("Enter");

            assertThat(page.locator("#causes")).containsText("Nothing needs you.");
            assertThat(page.locator("#health")).containsText("All quiet");
            assertThat(page.locator("#rail-entries .is-hot")).hasCount(0);
            assertThat(stateOf(server, "Only")).isEqualTo("IGNORED");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void tabs_count_and_stay_up_to_date(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            failed(server, "One", 1);
            open(page, server, "/?tab=acknowledged");
            assertThat(page.locator("#tabs [aria-current]")).hasText("Acknowledged 0");

            String id = server.api().get("/dlq/causes").json().at("/items/0/id").asString();
            assertThat(server.api().post("/dlq/causes/" + id + "/acknowledge").status())
                    .isEqualTo(200);

            assertThat(page.locator("#tabs [aria-current]")).hasText("Acknowledged 1");
            assertThat(page.locator("#causes")).containsText("One: it broke");
            page.locator(".switch a", new Page.LocatorOptions().setHasText("7 days"))
                    .click();
            assertThat(page).hasURL(Pattern.compile(".*tab=acknowledged&range=7d"));
            assertThat(page.locator("#causes")).containsText("One: it broke");
            page.locator("#tabs a", new Page.LocatorOptions().setHasText("All")).click();
            assertThat(page).hasURL(Pattern.compile(".*tab=all&range=7d"));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void charts_are_drawn_when_they_come_into_sight_in_the_colours_of_the_theme(@TempDir Path folder)
            throws IOException {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions()
                        .setBypassCSP(true)
                        .setColorScheme(ColorScheme.LIGHT)
                        .setViewportSize(1440, 300))) {
            for (char c = 'A'; c <= 'H'; c++) failed(server, "Type" + c, 1);
            open(page, server, "/");
            assertThat((boolean) page.evaluate("'Chart' in window")).isFalse();

            page.locator("#chart-channels").scrollIntoViewIfNeeded();

            Locator drawn = page.locator(".chart-card[data-drawn]");
            assertThat(drawn).hasCount(3);
            assertThat(page.locator("svg.chart[role=img][aria-label]")).hasCount(4);
            String light = picture(page);
            page.locator("#switch-theme").click();
            page.locator("#switch-theme").click();
            page.waitForCondition(() -> !picture(page).equals(light));
            page.locator("#chart-channels summary").click();
            assertThat(page.locator("#chart-channels table")).containsText("payments");
            assertThat(page.locator("#chart-channels tbody td")).hasText("8");
            assertThat(AccessibilityTest.violations(page)).isEmpty();

            failed(server, "Two", 1);

            assertThat(page.locator("#chart-channels tbody td")).hasText("9");
            assertThat(page.locator("#chart-channels details")).hasAttribute("open", "");
            page.waitForCondition(
                    () -> (boolean)
                            page.evaluate(
                                    "Chart.getChart(document.querySelector('[data-chart=bar] canvas')).data.datasets[0].data[0] === 9"));
            assertThat((String) page.evaluate("""
                            () => {
                              const chart = Chart.getChart(document.querySelector('[data-chart=bar] canvas'));
                              chart.data.datasets[0].data = [30000];
                              chart.update('none');
                              return chart.scales.x.ticks.map(({ label }) => label).join(' ');
                            }""")).contains("20\u202f000");
            assertThat(complaints).isEmpty();
        }
    }

    private static String picture(Page page) {
        return (String) page.locator("[data-chart=bar] canvas").evaluate("canvas => canvas.toDataURL()");
    }

    @Test
    void the_first_load_weighs_less_than_100_kb_without_charts(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(1440, 300))) {
            for (int i = 0; i < 60; i++) failed(server, "Type" + (char) ('A' + i / 10) + (char) ('A' + i % 10), 1);
            List<Response> answers = new ArrayList<>();
            page.onResponse(answers::add);
            open(page, server, "/");

            int bytes = List.copyOf(answers).stream()
                    .filter(answer -> !answer.url().endsWith("/live"))
                    .mapToInt(answer -> answer.request().sizes().responseBodySize)
                    .sum();

            assertThat(answers).extracting(Response::url).noneMatch(url -> url.contains("chart.js"));
            assertThat(bytes).isBetween(10_000, 100_000);
        }
    }

    @Test
    void what_causes_are_called_never_widens_the_page(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            server.api().capture("""
                    {"channel": "%1$s", "eventId": "%1$s", "payload": {"%1$s": "%1$s"}, "headers": {"h": "%1$s"},
                     "error": {"type": "shop.%1$s", "message": "order \\u202e1000 %2$s"}}""".formatted("c".repeat(200), "m".repeat(3000)));
            server.api().capture("""
                    {"channel": "%1$s", "payload": {"%1$s": 2},
                     "error": {"type": "shop.%1$s", "message": "order \\u202e1000 %2$s"}}""".formatted("c".repeat(200), "m".repeat(3000)));
            open(page, server, "/?tab=all");
            page.locator("#chart-time").scrollIntoViewIfNeeded();
            assertThat(page.locator("[data-chart=bar][data-drawn]")).isAttached();
            fits(page);
            assertThat(page.locator("#causes a.cause").boundingBox().width).isGreaterThan(150);

            page.locator("#causes a.cause").click();

            assertThat(page.locator("#two")).isVisible();
            page.locator("#why summary").click();
            fits(page);
            assertThat(complaints).isEmpty();
        }
    }

    private static void fits(Page page) {
        assertThat((int) page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .as(page.url())
                .isZero();
        assertThat((boolean) page.evaluate("/\\u202e/.test(document.querySelector('main').innerText)"))
                .as("invisible characters at " + page.url())
                .isFalse();
    }
}

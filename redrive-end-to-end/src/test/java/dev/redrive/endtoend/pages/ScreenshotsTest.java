package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.testing.Await;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Pictures of the main pages of the demo: {@code mvn verify -pl redrive-end-to-end -am -Dtest=ScreenshotsTest
 * -Dsurefire.failIfNoSpecifiedTests=false} writes them to {@code redrive-end-to-end/target/screenshots}, or to the folder
 * {@code -Dredrive.screenshots}, which then gets both themes in both widths. On the way no page may be wider than its window or say that something is wrong.
 */
class ScreenshotsTest extends BrowserFixture {
    private static final Path PICTURES = Path.of(System.getProperty("redrive.screenshots", "target/screenshots"));
    private static final boolean ALL = System.getProperty("redrive.screenshots") != null;

    @Test
    void the_main_pages_fit_their_windows_and_are_pictured(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).demo()) {
            Map<String, String> pages = pages(server);
            picture(server, pages, ColorScheme.LIGHT, 1440);
            picture(server, pages, ColorScheme.DARK, 390);
            if (ALL) {
                picture(server, pages, ColorScheme.DARK, 1440);
                picture(server, pages, ColorScheme.LIGHT, 390);
            }
            assertThat(complaints).isEmpty();
        }
    }

    private void picture(ServerProcess server, Map<String, String> pages, ColorScheme colours, int width) {
        try (Page page = page(new Browser.NewPageOptions()
                .setColorScheme(colours)
                .setViewportSize(width, width == 390 ? 844 : 900))) {
            pages.forEach((name, path) -> {
                open(page, server, path);
                assertThat(page.locator("html[data-ready]")).isAttached();
                assertThat((int) page.evaluate(
                                "document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                        .as("pixels of %s that are out of sight", path)
                        .isZero();
                String file =
                        "%s-%d-%s.png".formatted(name, width, colours.name().toLowerCase(Locale.ROOT));
                page.screenshot(new Page.ScreenshotOptions().setPath(PICTURES.resolve(file)));
            });
        }
    }

    private static Map<String, String> pages(ServerProcess server) {
        JsonNode causes = Await.until(
                "an incident that is seen",
                Await.TIMEOUT,
                () -> server.api().get("/dlq/causes").json().path("items"),
                found -> regressed(found) >= 3);
        String letter = server.api()
                .get("/dlq?status=FAILED&limit=1")
                .json()
                .at("/items/0/id")
                .asString();
        String cause = causes.path(0).path("id").asString();
        String replay = server.api()
                .post(
                        "/dlq/replays",
                        "{\"filterCriteria\": {\"status\": [\"FAILED\"]}, \"steps\": [1, 10, 100], \"ratePerSecond\": 50}")
                .expect(201)
                .text("id");
        server.api().post("/dlq/replays/" + replay + "/start").expect(200);
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("inbox", "/");
        pages.put("cause", "/causes/" + cause);
        pages.put("letters", "/letters?status=FAILED");
        pages.put("letter", "/letters/" + letter);
        pages.put("replays", "/replays");
        pages.put("replay", "/replays/" + replay);
        pages.put("channels", "/channels");
        pages.put("channel", "/channels/one?name=payments");
        pages.put("alerts", "/alerts");
        pages.put("audit", "/audit");
        pages.put("settings", "/settings");
        pages.put("api", "/docs#captureLetters");
        return pages;
    }

    private static long regressed(JsonNode causes) {
        return causes.valueStream()
                .filter(cause -> cause.path("state").asString().equals("REGRESSED"))
                .count();
    }
}

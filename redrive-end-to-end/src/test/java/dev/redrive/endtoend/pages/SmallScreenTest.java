package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.replay.ReplayedLetters;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages on a screen of 390 pixels. */
class SmallScreenTest extends BrowserFixture {
    /** Nothing in it has a place where a line would break by itself. */
    private static final String WIDE_LETTER = """
            {"channel": "%1$s", "eventId": "%1$s", "tags": ["%1$s"], "payload": {"%1$s": "%1$s"}, "headers": {"%1$s": "%1$s"},
             "error": {"type": "shop.%1$sException", "message": "%1$s", "stackTrace": "shop.%1$sException: %1$s\\n\\tat shop.%1$s.run(%1$s.java:1)"}}""".formatted("unbroken".repeat(12));

    @Test
    void the_pages_fit_on_a_small_screen(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page(new Browser.NewPageOptions().setViewportSize(390, 844))) {
            server.api().capture(LETTER);
            String wide = server.api().capture(WIDE_LETTER);
            page.navigate("http://localhost:" + server.port() + "/");
            fits(page);
            for (Locator cause : page.locator("#causes a.cause").all())
                assertThat(cause.boundingBox().width).as("a cause's name").isGreaterThan(150);

            page.locator("#causes a[title*=unbroken]").click();
            assertThat(page.locator("#samples")).containsText("unbroken");
            fits(page);

            page.locator("#samples a[href='/letters/" + wide + "']").click();
            assertThat(page.locator("main")).containsText("Payload");
            fits(page);

            ReplayedLetters replays = new ReplayedLetters(server.api());
            String replay =
                    replays.start("{\"ids\": [\"" + wide + "\"], \"notes\": \"" + "unbroken".repeat(12) + "\"}");
            replays.await(replay, "FAILED");
            page.navigate("http://localhost:" + server.port() + "/replays/" + replay);
            assertThat(page.locator("#lines")).containsText("nothing here takes letters of unbroken");
            fits(page);
            page.locator(".crumbs a").click();
            assertThat(page.locator("#replays")).containsText("1 letter by its id");
            fits(page);
            assertThat(complaints).isEmpty();
        }
    }

    /** Neither the page nor a table in it has to be pushed sideways. */
    private static void fits(Page page) {
        for (Locator part : page.locator("html, .scroll").all())
            assertThat((int) part.evaluate("part => part.scrollWidth - part.clientWidth"))
                    .as("pixels of %s that are out of sight at %s", part, page.url())
                    .isZero();
    }
}

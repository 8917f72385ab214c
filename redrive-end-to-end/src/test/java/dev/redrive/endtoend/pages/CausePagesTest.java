package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Causes in the inbox and on their page. */
class CausePagesTest extends BrowserFixture {
    @Test
    void a_cause_is_opened_from_the_inbox_and_decided_on(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            List<String> letters =
                    List.of(server.api().capture(LETTER), server.api().capture(LETTER));
            page.navigate("http://localhost:" + server.port() + "/");
            assertThat(page.locator("#causes")).containsText("2 open of 2");

            page.locator("#causes a.cause").click();

            assertThat(page).hasURL(Pattern.compile(".*/causes/[^/]+"));
            assertThat(page.locator("#head")).containsText("an error without a rule");
            assertThat(page.locator("#head .state")).hasText("open");
            assertThat(page.locator("#tiles")).containsText(Pattern.compile("manual\\s*2"));
            assertThat(page.locator("#seen")).containsText("2 letters, 2 open");
            for (String letter : letters)
                assertThat(page.locator("#samples a[href='/letters/" + letter + "']"))
                        .isVisible();

            decide(page, "acknowledge", "acknowledged");
            decide(page, "resolve", "resolved");

            page.navigate("http://localhost:" + server.port() + "/");
            assertThat(page.locator("#causes .state")).hasText("resolved");
            assertThat(complaints).isEmpty();
        }
    }

    private static void decide(Page page, String decision, String state) {
        page.locator("#do-" + decision).click();

        assertThat(page.locator(".notice")).isVisible();
        assertThat(page.locator("#head .state")).hasText(state);
        assertThat(page.locator("#seen")).containsText(state + ", last decided by");
        assertThat(page.locator("#do-" + decision)).hasCount(0);
    }
}

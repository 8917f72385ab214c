package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of a letter. */
class LetterPagesTest extends BrowserFixture {
    @Test
    void a_letter_appears_by_itself_and_can_be_archived(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            page.navigate("http://localhost:" + server.port() + "/");
            assertThat(page.locator("#live")).containsText("Live");
            assertThat(page.locator("#causes td.open")).hasText("1");

            server.api().capture(LETTER);

            assertThat(page.locator("#causes td.open")).hasText("2");
            follow(page, () -> page.locator("#causes a.cause").click());
            follow(
                    page,
                    () -> page.locator("#samples a[href^='/letters/']").first().click());
            assertThat(page.locator("main")).containsText("9007199254740993");
            assertThat(page.locator("main")).containsText("0.1000");
            assertThat(page.locator("main")).containsText("<script>alert(1)</script>");
            page.locator("#do-archive").click();
            assertThat(page.locator("main")).containsText("Archived");
            assertThat(complaints).isEmpty();
        }
    }
}

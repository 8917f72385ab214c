package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signing in with a browser. */
class SignInTest extends BrowserFixture {
    @Test
    void a_browser_signs_in_with_a_token(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .with("REDRIVE_OPERATOR_TOKEN", "an-operators-token-0001")
                        .serve();
                Page page = page()) {
            page.navigate("http://localhost:" + server.port() + "/");
            assertThat(page).hasURL(Pattern.compile(".*/login.*"));

            page.locator("input[name=token]").fill("an-operators-token-0001");
            page.getByLabel("Your name, for the audit log").fill("dora");
            page.locator("form button").first().click();

            assertThat(page.locator("main")).containsText("The queue is empty");
            assertThat(page.locator("#rail .who")).containsText("dora (operator)");
            assertThat(complaints).isEmpty();
        }
    }
}

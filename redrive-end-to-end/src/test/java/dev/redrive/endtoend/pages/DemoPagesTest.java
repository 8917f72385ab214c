package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo and the description of the API. */
class DemoPagesTest extends BrowserFixture {
    @Test
    void the_demo_can_be_repaired_and_the_description_browsed(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).demo();
                Page page = page()) {
            page.navigate("http://localhost:" + server.port() + "/demo");
            assertThat(page.locator("#switch-invoices")).hasText("Repair");

            page.locator("#switch-invoices").click();

            assertThat(page.locator("#switch-invoices")).hasText("Break");
            page.navigate("http://localhost:" + server.port() + "/docs");
            assertThat(page.locator("body")).containsText("/dlq/{id}/retry");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_button_that_is_pressed_stays_until_it_is_let_go(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).demo();
                Page page = page()) {
            page.navigate("http://localhost:" + server.port() + "/demo");
            assertThat(page.locator("#switch-invoices")).hasText("Repair");
            page.locator("#switch-invoices").hover();
            page.mouse().down();
            page.evaluate("document.getElementById('switch-invoices').title = 'still the same'");

            for (int i = 0; i < 2; i++) page.waitForResponse("**/demo", () -> {});

            assertThat(page.locator("#switch-invoices")).hasAttribute("title", "still the same");
            page.mouse().up();
            assertThat(page.locator("#switch-invoices")).hasText("Break");
            assertThat(complaints).isEmpty();
        }
    }
}

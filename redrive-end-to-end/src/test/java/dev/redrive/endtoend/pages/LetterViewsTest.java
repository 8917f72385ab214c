package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Saved views of the list of letters. */
class LetterViewsTest extends BrowserFixture {
    private static final String FAILED = LETTER.replace("an error without a rule", "validation failed")
            .replace("java.lang.IllegalStateException", "ValidationError");

    @Test
    void a_view_is_saved_changed_saved_again_opened_and_deleted(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            server.api().capture(FAILED);
            open(page, server, "/letters?status=MANUAL");

            page.locator("#ask-save-view").click();
            page.locator("#view-name").fill("to decide");
            page.locator("#save-view [name=shared]").check();
            follow(page, () -> page.locator("#save-view button[type=submit]").click());

            assertThat(page).hasURL(Pattern.compile(".*/letters\\?status=MANUAL&view=to(\\+|%20)decide"));
            assertThat(page.locator("#open-view")).hasText("to decide");
            assertThat(views(server)).contains("\"name\":\"to decide\",\"shared\":true,\"query\":\"status=MANUAL\"");

            follow(page, () -> page.locator("#filter [name=order]").selectOption("oldest"));
            assertThat(page.locator("#view-changed")).isVisible();
            follow(page, () -> page.locator("#save-changes").click());
            assertThat(page.locator("#open-view")).isVisible();
            assertThat(page.locator("#view-changed")).hasCount(0);
            assertThat(views(server)).contains("\"query\":\"order=oldest&status=MANUAL\"");

            open(page, server, "/letters");
            assertThat(page.locator("#letters tbody tr")).hasCount(2);
            page.locator("#views summary").click();
            follow(page, () -> page.locator("#views li a").click());
            assertThat(page.locator("#letters tbody tr")).hasCount(1);
            assertThat(page.locator("#filter [name=order]")).hasValue("oldest");

            page.locator("#views summary").click();
            page.locator("#views li button").click();
            page.locator("#confirm-yes").click();
            assertThat(page.locator("#notices")).containsText("The view is deleted");
            assertThat(views(server)).isEqualTo("{\"items\":[]}");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void views_work_without_script_and_a_viewer_keeps_only_own_ones(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder)
                        .with("REDRIVE_OPERATOR_TOKEN", "an-operators-token-0001")
                        .with("REDRIVE_VIEWER_TOKEN", "a-viewers-token-000001")
                        .serve();
                Page page = page(new Browser.NewPageOptions().setJavaScriptEnabled(false))) {
            server.api().as("an-operators-token-0001").capture(LETTER);
            page.navigate("http://localhost:" + server.port() + "/letters?status=MANUAL");
            page.locator("input[name=token]").fill("a-viewers-token-000001");
            page.locator("form button").first().click();

            page.navigate("http://localhost:" + server.port() + "/letters?status=MANUAL");
            page.locator("#ask-save-view").click();
            assertThat(page.locator("#save-view [name=shared]")).isDisabled();
            page.locator("#view-name").fill("mine");
            page.locator("#save-view button[type=submit]").click();

            assertThat(page.locator("#open-view")).hasText("mine");
            assertThat(server.api()
                            .as("a-viewers-token-000001")
                            .get("/dlq/views")
                            .expect(200)
                            .body())
                    .contains("\"name\":\"mine\",\"shared\":false");
            assertThat(server.api()
                            .as("an-operators-token-0001")
                            .get("/dlq/views")
                            .expect(200)
                            .body())
                    .isEqualTo("{\"items\":[]}");
            page.locator("#views summary").click();
            page.locator("#views li button").click();
            assertThat(server.api()
                            .as("a-viewers-token-000001")
                            .get("/dlq/views")
                            .expect(200)
                            .body())
                    .isEqualTo("{\"items\":[]}");
        }
    }

    private static String views(ServerProcess server) {
        return server.api().get("/dlq/views").expect(200).body();
    }
}

package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.endtoend.replay.ReplayedLetters;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays that are made, watched and commanded on pages. */
class ReplayBrowserTest extends BrowserFixture {
    @Test
    void the_letters_of_a_cause_are_replayed_and_watched_to_the_end(@TempDir Path folder) {
        Semaphore open = new Semaphore(1);
        try (Service shop = new Service(request -> {
                    open.acquire();
                    return 204;
                });
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            new ReplayedLetters(server.api()).capture("orders", 5);
            page.navigate("http://localhost:" + server.port() + "/");
            page.locator("#causes a.cause").click();

            page.locator("#do-retry").click();
            assertThat(page.locator("#confirm-text")).containsText(Pattern.compile("5 letters.*replay"));
            page.locator("#confirm-yes").click();

            assertThat(page).hasURL(Pattern.compile(".*/replays/[^/]+"));
            assertThat(page.locator("#head .state")).hasText("running");
            assertThat(page.locator("#progress-title")).hasText("1 of 5 letters");
            assertThat(page.locator("#about a[href^='/causes/']")).containsText("what is this?");
            open.release(4);
            assertThat(page.locator("#head .state")).hasText("done");
            assertThat(page.locator("#progress-title")).hasText("5 of 5 letters");
            assertThat(page.locator("#head button")).hasCount(0);
            page.locator("#rail a[href='/replays']").click();
            assertThat(page.locator("#replays")).containsText("5 of 5");
            assertThat(complaints).isEmpty();
        }
    }

    /** With more patience than a test has, so that a letter that is held up stays where it is. */
    private static String everythingTo(Service shop) {
        return "redrive: { channels: [ { match: '*', target: { http: { url: '" + shop.url("/shop")
                + "', timeout: 5m } } } ] }";
    }

    @Test
    void a_replay_is_paused_resumed_and_cancelled_by_a_signed_in_user(@TempDir Path folder) {
        String token = "an-operators-token-0001";
        try (Service shop = new Service(request -> 204);
                ServerProcess server = Launch.in(folder)
                        .settings(everythingTo(shop))
                        .with("REDRIVE_OPERATOR_TOKEN", token)
                        .serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api().as(token));
            letters.capture("orders", 200);
            String id = letters.start("{\"filterCriteria\": {\"channel\": \"orders\"}, \"ratePerSecond\": 0.5}");
            page.navigate("http://localhost:" + server.port() + "/replays/" + id);
            page.locator("input[name=token]").fill(token);
            page.locator("form button").first().click();
            assertThat(page.locator("#head .state")).hasText("running");

            assertThat((int) page.evaluate(
                            "address => fetch(address, {method: 'POST'}).then(answer => answer.status)",
                            "/replays/" + id + "/pause"))
                    .as("without the form's token")
                    .isEqualTo(403);
            complaints.removeIf(complaint -> complaint.contains("403"));
            assertThat(page.locator("#head .state")).hasText("running");

            page.evaluate("document.getElementById('do-pause').isSame = true");
            String before = page.locator("#progress-title").textContent();
            assertThat(page.locator("#progress-title")).not().hasText(before);
            assertThat((boolean) page.locator("#do-pause").evaluate("button => button.isSame"))
                    .isTrue();

            page.locator("#do-pause").click();
            assertThat(page.locator("#head .state")).hasText("paused");
            assertThat(page.locator("#head")).containsText("paused by ");
            page.locator("#do-resume").click();
            assertThat(page.locator("#head .state")).hasText("running");

            page.locator("#do-cancel").click();
            page.locator("#confirm-no").click();
            assertThat(letters.replay(id).path("state").asString()).isEqualTo("RUNNING");
            page.locator("#do-cancel").click();
            page.locator("#confirm-yes").click();
            page.mouse().move(0, 0);
            assertThat(page.locator("#head .state")).hasText("cancelled");
            assertThat(page.locator("#head button")).hasCount(0);
            assertThat(complaints).isEmpty();
        }
    }
}

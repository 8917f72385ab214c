package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import dev.redrive.endtoend.replay.ReplayedLetters;
import java.nio.file.Path;
import java.util.List;
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
            follow(page, () -> page.locator("#causes a.cause").click());

            follow(page, () -> page.locator("#do-replay").click());
            assertThat(page).hasURL(Pattern.compile(".*/replays/[^/]+"));
            assertThat(page.locator("#progress-title")).hasText("0 of 5 letters");
            page.locator("#do-start").click();

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

    @Test
    void a_plan_of_a_cause_is_changed_to_steps_and_a_rate_and_goes_on_after_the_first_step(@TempDir Path folder) {
        try (Service shop = new Service(request -> 204);
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 20);
            open(page, server, "/");
            follow(page, () -> page.locator("#causes a.cause").click());
            assertThat(page.locator("#do-replay")).isVisible();
            follow(page, () -> page.keyboard().press("r"));
            assertThat(page).hasURL(Pattern.compile(".*/replays/[^/]+"));
            String before = page.url().replaceFirst(".*/", "");

            page.locator("#change-plan").click();
            page.locator("#field-steps").fill("1, ten");
            page.locator("#field-ratePerSecond").fill("100");
            page.locator("#make-plan").click();
            assertThat(page.locator("#wrong-steps")).containsText("write whole numbers");
            assertThat(page.locator("#field-steps")).isFocused();
            assertThat(page.locator("#field-ratePerSecond")).hasValue("100");
            complaints.removeIf(complaint -> complaint.contains("400"));
            page.locator("#field-steps").fill("1, 10");
            follow(page, () -> page.locator("#make-plan").click());

            assertThat(page.locator("#plan-sentence")).containsText("at 100/s, first 1, 10, stop at 50 % failing");
            assertThat(page.locator("#progress-title")).hasText("0 of 20 letters");
            String after = page.url().replaceFirst(".*/", "");
            letters.await(before, "CANCELLED");
            assertThat(letters.replay(after).path("state").asString()).isEqualTo("PLANNED");
            page.locator("#do-start").click();
            assertThat(page.locator(".steps li").first()).containsText("done");
            assertThat(page.locator("#do-resume")).containsText("Go on: send 10 more");
            assertThat(ReplayedLetters.count(letters.replay(after), "resolved")).isEqualTo(1);
            page.locator("#do-resume").click();
            assertThat(page.locator("#do-resume")).containsText("Go on: send the rest");
            assertThat(ReplayedLetters.count(letters.replay(after), "resolved")).isEqualTo(11);
            page.locator("#do-resume").click();

            assertThat(page.locator("#head .state")).hasText("done");
            assertThat(ReplayedLetters.count(letters.replay(after), "resolved")).isEqualTo(20);
            assertThat(ReplayedLetters.count(letters.replay(before), "resolved"))
                    .isZero();
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
            signIn(page, token);
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

    @Test
    void letters_held_by_a_paused_replay_are_counted_apart_and_taken_over(@TempDir Path folder) {
        try (Service shop = new Service(request -> 204);
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 10);
            String first = letters.start("{\"filterCriteria\": {\"channel\": \"orders\"}, \"steps\": [1]}");
            letters.await(first, "PAUSED");
            letters.capture("orders", 3);
            String second = letters.plan("{\"filterCriteria\": {\"channel\": \"orders\"}}")
                    .path("id")
                    .asString();

            open(page, server, "/replays/" + second);
            assertThat(page.locator("#plan-sentence"))
                    .hasText("Replay 12 letters of channel orders to * without a rate limit, stop at 50 % failing.");
            assertThat(page.locator("#plan-counts")).containsText(Pattern.compile("Will be sent\\s*3 letters"));
            assertThat(page.locator("#plan-counts a[href='/replays/" + first + "']"))
                    .isVisible();
            page.locator("#do-takeover").click();
            assertThat(page.locator("#confirm-text")).containsText("12 letters will be sent");
            page.locator("#confirm-yes").click();

            assertThat(page.locator("#head .state")).hasText("done");
            assertThat(page).hasTitle("done · Replay of 12 letters · Redrive");
            assertThat(ReplayedLetters.count(letters.replay(second), "resolved"))
                    .isEqualTo(12);
            assertThat(ReplayedLetters.count(letters.replay(first), "resolved")).isEqualTo(1);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_replay_whose_letters_are_all_taken_over_is_over_and_links_to_the_other(@TempDir Path folder) {
        try (Service shop = new Service(request -> 204);
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 10);
            String first = letters.start("{\"filterCriteria\": {\"channel\": \"orders\"}, \"steps\": [1]}");
            letters.await(first, "PAUSED");
            String second = letters.plan("{\"filterCriteria\": {\"channel\": \"orders\"}}")
                    .path("id")
                    .asString();
            open(page, server, "/replays/" + second);

            page.locator("#do-takeover").click();
            page.locator("#confirm-yes").click();
            letters.await(first, "CANCELLED");
            open(page, server, "/replays/" + first);

            assertThat(page.locator("#reason")).hasText("no letters left: 9 were taken over by replay " + second);
            assertThat(page.locator("#head button")).hasCount(0);
            page.locator("#reason a").click();
            assertThat(page).hasURL(Pattern.compile(".*/replays/" + second));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_transform_is_previewed_on_one_letter_after_the_other_before_the_plan_is_made(@TempDir Path folder) {
        try (Service shop = new Service(request -> 204);
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            for (String currency : List.of("EURO", "<b>EU</b>"))
                server.api().capture(LETTER.replace("<script>alert(1)</script>", currency));
            open(page, server, "/replays/new?channel=orders");
            page.locator("#field-ratePerSecond").fill("7");
            page.locator("#field-transform")
                    .fill("{\"patch\": [{\"op\": \"replace\", \"path\": \"/name\", \"value\": \"EUR\"}]}");

            page.locator("#do-preview").click();
            assertThat(page.locator("#preview .differences")).containsText("/payload/name");
            assertThat(page.locator("#preview del")).containsText("EURO");
            assertThat(page.locator("#preview ins")).containsText("EUR");
            assertThat(page.locator("#preview mark")).hasCount(2);
            assertThat(page.locator("#preview")).isInViewport();
            page.locator("#preview-next").click();
            assertThat(page.locator("#preview del")).containsText("<b>EU</b>");
            assertThat(page.locator("#field-ratePerSecond")).hasValue("7");

            page.locator("#field-transform").fill("{\"patch\": [{\"op\": \"remove\", \"path\": \"/none\"}]}");
            page.locator("#do-preview").click();
            assertThat(page.locator("#field-transform")).hasAttribute("aria-invalid", "true");
            assertThat(page.locator("#preview-error")).containsText("does not fit");
            page.locator("#field-transform").fill("");
            page.locator("#field-ratePerSecond").press("Enter");

            assertThat(page).hasURL(Pattern.compile(".*/replays/[0-9a-f-]{36}"));
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_stopped_replay_gives_back_its_letters_and_one_that_sends_nothing_is_red(@TempDir Path folder) {
        try (Service shop = new Service(request -> 204);
                ServerProcess server = Launch.in(folder)
                        .settings(everythingTo(shop).replace("'*'", "'orders'"))
                        .serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 10);
            String first = letters.start("{\"filterCriteria\": {\"channel\": \"orders\"}, \"steps\": [1]}");
            letters.await(first, "PAUSED");

            open(page, server, "/replays/" + first);
            assertThat(page).hasTitle("paused at 10 % · Replay of 10 letters · Redrive");
            page.locator("#do-release").click();
            assertThat(page.locator("#confirm-text")).containsText("9 letters that it has not sent");
            page.locator("#confirm-yes").click();
            assertThat(page.locator(".notice")).containsText("other replays can send its letters now");
            String second = letters.start("{\"filterCriteria\": {\"channel\": \"orders\"}}");
            letters.await(second, "DONE");
            assertThat(ReplayedLetters.count(letters.replay(second), "resolved"))
                    .isEqualTo(9);

            letters.capture("nowhere", 2);
            String third = letters.plan("{\"filterCriteria\": {\"channel\": \"nowhere\"}}")
                    .path("id")
                    .asString();
            open(page, server, "/replays/" + third);
            assertThat(page.locator("#plan-counts"))
                    .containsText(Pattern.compile("Will be skipped\\s*2 have no target"));
            page.locator("#do-start").click();
            assertThat(page.locator("#head .state")).hasText("failed");
            assertThat(page.locator("#reason")).containsText("none of its 2 letters was sent");
            assertThat(page).hasTitle("failed · Replay of 2 letters · Redrive");
            assertThat(page.locator(".is-done")).hasCount(0);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_button_with_the_focus_fades_when_the_replay_ends_and_goes_when_it_is_left(@TempDir Path folder) {
        Semaphore open = new Semaphore(0);
        try (Service shop = new Service(request -> {
                    open.acquire();
                    return 204;
                });
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 1);
            String id = letters.plan("{\"filterCriteria\": {\"channel\": \"orders\"}}")
                    .path("id")
                    .asString();
            open(page, server, "/replays/" + id);
            page.locator("#do-start").click();
            assertThat(page.locator("#head .state")).hasText("running");
            page.locator("#do-pause").focus();

            open.release();
            assertThat(page.locator("#head .state")).hasText("done");
            assertThat(page.locator("#head .actions")).hasClass("actions is-gone");
            assertThat(page.locator("#do-pause")).isFocused();
            page.locator("#do-pause").blur();

            assertThat(page.locator("#head button")).hasCount(0);
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void the_title_of_the_tab_counts_along(@TempDir Path folder) {
        Semaphore open = new Semaphore(1);
        try (Service shop = new Service(request -> {
                    open.acquire();
                    return 204;
                });
                ServerProcess server =
                        Launch.in(folder).settings(everythingTo(shop)).serve();
                Page page = page()) {
            ReplayedLetters letters = new ReplayedLetters(server.api());
            letters.capture("orders", 4);
            String id = letters.start("{\"filterCriteria\": {\"channel\": \"orders\"}, \"concurrency\": 1}");
            open(page, server, "/replays/" + id);

            assertThat(page).hasTitle("25 % · Replay of 4 letters · Redrive");
            open.release(1);
            assertThat(page).hasTitle("50 % · Replay of 4 letters · Redrive");
            open.release(2);
            assertThat(page).hasTitle("done · Replay of 4 letters · Redrive");
            assertThat(complaints).isEmpty();
        }
    }
}

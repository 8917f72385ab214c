package dev.redrive.endtoend.pages;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.redrive.endtoend.process.Launch;
import dev.redrive.endtoend.process.ServerProcess;
import dev.redrive.endtoend.process.Service;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts on their page. */
class AlertPagesTest extends BrowserFixture {
    @Test
    void a_test_says_in_place_what_became_of_it_on_each_way_out(@TempDir Path folder) {
        try (Service hook = new Service(request -> 200);
                ServerProcess server = Launch.in(folder)
                        .settings("redrive: { notify: { webhook: { url: '" + hook.url("/alerts") + "' } } }")
                        .serve();
                Page page = page()) {
            open(page, server, "/alerts");

            page.locator("#send-test").click();

            assertThat(page.locator("#test-outcome")).hasText("webhook: delivered");
            assertThat(page.locator("#send-test")).isEnabled();
            assertThat(page.locator("#history")).containsText("webhook delivered");
            assertThat(complaints).isEmpty();
        }
    }

    @Test
    void a_firing_rule_is_snoozed_in_a_dialog_and_the_snooze_is_ended(@TempDir Path folder) {
        try (ServerProcess server = Launch.in(folder).serve();
                Page page = page()) {
            server.api().capture(LETTER);
            assertThat(server.api().post("/dlq/alerts/check").status()).isEqualTo(200);
            page.navigate("http://localhost:" + server.port() + "/alerts");

            page.locator("#firing button[data-rule=DLQManualReview]").click();
            assertThat(page.locator("#snooze")).isVisible();
            assertThat(page.locator("#snooze-title")).hasText("Snooze DLQManualReview");
            page.locator("#snooze input[value=tomorrow]").check();
            page.locator("#snooze input[name=reason]").fill("known");
            page.locator("#snooze button[type=submit]").click();

            assertThat(page.locator("#snooze")).isHidden();
            assertThat(page.locator("#firing .snoozed"))
                    .hasText(Pattern.compile("Snoozed until \\d{4}-\\d\\d-\\d\\d 09:00:00 .* by .*: known"));
            assertThat(server.api()
                            .get("/dlq/alerts")
                            .json()
                            .path("snoozed")
                            .get(0)
                            .path("rule")
                            .asString())
                    .isEqualTo("DLQManualReview");

            page.locator("#firing button[aria-label='End the snooze of DLQManualReview']")
                    .click();

            assertThat(page.locator("#firing .snoozed")).hasCount(0);
            assertThat(page.locator("#firing button[data-rule=DLQManualReview]"))
                    .isVisible();
            assertThat(server.api().get("/dlq/alerts").json().path("snoozed").size())
                    .isZero();
            assertThat(complaints).isEmpty();
        }
    }
}

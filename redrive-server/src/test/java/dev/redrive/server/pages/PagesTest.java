package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.alert.AlertMessage;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** The overview and the sign-in page. */
class PagesTest extends PagesFixture {
    // Overview

    @Test
    void an_empty_queue_says_how_to_capture_the_first_letter() throws Exception {
        String page = page(VIEWER, "/");

        assertThat(page)
                .contains("The queue is empty", "curl http://localhost/dlq", "Healthy")
                .doesNotContain("Authorization");
    }

    @Test
    void with_tokens_the_first_capture_shows_where_the_token_goes() throws Exception {
        mvc = pages(SampleSettings.with(
                "memory:",
                new AccessSettings(
                        List.of(new AccessSettings.Token("a", "0".repeat(64), Role.ADMIN, List.of())),
                        Optional.empty(),
                        List.of(),
                        List.of())));

        assertThat(page(VIEWER, "/")).contains("Authorization: Bearer $REDRIVE_TOKEN", "Sign out");
    }

    @Test
    void the_overview_shows_counts_causes_and_letters() throws Exception {
        LetterId id = captured(aLetter());
        captured(aLetter().failedWith(LetterBuilder.invalid()).status(LetterStatus.FAILED));

        String page = page(OPERATOR, "/");

        assertThat(page)
                .contains("/letters/" + id, "SocketTimeoutException", "order has no lines")
                .contains("1 letter in the last 24 h")
                .contains("2 letters are open, and no alert is firing.");
    }

    @Test
    void filters_in_the_address_choose_the_letters() throws Exception {
        LetterId pending = captured(aLetter().from("orders"));
        LetterId failed = captured(aLetter().from("payments").status(LetterStatus.FAILED));

        assertThat(page(VIEWER, "/?status=FAILED"))
                .contains("/letters/" + failed)
                .doesNotContain("/letters/" + pending);
        assertThat(page(VIEWER, "/?channel=orders"))
                .contains("/letters/" + pending)
                .doesNotContain("/letters/" + failed);
        assertThat(page(OPERATOR, "/?q=nothing+like+that")).contains("No letters like that");
    }

    @Test
    void older_letters_are_a_link_that_keeps_the_filters() throws Exception {
        for (int i = 0; i < 30; i++) captured(aLetter().from("orders & more"));

        String page = answer(VIEWER, get("/").param("channel", "orders & more").param("status", "PENDING"))
                .getContentAsString();

        assertThat(page).contains("href=\"/?status=PENDING&amp;channel=orders%20%26%20more&amp;after=");
    }

    @Test
    void a_status_that_does_not_exist_is_a_page_that_names_those_that_do() throws Exception {
        MockHttpServletResponse response = answer(VIEWER, get("/?status=lost"));

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(response.getContentAsString()).contains("pending, retrying, replayed");
    }

    @Test
    void a_firing_alert_stands_beside_the_health() throws Exception {
        alert("rule/DLQFailed", clock.instant().minusSeconds(180));
        store.alerts()
                .save(new AlertMessage(
                        "1",
                        "DLQFailed",
                        null,
                        "error",
                        AlertMessage.Kind.STARTED,
                        "12 letters failed",
                        clock.instant(),
                        List.of()));

        assertThat(page(VIEWER, "/")).contains("12 letters failed", "3 min ago");
    }

    @Test
    void an_alert_about_a_channel_is_shown_to_callers_with_that_channel() throws Exception {
        alert("rule/DLQFailed/orders", clock.instant());
        alert("rule/DLQFailed/payments", clock.instant());
        alert("pace/DLQFailed", clock.instant());

        assertThat(page(VIEWER, "/"))
                .contains("DLQFailed in orders", "DLQFailed in payments")
                .doesNotContain("pace");
        assertThat(page(SCOPED, "/")).contains("DLQFailed in orders").doesNotContain("DLQFailed in payments");
    }

    @Test
    void a_browser_without_a_page_gets_one_and_a_program_a_problem() throws Exception {
        NotFoundPage lost = new NotFoundPage(new PageFrames(SampleSettings.at("memory:"), clock, false));
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/nowhere");
        request.setAttribute(Caller.class.getName(), VIEWER);
        Exception nothing = new NoResourceFoundException(HttpMethod.GET, "/nowhere", "nowhere");

        request.addHeader("Accept", "application/json");
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, nothing))
                .isNull();

        request.removeHeader("Accept");
        request.addHeader("Accept", "text/html,*/*;q=0.8");
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, nothing))
                .satisfies(page -> assertThat(page.getStatus()).isEqualTo(HttpStatus.NOT_FOUND));
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, new Exception()))
                .isNull();
    }

    @Test
    void the_chart_shows_the_minute_counts() throws Exception {
        captured(aLetter());
        store.series()
                .add(List.of(new MinuteCount(
                        clock.instant().minus(Duration.ofHours(1)), "orders", MinuteCount.Measure.CAPTURED, 1234)));

        assertThat(page(VIEWER, "/")).contains("1\u202f234 captured", "<svg viewbox=\"0 0 576 160\"");
    }

    @Test
    void of_very_many_channels_it_lists_those_with_the_most_open_letters_and_takes_names_of_the_others()
            throws Exception {
        for (int i = 0; i < 150; i++) captured(aLetter().from("channel-" + i));
        captured(aLetter().from("zebra"));
        LetterId busy = captured(aLetter().from("zebra"));

        String page = page(VIEWER, "/");

        assertThat(page.split("<option value=\"(channel-|zebra)", -1)).hasSize(1 + 100);
        assertThat(page).contains("<option value=\"zebra\">", "list=\"channels\"", "there are 51 more");
        assertThat(page(VIEWER, "/?channel=zeb*")).contains("/letters/" + busy, "value=\"zeb*\"");
    }

    /** 20 000 channels made it 2 MB. */
    @Test
    void it_stays_small_however_many_channels_there_are() throws Exception {
        for (int i = 0; i < 20_000; i++) captured(aLetter().from("a-channel-with-a-name-" + i));

        String page = page(OPERATOR, "/");

        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(300_000);
        assertThat(page).contains("there are 19\u202f900 more");
    }

    @Test
    void a_caller_with_some_channels_sees_only_those() throws Exception {
        LetterId own = captured(aLetter().from("orders.eu"));
        LetterId other = captured(aLetter().from("payments"));

        assertThat(page(SCOPED, "/"))
                .contains("/letters/" + own)
                .doesNotContain("/letters/" + other, "payments", "/causes/");
        assertThat(answer(SCOPED, get("/?channel=payments")).getStatus()).isEqualTo(403);
        assertThat(answer(SCOPED, get("/?channel=*")).getStatus()).isEqualTo(403);
        assertThat(answer(SCOPED, get("/letters/" + other)).getStatus()).isEqualTo(403);
        assertThat(answer(SCOPED, post("/letters/" + other + "/discard")).getStatus())
                .isEqualTo(403);
        assertThat(letters.find(other).orElseThrow().status()).isEqualTo(LetterStatus.PENDING);
    }

    // Sign-in

    @Test
    void the_sign_in_page_needs_no_sign_in_and_shows_what_went_wrong() throws Exception {
        mvc = pages(SampleSettings.with(
                "memory:",
                new AccessSettings(
                        List.of(new AccessSettings.Token("a", "0".repeat(64), Role.ADMIN, List.of())),
                        Optional.empty(),
                        List.of(),
                        List.of())));

        String page = mvc.perform(get("/login?error=" + "%3Cscript%3Ealert"))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page)
                .contains("action=\"/login\"", "name=\"token\"", "type=\"password\"", "No token like that")
                .doesNotContain("<script>alert", "live.js");
        assertThat(page(VIEWER, "/login?denied")).contains("That was not allowed");
        assertThat(page(VIEWER, "/login?out")).contains("You are signed out");
    }
}

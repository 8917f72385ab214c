package dev.redrive.server.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertSnooze;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.alerts.FiringAlerts;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.replays.ReplayCommands;
import dev.redrive.store.decisions.ManualMove;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The first page. */
class InboxPageTest extends PagesFixture {
    private CauseId causeOf(LetterId letter) {
        return letters.find(letter).orElseThrow().cause();
    }

    private CauseId failed(String type) {
        return causeOf(captured(aLetter()
                .failedWith(LetterBuilder.failure("shop." + type, "it broke", Category.UNKNOWN))
                .status(LetterStatus.FAILED)));
    }

    // Health

    @Test
    void an_empty_queue_says_how_to_capture_the_first_letter() throws Exception {
        String page = page(VIEWER, "/");

        assertThat(page)
                .contains("The queue is empty", "curl http://localhost/dlq", "All quiet")
                .doesNotContain("Authorization", "class=\"chart");
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
    void one_sentence_says_what_needs_a_person() throws Exception {
        failed("A");
        failed("B");
        captured(aLetter()
                .failedWith(LetterBuilder.failure("shop.B", "it broke", Category.UNKNOWN))
                .status(LetterStatus.FAILED));

        assertThat(page(VIEWER, "/"))
                .contains("Needs you", "2 causes are open and nobody has decided about them. 3 letters are open.");
    }

    @Test
    void what_is_handled_is_calm() throws Exception {
        CauseId cause = failed("A");
        assertThat(letters.decide(cause, CauseState.ACKNOWLEDGED, "olga")).isTrue();

        assertThat(page(VIEWER, "/"))
                .contains("All quiet", "1 letter is open.", "Nothing needs you.")
                .doesNotContain("is-urgent", "/causes/" + cause);
    }

    @Test
    void an_alert_says_its_value_of_now_beside_that_when_it_fired() throws Exception {
        for (int i = 0; i < 12; i++)
            captured(aLetter().failedWith(LetterBuilder.invalid()).status(LetterStatus.FAILED));
        alert("rule/DLQFailed", clock.instant().minusSeconds(180));
        store.alerts()
                .save(new AlertMessage(
                        "1",
                        "DLQFailed",
                        null,
                        "error",
                        AlertMessage.Kind.STARTED,
                        "the number of failed letters is 184, above 10",
                        clock.instant().minusSeconds(180),
                        List.of()));

        String page = page(VIEWER, "/");

        assertThat(page)
                .contains(
                        "1 alert firing",
                        "The number of failed letters is 12, above 10",
                        "184 when it fired",
                        "3 min ago");
        assertThat(page.split("failed letters is|letters failed:", -1))
                .as("each fact once")
                .hasSize(2);
    }

    @Test
    void what_no_alert_says_yet_is_a_reason_of_the_health() throws Exception {
        for (int i = 0; i < 12; i++)
            captured(aLetter().failedWith(LetterBuilder.invalid()).status(LetterStatus.FAILED));

        assertThat(page(VIEWER, "/")).contains("Letters failed: 12, more than 10");
    }

    @Test
    void an_alert_about_a_channel_is_shown_to_callers_with_that_channel() throws Exception {
        captured(aLetter());
        alert("rule/DLQFailed/orders", clock.instant());
        alert("rule/DLQFailed/payments", clock.instant());
        alert("pace/DLQFailed", clock.instant());

        assertThat(page(VIEWER, "/"))
                .contains("failed letters in orders", "failed letters in payments", "2 alerts firing");
        assertThat(page(SCOPED, "/"))
                .contains("failed letters in orders", "1 alert firing")
                .doesNotContain("failed letters in payments");
    }

    // Causes

    @Test
    void a_cause_is_a_row_with_all_that_decides_where_to_look_first() throws Exception {
        LetterId id = captured(aLetter().from("orders"));

        assertThat(page(OPERATOR, "/"))
                .contains(
                        "/causes/" + causeOf(id), "SocketTimeoutException", "Orders.process", "orders", "●</span> new")
                .contains("1 letter in the last 24 h", "peak 1 an hour", "Acknowledge", "Ignore");
    }

    @Test
    void tabs_say_how_many_causes_they_have_and_show_those() throws Exception {
        CauseId fresh = failed("Fresh");
        CauseId mine = failed("Mine");
        CauseId theirs = failed("Theirs");
        CauseId regressed = failed("Regressed");
        assertThat(letters.decide(mine, CauseState.ACKNOWLEDGED, "ada")).isTrue();
        assertThat(letters.assign(mine, "olga")).isTrue();
        assertThat(letters.assign(theirs, "ada")).isTrue();
        assertThat(letters.decide(theirs, CauseState.ACKNOWLEDGED, "ada")).isTrue();
        assertThat(letters.decide(regressed, CauseState.REGRESSED, "ada")).isTrue();

        assertThat(page(OPERATOR, "/").replaceAll("<[^>]*>", "").replaceAll("\\s+", " "))
                .contains("Open 2 New 1 Regressed 1 Mine 1 Acknowledged 2 All 4");
        assertThat(page(OPERATOR, "/?tab=new"))
                .contains("/causes/" + fresh)
                .doesNotContain("/causes/" + mine, "/causes/" + regressed);
        assertThat(page(OPERATOR, "/?tab=mine")).contains("/causes/" + mine).doesNotContain("/causes/" + theirs);
        assertThat(page(OPERATOR, "/?tab=acknowledged")).contains("/causes/" + mine, "/causes/" + theirs);
        assertThat(page(OPERATOR, "/?tab=regressed"))
                .contains("/causes/" + regressed)
                .doesNotContain("/causes/" + fresh);
        assertThat(page(OPERATOR, "/?tab=all"))
                .contains("/causes/" + fresh, "/causes/" + mine, "/causes/" + theirs, "/causes/" + regressed);
        assertThat(answer(OPERATOR, get("/?tab=lost")).getContentAsString()).contains("tab must be one of open, new");
    }

    @Test
    void a_cause_that_somebody_looks_after_is_calm_and_in_their_inbox() throws Exception {
        CauseId cause = failed("A");
        assertThat(letters.assign(cause, "olga")).isTrue();

        assertThat(page(VIEWER, "/"))
                .contains("All quiet", "/causes/" + cause, "is-handled")
                .doesNotContain("is-urgent");
        assertThat(page(OPERATOR, "/?tab=mine"))
                .contains("/causes/" + cause, "<bdi>olga</bdi>", "is-handled")
                .doesNotContain("is-urgent");
        assertThat(page(ADMIN, "/?tab=mine")).contains("No cause is assigned to you.");
        assertThat(page(ADMIN, "/?tab=new")).contains("/causes/" + cause).doesNotContain("is-urgent");
        assertThat(counts().inbox()).isZero();
    }

    @Test
    void the_open_tab_has_every_cause_that_is_open_and_red_counts_those_that_nobody_looks_after() throws Exception {
        failed("Nobodys");
        CauseId assigned = failed("Assigned");
        CauseId known = failed("Known");
        assertThat(letters.assign(assigned, "ada")).isTrue();
        assertThat(letters.decide(known, CauseState.ACKNOWLEDGED, "ada")).isTrue();

        String page = page(OPERATOR, "/");

        assertThat(page.replaceAll("<[^>]*>", "").replaceAll("\\s+", " "))
                .contains("Open 2 New 2", "1 cause is open and nobody has decided about it.");
        assertThat(page).contains("/causes/" + assigned).doesNotContain("/causes/" + known);
        assertThat(page.split("is-urgent", -1)).hasSize(2);
    }

    @Test
    void a_snoozed_alert_does_not_count_in_the_rail() throws Exception {
        alert("rule/DLQFailed", clock.instant());
        assertThat(counts().alerts()).isEqualTo(1);

        store.alerts()
                .snooze(new AlertSnooze(
                        "rule/DLQFailed",
                        "ada",
                        null,
                        clock.instant(),
                        clock.instant().plusSeconds(3600)));

        assertThat(counts().alerts()).isZero();
        assertThat(page(OPERATOR, "/")).contains("1 alert firing", ", snoozed");
    }

    private RailCounts counts() {
        return new QueueCounts(
                        letters,
                        new ReplayCommands(redrive.replays(), (caller, action, subject, count) -> {}),
                        new FiringAlerts(
                                SampleSettings.at("memory:").alerts().rules(),
                                redrive,
                                store.alerts(),
                                store.series(),
                                clock),
                        clock)
                .of(OPERATOR);
    }

    @Test
    void a_cause_that_nobody_looks_after_shows_the_team_of_its_channels_and_stays_red() throws Exception {
        mvc = pages(SampleSettings.with(SampleSettings.at("memory:"), SampleSettings.team("payments", "pay*")));
        CauseId cause = causeOf(captured(aLetter().from("payments")));

        assertThat(page(VIEWER, "/")).contains("/causes/" + cause, "<bdi>team payments</bdi>", "is-urgent");
    }

    private boolean ignored(CauseId cause, IgnoreEnd end) {
        return letters.ignore(cause, end, "olga");
    }

    @Test
    void it_says_until_when_a_cause_is_ignored() throws Exception {
        CauseId cause = failed("A");

        assertThat(ignored(cause, new IgnoreEnd(clock.instant().plus(Duration.ofHours(2)), null, false)))
                .isTrue();
        assertThat(page(VIEWER, "/?tab=all")).contains("ignored</span>", "until 12:00 UTC");
        assertThat(ignored(cause, new IgnoreEnd(null, 501L, false))).isTrue();
        assertThat(page(VIEWER, "/?tab=all")).contains("until 500 more letters");
        assertThat(ignored(cause, new IgnoreEnd(clock.instant().plus(Duration.ofDays(2)), 1L, true)))
                .isTrue();
        assertThat(page(VIEWER, "/?tab=all"))
                .contains("until 2026-03-04 10:00 UTC or the next letter or the next release");
    }

    @Test
    void a_cause_with_nothing_open_is_not_regressed_and_one_of_yesterday_is_not_new() throws Exception {
        LetterId letter = captured(aLetter()
                .failedWith(LetterBuilder.failure("shop.Back", "it broke", Category.UNKNOWN))
                .status(LetterStatus.FAILED));
        assertThat(letters.decide(causeOf(letter), CauseState.REGRESSED, "ada")).isTrue();
        var unused = letters.move(letter, ManualMove.archive("ada", null));
        CauseId old = failed("Old");
        clock.forward(Duration.ofHours(25));

        assertThat(page(OPERATOR, "/?tab=all")).contains("nothing open").doesNotContain("is-regressed");
        assertThat(page(OPERATOR, "/?tab=new")).doesNotContain("/causes/" + old);
        assertThat(page(OPERATOR, "/")).contains("/causes/" + old).doesNotContain("/causes/" + causeOf(letter));
    }

    @Test
    void the_cause_with_the_most_open_letters_comes_first_and_what_is_handled_last() throws Exception {
        CauseId few = failed("Few");
        CauseId many = failed("Many");
        failed("Many");
        CauseId handled = failed("Handled");
        failed("Handled");
        failed("Handled");
        assertThat(letters.decide(handled, CauseState.IGNORED, "ada")).isTrue();

        String page = page(OPERATOR, "/?tab=all");

        assertThat(List.of(
                        page.indexOf("/causes/" + many),
                        page.indexOf("/causes/" + few),
                        page.indexOf("/causes/" + handled)))
                .isSorted()
                .doesNotContain(-1);
    }

    @Test
    void a_decision_in_the_inbox_comes_back_to_it_with_a_way_to_undo_it() throws Exception {
        CauseId cause = failed("A");
        assertThat(letters.decide(cause, CauseState.REGRESSED, "ada")).isTrue();

        String address = decided(cause, "ignore", "/?tab=all&range=7d");

        assertThat(address).startsWith("/?tab=all&range=7d&notice=cause.ignored." + cause + ".regressed");
        String page = page(OPERATOR, address);
        assertThat(page).contains("Ignored, so that it causes no alerts:", "A: it broke", "was=regressed");

        String undone = decided(cause, "undo?was=regressed", "/?tab=all");
        assertThat(letters.cause(cause).orElseThrow().state()).isEqualTo(CauseState.REGRESSED);
        assertThat(page(OPERATOR, undone))
                .contains("Undone. It is regressed again:")
                .doesNotContain("id=\"undo\"");
        assertThat(audited).containsExactly("olga cause ignore " + cause + " 0", "olga cause undo " + cause + " 0");
    }

    private String decided(CauseId cause, String decision, String back) throws Exception {
        return String.valueOf(
                answer(OPERATOR, post("/causes/" + cause + "/" + decision).param("back", back))
                        .getRedirectedUrl());
    }

    @Test
    void a_way_back_to_another_site_is_not_taken() throws Exception {
        CauseId cause = failed("A");

        for (String back :
                List.of("//evil.example", "https://evil.example", "/\\evil.example", "/?next=//evil.example"))
            assertThat(answer(
                                    OPERATOR,
                                    post("/causes/" + cause + "/acknowledge").param("back", back))
                            .getRedirectedUrl())
                    .startsWith("/causes/" + cause + "?notice=");
    }

    @Test
    void viewers_see_why_they_cannot_decide() throws Exception {
        CauseId cause = failed("A");

        assertThat(page(VIEWER, "/"))
                .contains(
                        "deciding needs the role operator",
                        "disabled title=\"Deciding needs the role operator\" aria-describedby=\"why-not\""
                                + " aria-label=\"Acknowledge: A: ***\"")
                .doesNotContain("<form method=\"post\"");
        assertThat(answer(VIEWER, post("/causes/" + cause + "/undo?was=open")).getStatus())
                .isEqualTo(403);
    }

    @Test
    void more_causes_than_fit_are_a_link_that_keeps_the_tab() throws Exception {
        for (int i = 0; i < 60; i++) failed("Type" + (char) ('A' + i / 10) + (char) ('A' + i % 10));

        assertThat(page(OPERATOR, "/?tab=new")).contains("href=\"/?tab=new&amp;range=24h&amp;from=50\"");
        assertThat(page(OPERATOR, "/?tab=new&from=50").split("<tr role=\"row\" data-key", -1))
                .hasSize(1 + 10);
    }

    @Test
    void what_causes_are_named_is_text() throws Exception {
        captured(aLetter()
                .from("c".repeat(200))
                .failedWith(LetterBuilder.failure("shop.Odd", HOSTILE + " \u202e", Category.UNKNOWN))
                .status(LetterStatus.FAILED));

        assertThat(page(OPERATOR, "/")).contains("⟨U+202E⟩").doesNotContain(HOSTILE, "\u202e");
    }

    // Charts

    @Test
    void the_charts_are_pictures_with_words_and_tables_without_a_script() throws Exception {
        captured(aLetter());
        store.series()
                .add(List.of(
                        new MinuteCount(
                                clock.instant().minus(Duration.ofHours(1)),
                                "orders",
                                MinuteCount.Measure.CAPTURED,
                                1234),
                        new MinuteCount(clock.instant(), "orders", MinuteCount.Measure.ATTEMPTED, 10),
                        new MinuteCount(clock.instant(), "orders", MinuteCount.Measure.RESOLVED, 4)));

        String page = page(VIEWER, "/");

        assertThat(page)
                .contains(
                        "Letters by status over time",
                        "Retry success and failure",
                        "Letters by channel",
                        "Time in queue")
                .contains("<svg class=\"chart chart-line\"", "<svg class=\"chart chart-donut\"")
                .contains("<svg class=\"chart chart-bar\"", "<svg class=\"chart chart-histogram\"")
                .contains("1\u202f234 captured", "4 succeeded, 6 failed, 40 % success", "/webjars/chart.js/4.5.1/")
                .contains("<th scope=\"row\">orders</th>", "<td class=\"number\">1\u202f234</td>");
    }

    @Test
    void the_range_of_the_charts_keeps_the_tab_and_the_tab_keeps_the_range() throws Exception {
        captured(aLetter());

        assertThat(page(VIEWER, "/?tab=new&range=7d"))
                .contains("href=\"/?tab=new&amp;range=30d\"", "href=\"/?tab=all&amp;range=7d\"", "In 7 days:");
        assertThat(answer(VIEWER, get("/?range=2y")).getContentAsString())
                .contains("range must be one of 1h, 24h, 7d, 30d");
    }

    // Readers

    /** 20 000 channels made it 2 MB. */
    @Test
    void it_stays_small_however_many_channels_there_are() throws Exception {
        for (int i = 0; i < 20_000; i++) captured(aLetter().from("a-channel-with-a-name-" + i));

        String page = page(OPERATOR, "/");

        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(100_000);
        assertThat(page).contains("19\u202f992 others");
    }

    @Test
    void a_caller_with_some_channels_sees_only_those() throws Exception {
        captured(aLetter().from("orders.eu"));
        LetterId other = captured(aLetter().from("payments"));

        assertThat(page(SCOPED, "/"))
                .contains("orders.eu", "1 letter is open", "you see only some channels")
                .doesNotContain("payments", "/causes/");
        assertThat(answer(SCOPED, get("/letters/" + other)).getStatus()).isEqualTo(403);
        assertThat(answer(SCOPED, post("/letters/" + other + "/discard")).getStatus())
                .isEqualTo(403);
        assertThat(letters.find(other).orElseThrow().status()).isEqualTo(LetterStatus.PENDING);
    }
}

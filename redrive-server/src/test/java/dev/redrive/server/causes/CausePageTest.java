package dev.redrive.server.causes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.cause.CauseCare;
import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Total;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** The page of a cause. */
class CausePageTest extends PagesFixture {
    @Test
    void a_cause_says_why_its_letters_are_grouped_and_shows_the_newest() throws Exception {
        LetterId id = captured(aLetter());
        String cause = letters.find(id).orElseThrow().cause().toString();

        assertThat(page(OPERATOR, "/causes/" + cause))
                .contains("Why are these together?", "com.acme.Orders.process", "/letters/" + id, "Replay 1 letter");
        assertThat(page(VIEWER, "/causes/" + cause))
                .contains("deciding and replaying needs the role operator")
                .contains(
                        "disabled aria-describedby=\"why-not\">Ignore<",
                        "disabled aria-describedby=\"why-not\">Assign to me<")
                .doesNotContain("<form method=\"post\"");
        assertThat(answer(VIEWER, get("/causes/nonsense")).getStatus()).isEqualTo(404);
    }

    @Test
    void a_capped_count_says_that_it_is_capped() throws Exception {
        for (int i = 0; i <= Total.COUNTED; i++) captured(aLetter());

        assertThat(page(
                        OPERATOR,
                        "/causes/" + letters.causes(CauseQuery.top(1)).get(0).id()))
                .contains("10\u202f000+ letters in the last 24 h, 10\u202f000+ an hour");
    }

    @Test
    void the_facts_of_a_cause_say_what_its_label_says() throws Exception {
        captured(aLetter());

        String page = page(
                OPERATOR, "/causes/" + letters.causes(CauseQuery.top(1)).get(0).id());

        assertThat(page).contains("</span> new</span>", "<dt>State</dt><dd>open, new");
    }

    @Test
    void letter_and_causes_show_what_it_was_captured_for_and_what_it_fails_with_now() throws Exception {
        LetterId id = captured(aLetter());
        LeasedLetter claimed = ClaimedLetters.leased(store, id, "w", Duration.ofMinutes(1));
        store.settle(List.of(new Settlement(
                claimed.lease(),
                Duration.ZERO,
                "manual",
                new Settlement.GaveUp(LetterBuilder.invalid(), LetterBuilder.fingerprint(LetterBuilder.invalid())))));
        String first = letters.find(id).orElseThrow().cause().toString();
        String last = letters.find(id).orElseThrow().lastCause().toString();

        assertThat(page(OPERATOR, "/letters/" + id))
                .contains(
                        "Read timed out",
                        "Retries fail with <bdi>InvalidOrder</bdi>: <bdi>order has no lines</bdi>",
                        "/causes/" + last);
        assertThat(page(OPERATOR, "/?tab=all")).contains("Read timed out", "/causes/" + last);
        assertThat(page(OPERATOR, "/causes/" + first))
                .contains("fail with another one now", "href=\"/causes/" + last, "Replay 1 letter");
        assertThat(page(OPERATOR, "/causes/" + last))
                .contains("were captured for", "href=\"/causes/" + first, "/letters/" + id, "Replay 1 letter");
    }

    @Test
    void a_decision_about_a_cause_is_kept_with_its_author() throws Exception {
        captured(aLetter());
        var cause = letters.causes(CauseQuery.top(1)).get(0).id();

        pressed(OPERATOR, "/causes/" + cause + "/acknowledge");

        assertThat(letters.cause(cause).orElseThrow().state()).isEqualTo(CauseState.ACKNOWLEDGED);
        assertThat(page(VIEWER, "/causes/" + cause)).containsPattern("acknowledged, last decided by\\s*<bdi>olga");
        assertThat(audited).containsExactly("olga cause acknowledge " + cause + " 0");
    }

    @Test
    void a_decision_can_be_undone_and_a_cause_reopened() throws Exception {
        captured(aLetter());
        var cause = letters.causes(CauseQuery.top(1)).get(0).id();

        String resolved = pressed(OPERATOR, "/causes/" + cause + "/resolve");

        assertThat(page(OPERATOR, resolved)).contains("Resolved:", "/causes/" + cause + "/undo?back=", "was=open");
        assertThat(pressed(OPERATOR, "/causes/" + cause + "/reopen")).startsWith("/causes/" + cause + "?notice=");
        assertThat(letters.cause(cause).orElseThrow().state()).isEqualTo(CauseState.OPEN);
        assertThat(answer(OPERATOR, post("/causes/" + cause + "/undo?was=lost")).getStatus())
                .isEqualTo(400);
    }

    private CauseId cause() {
        captured(aLetter());
        return letters.causes(CauseQuery.top(1)).get(0).id();
    }

    private CauseCare care(CauseId cause) {
        return letters.cause(cause).orElseThrow().care();
    }

    private MockHttpServletResponse filled(CauseId cause, String command, String... fields) throws Exception {
        MockHttpServletRequestBuilder form = post("/causes/" + cause + "/" + command);
        for (int i = 0; i < fields.length; i += 2) form.param(fields[i], fields[i + 1]);
        return answer(OPERATOR, form);
    }

    @Test
    void a_cause_is_assigned_to_the_reader_to_somebody_else_and_to_nobody() throws Exception {
        CauseId cause = cause();
        assertThat(page(OPERATOR, "/causes/" + cause)).contains("Assign to me", "is-new ", "class=\"urgent\"");

        assertThat(filled(cause, "assign", "assignee", "olga").getRedirectedUrl())
                .isEqualTo("/causes/" + cause + "?notice=assigned");

        assertThat(care(cause).assignee()).isEqualTo("olga");
        assertThat(page(OPERATOR, "/causes/" + cause + "?notice=assigned"))
                .contains("Assigned.", "id=\"assignee\"><bdi>olga</bdi>", "is-calm", "Assign to nobody")
                .doesNotContain("Assign to me", "class=\"urgent\"");
        filled(cause, "assign", "assignee", " ada ");
        assertThat(care(cause).assignee()).isEqualTo("ada");
        filled(cause, "assign", "assignee", "");
        assertThat(care(cause).assignee()).isNull();
        assertThat(audited).containsOnly("olga cause assign " + cause + " 0").hasSize(3);
        assertThat(filled(cause, "assign", "assignee", "x".repeat(256)).getStatus())
                .isEqualTo(400);
    }

    @Test
    void the_people_and_the_team_of_its_channels_are_offered() throws Exception {
        mvc = pages(SampleSettings.with(
                SampleSettings.at("memory:"), SampleSettings.team("shop", "orders*", "zoe", "ann")));

        assertThat(page(OPERATOR, "/causes/" + cause()))
                .contains("<dd id=\"team\">shop</dd>", "<option value=\"ann\"></option><option value=\"zoe\">");
    }

    @Test
    void a_ticket_is_a_link_to_the_web_and_nothing_else() throws Exception {
        CauseId cause = cause();

        assertThat(filled(cause, "link", "url", "https://tickets.example/42?a=\"b\"")
                        .getStatus())
                .isEqualTo(400);
        assertThat(filled(cause, "link", "url", "javascript:alert(1)").getContentAsString())
                .contains("url must be an address that begins with http:// or https://");
        assertThat(care(cause).link()).isNull();
        filled(cause, "link", "url", "https://tickets.example/42");
        assertThat(page(VIEWER, "/causes/" + cause))
                .contains("<a href=\"https://tickets.example/42\" rel=\"noopener noreferrer external\"");
        filled(cause, "link", "url", "");
        assertThat(care(cause).link()).isNull();
        assertThat(audited).containsOnly("olga cause link " + cause + " 0").hasSize(2);
    }

    @Test
    void a_cause_is_ignored_until_a_time_as_it_was_typed_and_undo_takes_that_back() throws Exception {
        CauseId cause = cause();
        filled(cause, "assign", "assignee", "olga");

        String address = String.valueOf(
                filled(cause, "ignore", "how", "time", "until", "tomorrow 8:30").getRedirectedUrl());

        assertThat(care(cause))
                .isEqualTo(
                        new CauseCare("olga", null, new IgnoreEnd(Instant.parse("2026-03-03T08:30:00Z"), null, false)));
        assertThat(page(OPERATOR, address))
                .contains(
                        "Ignored until 2026-03-03 08:30 UTC, so that it causes no alerts:",
                        "Ignored until 2026-03-03 08:30 UTC, then open")
                .contains("was=open");
        assertThat(filled(cause, "undo", "was", "open").getRedirectedUrl()).contains("notice=cause.open");
        assertThat(letters.cause(cause).orElseThrow().state()).isEqualTo(CauseState.OPEN);
        assertThat(care(cause)).isEqualTo(CauseCare.none().assignedTo("olga"));
    }

    @Test
    void undo_gives_back_until_when_it_was_ignored() throws Exception {
        CauseId cause = cause();
        filled(cause, "ignore", "how", "letters", "moreThan", "500");
        assertThat(care(cause).ignored().upTo()).isEqualTo(501);
        captured(aLetter());

        String address = String.valueOf(filled(cause, "acknowledge").getRedirectedUrl());
        assertThat(address).contains("notice=cause.acknowledged." + cause + ".ignored-n501");
        assertThat(page(OPERATOR, address)).contains("was=ignored-n501");
        filled(cause, "undo", "was", "ignored-n501");

        assertThat(letters.cause(cause).orElseThrow().state()).isEqualTo(CauseState.IGNORED);
        assertThat(care(cause).ignored().upTo()).isEqualTo(501);
        filled(cause, "undo", "was", "ignored-t1772532000000-r");
        assertThat(care(cause).ignored()).isEqualTo(new IgnoreEnd(Instant.parse("2026-03-03T10:00:00Z"), null, true));
    }

    @Test
    void a_cause_is_ignored_until_the_next_release() throws Exception {
        CauseId cause = cause();

        filled(cause, "ignore", "how", "release");

        assertThat(care(cause).ignored().atRelease()).isTrue();
        assertThat(page(VIEWER, "/causes/" + cause)).contains("Ignored until the next release, then open again.");
    }

    @Test
    void notes_are_shown_with_their_authors_and_are_text() throws Exception {
        CauseId cause = cause();
        assertThat(page(OPERATOR, "/causes/" + cause)).contains("Nobody has written any.", "id=\"do-note\"");

        assertThat(filled(cause, "notes", "text", " the bank knows " + HOSTILE).getRedirectedUrl())
                .isEqualTo("/causes/" + cause + "?notice=note_added");

        assertThat(page(OPERATOR, "/causes/" + cause + "?notice=note_added"))
                .contains(
                        "Note added.",
                        "the bank knows &#34;&gt;&lt;script&gt;".replace("&#34;", "\""),
                        "<bdi>olga</bdi>")
                .doesNotContain(HOSTILE);
        assertThat(page(VIEWER, "/causes/" + cause)).doesNotContain("the bank knows", "id=\"do-note\"");
        assertThat(filled(cause, "notes", "text", " ").getStatus()).isEqualTo(400);
        assertThat(filled(cause, "notes", "text", "x".repeat(4097)).getStatus()).isEqualTo(400);
        assertThat(answer(VIEWER, post("/causes/" + cause + "/notes").param("text", "x"))
                        .getStatus())
                .isEqualTo(403);
        assertThat(audited).containsExactly("olga cause note " + cause + " 0");
    }

    @Test
    void an_end_of_ignoring_that_cannot_be_read_is_refused_and_nothing_changes() throws Exception {
        CauseId cause = cause();

        assertThat(filled(cause, "ignore", "how", "time", "until", "soon").getContentAsString())
                .contains("is no time to come; type for example 2h, 18:00, tomorrow");
        assertThat(filled(cause, "ignore", "how", "letters", "moreThan", "many").getContentAsString())
                .contains("say after how many more letters");
        assertThat(filled(cause, "ignore", "how", "never").getStatus()).isEqualTo(400);
        assertThat(answer(VIEWER, post("/causes/" + cause + "/assign")).getStatus())
                .isEqualTo(403);
        assertThat(answer(SCOPED, post("/causes/" + cause + "/link")).getStatus())
                .isEqualTo(403);
        assertThat(letters.cause(cause).orElseThrow().state()).isEqualTo(CauseState.OPEN);
        assertThat(audited).isEmpty();
    }

    @Test
    void a_replay_is_planned_before_anything_is_sent() throws Exception {
        LetterId id = captured(aLetter());
        var cause = letters.find(id).orElseThrow().cause();

        String address = pressed(OPERATOR, "/causes/" + cause + "/replay");

        assertThat(address).startsWith("/replays/");
        assertThat(redrive.replays().list(Set.of(), 10, null))
                .singleElement()
                .satisfies(replay -> assertThat(replay.state()).isEqualTo(ReplayState.PLANNED));
        clock.forward(Duration.ofSeconds(2));
        assertThat(page(OPERATOR, "/causes/" + cause)).contains("Replay planned, 1 letter", address);
        assertThat(page(OPERATOR, "/")).contains("Replay planned, 1 letter", address);
    }

    @Test
    void two_letters_stand_side_by_side_with_their_differences_marked() throws Exception {
        LetterId first = captured(aLetter().saying("{\"orderId\":1,\"total\":\"9.90\"}"));
        LetterId second = captured(aLetter().saying("{\"orderId\":2,\"total\":\"9.90\"}"));
        var cause = letters.find(first).orElseThrow().cause();

        String page = page(OPERATOR, "/causes/" + cause);

        assertThat(page)
                .contains("Two letters side by side", "/letters/" + second)
                .containsPattern("<mark><bdi>\\s*&#34;orderId&#34;: 1,</bdi>|<mark><bdi>\\s*\"orderId\": 1,</bdi>")
                .doesNotContainPattern("<mark><bdi>[^<]*total");
        assertThat(page(OPERATOR, "/causes/" + cause + "?left=" + first + "&right=" + first))
                .doesNotContain("<mark>");
        assertThat(answer(OPERATOR, get("/causes/" + cause + "?left=nonsense")).getStatus())
                .isEqualTo(404);
    }

    @Test
    void frames_of_the_application_come_first() throws Exception {
        LetterId id = captured(aLetter());

        String page = page(OPERATOR, "/causes/" + letters.find(id).orElseThrow().cause());

        assertThat(page.indexOf("aria-label=\"Frames of the application\""))
                .isPositive()
                .isLessThan(page.indexOf("Whole stack trace"));
    }

    @Test
    void viewers_see_no_values_that_are_masked_in_what_is_compared() throws Exception {
        LetterId id = captured(aLetter().saying("{\"card\":\"4111\"}"));
        captured(aLetter().saying("{\"card\":\"4222\"}"));

        assertThat(page(VIEWER, "/causes/" + letters.find(id).orElseThrow().cause()))
                .contains("Two letters side by side")
                .doesNotContain("4111", "4222");
    }
}

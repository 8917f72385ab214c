package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.letter.CauseId;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.store.decisions.ManualMove;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** The page of letters. */
class LettersPageTest extends PagesFixture {
    @Test
    void the_address_is_the_filter_and_each_condition_can_be_taken_back() throws Exception {
        LetterId pending = captured(aLetter().from("orders"));
        LetterId failed = captured(aLetter().from("payments").status(LetterStatus.FAILED));

        String page = page(OPERATOR, "/letters?status=FAILED&status=MANUAL&channel=payments&order=oldest");

        assertThat(page)
                .contains("/letters/" + failed, "1 letter</strong>", "failed, manual")
                .contains("href=\"/letters?channel=payments&amp;order=oldest\"")
                .contains("href=\"/letters?status=FAILED&amp;status=MANUAL&amp;order=oldest\"")
                .doesNotContain("/letters/" + pending);
        assertThat(page(OPERATOR, "/letters"))
                .contains("/letters/" + failed, "/letters/" + pending, "2 letters</strong>");
    }

    @Test
    void a_range_of_time_is_read_in_the_zone_of_the_reader() throws Exception {
        LetterId old = captured(aLetter());
        clock.forward(Duration.ofDays(2));
        LetterId fresh = captured(aLetter());

        assertThat(page(OPERATOR, "/letters?time=24h"))
                .contains("/letters/" + fresh)
                .doesNotContain("/letters/" + old);
        assertThat(answer(OPERATOR, get("/letters").param("time", "soon")).getStatus())
                .isEqualTo(400);
        assertThat(answer(OPERATOR, get("/letters").param("time", "soon")).getContentAsString())
                .contains("yesterday 14:00-15:00");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "time          | soon   | id=\"time\"[^>]*aria-invalid=\"true\"[^>]*aria-describedby=\"wrong-filter\"",
                "order         | random | <select name=\"order\"[^>]*aria-invalid=\"true\"",
                "status        | broken | class=\"chip is-wrong\"",
                "q             | status:broken | class=\"chip is-wrong\"",
                "anyCause      | x      | class=\"chip is-wrong\"",
                "minRetryCount | many   | class=\"chip is-wrong\"",
                "colour        | red    | class=\"chip is-wrong\""
            })
    void a_filter_that_cannot_be_read_stays_in_its_line_with_what_is_wrong_beside_it(
            String name, String value, String place) throws Exception {
        LetterId there = captured(aLetter());

        MockHttpServletResponse refused =
                answer(OPERATOR, get("/letters").param("channel", "orders").param(name, value));

        String page = refused.getContentAsString();
        assertThat(refused.getStatus()).isEqualTo(400);
        assertThat(page)
                .containsPattern(place)
                .containsOnlyOnce("id=\"wrong-filter\"")
                .containsPattern("(?s)" + place + ".*id=\"wrong-filter\"|id=\"wrong-filter\".*" + place)
                .contains("Remove the filter channel", "Nothing is shown, because the filter cannot be read")
                .doesNotContain("/letters/" + there, "id=\"bulk\"");
    }

    @Test
    void a_wrong_filter_is_shown_as_text() throws Exception {
        String page = answer(OPERATOR, get("/letters").param("time", "<img src=x onerror=alert(1)>"))
                .getContentAsString();

        assertThat(page).contains("value=\"&lt;img").doesNotContain("<img src=x");
    }

    @Test
    void an_empty_queue_says_how_to_capture_a_first_letter_and_has_no_table() throws Exception {
        assertThat(page(OPERATOR, "/letters"))
                .contains("<h2>No letters</h2>", "curl http://localhost/dlq")
                .doesNotContain("<table");
        assertThat(page(OPERATOR, "/letters?status=FAILED")).contains("<table", "No letter matches");
    }

    @Test
    void a_range_without_a_match_says_which_hours_in_which_zone_were_meant() throws Exception {
        captured(aLetter());

        assertThat(page(OPERATOR, "/letters?time=yesterday 14:00-15:00"))
                .contains("No letter matches: nothing between 2026-03-01 14:00 and 15:00, UTC.");
    }

    @Test
    void what_is_done_with_all_that_match_never_means_letters_that_come_later() throws Exception {
        captured(aLetter());

        assertThat(page(OPERATOR, "/letters?channel=orders"))
                .contains(
                        "data-criteria=\"{&#34;channel&#34;:[&#34;orders&#34;],&#34;to&#34;:[&#34;" + clock.instant());
    }

    @Test
    void columns_are_chosen_in_the_address() throws Exception {
        captured(aLetter());

        assertThat(page(OPERATOR, "/letters")).contains(">Key</th>").doesNotContain(">Event id</th>");
        assertThat(page(OPERATOR, "/letters?columns=event"))
                .contains(">Event id</th>")
                .doesNotContain(">Key</th>", ">Captured</th>");
    }

    @Test
    void further_letters_are_a_link_that_keeps_filter_sort_and_columns() throws Exception {
        for (int i = 0; i < 101; i++) captured(aLetter().from("orders & more"));

        String page = answer(
                        OPERATOR,
                        get("/letters").param("channel", "orders & more").param("order", "oldest"))
                .getContentAsString();

        assertThat(page).contains("href=\"/letters?channel=orders%20%26%20more&amp;order=oldest&amp;after=");
    }

    @Test
    void a_caller_with_some_channels_sees_and_counts_only_those() throws Exception {
        LetterId own = captured(aLetter().from("orders.eu"));
        LetterId other = captured(aLetter().from("payments"));

        assertThat(page(SCOPED, "/letters"))
                .contains("/letters/" + own, "1 letter</strong>")
                .doesNotContain("/letters/" + other, "payments");
        assertThat(answer(SCOPED, get("/letters").param("channel", "payments")).getStatus())
                .isEqualTo(403);
    }

    @Test
    void viewers_see_what_could_be_done_and_why_they_may_not_and_cannot_search_hidden_text() throws Exception {
        captured(aLetter());

        assertThat(page(VIEWER, "/letters"))
                .contains("You may look, but this needs the role operator")
                .doesNotContain("data-may", "name=\"q\"");
        assertThat(answer(VIEWER, get("/letters").param("q", "4111")).getStatus())
                .isEqualTo(403);
    }

    @Test
    void names_that_do_not_exist_are_refused_with_those_that_do() throws Exception {
        assertThat(answer(OPERATOR, get("/letters").param("colour", "red")).getContentAsString())
                .contains("there is no colour here");
        assertThat(answer(OPERATOR, get("/letters").param("order", "best")).getContentAsString())
                .contains("newest, oldest");
    }

    @Test
    void what_letters_say_is_text_with_its_invisible_characters_written_out() throws Exception {
        captured(aLetter().from(HOSTILE + "\u202e"));

        assertThat(page(OPERATOR, "/letters")).contains("⟨U+202E⟩").doesNotContain("<script>alert", "<img src=x");
    }

    // Saved views

    private String save(Caller caller, String name, String query, String... more) throws Exception {
        MockHttpServletRequestBuilder request =
                post("/letters/views/save").param("name", name).param("query", query);
        for (String word : more) request.param(word, "yes");
        return String.valueOf(answer(caller, request).getRedirectedUrl());
    }

    @Test
    void a_view_is_saved_opened_and_named_on_the_page() throws Exception {
        String address = save(OPERATOR, "to decide", "status=MANUAL&order=oldest&columns=event", "shared");

        assertThat(address)
                .isEqualTo("/letters?status=MANUAL&order=oldest&columns=event&view=to%20decide&notice=view_saved");
        assertThat(page(OPERATOR, "/letters?status=MANUAL&order=oldest&columns=event&view=to decide"))
                .contains("id=\"open-view\"><bdi>to decide</bdi>", "<span class=\"quiet\">shared</span>")
                .doesNotContain("not saved");
        assertThat(page(VIEWER, "/letters"))
                .contains("href=\"/letters?status=MANUAL&amp;columns=event&amp;order=oldest&amp;view=to%20decide\"")
                .doesNotContain("open-view", "/letters/views/delete");
        assertThat(audited).containsExactly("olga view save shared view to decide 0");
    }

    @Test
    void changes_to_a_view_are_shown_and_saved_by_those_who_may() throws Exception {
        save(OPERATOR, "failed", "status=FAILED", "shared");
        String changed = "/letters?status=FAILED&channel=orders&view=failed";

        assertThat(page(OPERATOR, changed))
                .contains(
                        "not saved",
                        "id=\"save-changes\"",
                        "href=\"/letters?status=FAILED&amp;view=failed\">As it was");
        assertThat(page(VIEWER, changed)).contains("not saved").doesNotContain("save-changes");
        save(OPERATOR, "failed", "channel=orders&status=FAILED", "shared");
        assertThat(page(OPERATOR, changed)).contains("open-view").doesNotContain("not saved");
    }

    @Test
    void an_own_view_is_only_its_owners_and_stands_for_a_shared_one_of_its_name() throws Exception {
        save(OPERATOR, "failed", "status=FAILED", "shared");
        save(VIEWER, "failed", "status=MANUAL");

        assertThat(page(VIEWER, "/letters?status=MANUAL&view=failed"))
                .contains("<span class=\"quiet\">own", "/letters/views/delete")
                .doesNotContain("not saved");
        assertThat(page(OPERATOR, "/letters?status=FAILED&view=failed")).contains("<span class=\"quiet\">shared");
        assertThat(answer(
                                VIEWER,
                                post("/letters/views/save")
                                        .param("name", "x")
                                        .param("query", "")
                                        .param("shared", "yes"))
                        .getStatus())
                .isEqualTo(403);
        assertThat(answer(
                                VIEWER,
                                post("/letters/views/delete")
                                        .param("name", "failed")
                                        .param("query", "status=open"))
                        .getRedirectedUrl())
                .isEqualTo("/letters?status=open&notice=view_deleted");
        assertThat(page(VIEWER, "/letters?status=MANUAL&view=failed")).contains("<span class=\"quiet\">shared");
    }

    @Test
    void names_of_views_are_text() throws Exception {
        save(OPERATOR, "<img src=x> \u202e".strip(), "status=FAILED", "shared");

        assertThat(page(OPERATOR, "/letters")).contains("⟨U+202E⟩").doesNotContain("<img src=x>");
    }

    // Causes, attributes and targets

    @Test
    void conditions_in_the_search_box_become_chips() throws Exception {
        LetterId pending = captured(aLetter().from("orders"));
        LetterId failed = captured(aLetter().from("orders").status(LetterStatus.FAILED));

        assertThat(page(OPERATOR, "/letters?q=status:failed channel:orders"))
                .contains("/letters/" + failed, "href=\"/letters?channel=orders\"")
                .contains("<input type=\"hidden\" name=\"status\" value=\"failed\">")
                .doesNotContain("/letters/" + pending);
    }

    @Test
    void a_cause_is_a_chip_with_its_title_and_open_means_every_open_status() throws Exception {
        LetterId open = captured(aLetter());
        LetterId closed = captured(aLetter());
        redrive.letters().move(closed, ManualMove.archive("jo", null));
        String cause = letters.find(open).orElseThrow().cause().toString();
        String title =
                letters.cause(new CauseId(UUID.fromString(cause))).orElseThrow().title();

        assertThat(page(OPERATOR, "/letters?anyCause=" + cause + "&status=open"))
                .contains("<span class=\"quiet\">cause</span>", title, "/letters/" + open)
                .doesNotContain("/letters/" + closed);
        assertThat(page(SCOPED, "/letters?anyCause=" + cause)).doesNotContain(title);
        assertThat(page(OPERATOR, "/causes/" + cause)).contains("/letters?anyCause=" + cause + "&amp;status=open");
    }

    @Test
    void letters_that_are_not_sent_because_their_channel_has_no_target_say_so_and_how_to_give_it_one()
            throws Exception {
        redrive.handle("served", letter -> {});
        captured(aLetter().from("served"));
        assertThat(page(OPERATOR, "/letters")).doesNotContain("no target");

        LetterId stuck = captured(aLetter().from("orders"));

        assertThat(page(OPERATOR, "/letters"))
                .contains("id=\"unsent\"", "href=\"/channels/one?name=orders\"")
                .contains("add one under redrive.channels: { match: &#34;orders&#34;".replace("&#34;", "\""))
                .containsOnlyOnce("class=\"no-target\"")
                .containsOnlyOnce("data-label=\"Next\"><span class=\"quiet\">no target</span>")
                .containsOnlyOnce("data-due");
        redrive.letters().move(stuck, ManualMove.archive("jo", null));
        assertThat(page(OPERATOR, "/letters")).doesNotContain("no target");
    }

    // Beside the list

    @Test
    void the_letter_in_the_address_stands_beside_the_list() throws Exception {
        LetterId first = captured(aLetter().from("orders"));
        LetterId other = captured(aLetter().from("payments"));

        assertThat(page(OPERATOR, "/letters?channel=orders&beside=" + first))
                .contains("id=\"beside\"", "<div class=\"columns letter-columns\" id=\"letter\" data-id=\"" + first)
                .contains("id=\"close-beside\" href=\"/letters?channel=orders\"")
                .contains("<input type=\"hidden\" name=\"beside\"");
        assertThat(page(OPERATOR, "/letters"))
                .contains("href=\"/letters?beside=" + other)
                .doesNotContain("id=\"beside\"");
        assertThat(page(SCOPED, "/letters?beside=" + other))
                .contains("This letter is gone, or")
                .doesNotContain("payments");
    }
}

package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.pages.PagesFixture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

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
}

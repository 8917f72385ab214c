package dev.redrive.server.letters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Priority;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.store.decisions.ManualMove;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

/** Tags and the priority of a letter on its page. */
class TagButtonsTest extends PagesFixture {
    private MockHttpServletResponse sent(Caller caller, String address, String name, String value) throws Exception {
        return answer(caller, post(address).param(name, value));
    }

    private DeadLetter letter(LetterId id) {
        return letters.find(id).orElseThrow();
    }

    @Test
    void a_tag_is_added_and_removed_and_each_is_a_version() throws Exception {
        LetterId id = captured(aLetter().tagged("old"));

        MockHttpServletResponse added = sent(OPERATOR, "/letters/" + id + "/tag", "tag", " by hand ");
        MockHttpServletResponse removed = sent(OPERATOR, "/letters/" + id + "/untag", "tag", "old");

        assertThat(added.getRedirectedUrl()).isEqualTo("/letters/" + id + "?notice=tagged");
        assertThat(removed.getRedirectedUrl()).isEqualTo("/letters/" + id + "?notice=untagged");
        assertThat(letter(id).tags()).containsExactly("by hand");
        assertThat(letter(id).state().version()).isEqualTo(2);
        assertThat(audited).containsExactly("olga edit " + id + " 1", "olga edit " + id + " 1");
    }

    @Test
    void what_a_letter_has_already_is_no_version() throws Exception {
        LetterId id = captured(aLetter().tagged("old"));

        sent(OPERATOR, "/letters/" + id + "/tag", "tag", "old");
        sent(OPERATOR, "/letters/" + id + "/untag", "tag", "never there");
        sent(OPERATOR, "/letters/" + id + "/priority", "priority", "NORMAL");

        assertThat(letter(id).state().version()).isZero();
        assertThat(audited).isEmpty();
    }

    @Test
    void a_priority_is_chosen_from_the_four() throws Exception {
        LetterId id = captured(aLetter());

        sent(OPERATOR, "/letters/" + id + "/priority", "priority", "CRITICAL");
        MockHttpServletResponse unknown = sent(OPERATOR, "/letters/" + id + "/priority", "priority", "urgent");

        assertThat(unknown.getStatus()).isEqualTo(400);
        assertThat(letter(id).priority()).isEqualTo(Priority.CRITICAL);
        assertThat(page(OPERATOR, "/letters/" + id)).contains("<option value=\"CRITICAL\" selected>");
    }

    @Test
    void what_is_no_tag_is_refused() throws Exception {
        LetterId id = captured(aLetter());

        for (String tag : new String[] {"", "  ", "two\nlines", "x".repeat(501)})
            assertThat(sent(OPERATOR, "/letters/" + id + "/tag", "tag", tag).getStatus())
                    .isEqualTo(400);

        assertThat(letter(id).tags()).isEmpty();
    }

    @Test
    void a_closed_letter_keeps_its_tags_and_says_why() throws Exception {
        LetterId id = captured(aLetter().tagged("old").status(LetterStatus.MANUAL));
        letters.move(id, ManualMove.archive("olga", null));

        MockHttpServletResponse refused = sent(OPERATOR, "/letters/" + id + "/untag", "tag", "old");

        assertThat(refused.getRedirectedUrl()).endsWith("?notice=refused");
        assertThat(letter(id).tags()).containsExactly("old");
        assertThat(page(OPERATOR, "/letters/" + id))
                .contains("id=\"why-labels\">It is archived. Restore it first.")
                .doesNotContain("/untag");
    }

    @Test
    void a_viewer_sees_them_disabled_with_the_reason() throws Exception {
        LetterId id = captured(aLetter().tagged("old"));

        assertThat(page(VIEWER, "/letters/" + id))
                .containsPattern("<select id=\"priority\"[^>]* disabled")
                .containsPattern("<input id=\"tag\"[^>]* disabled")
                .contains("id=\"why-labels\">You may look.")
                .doesNotContain("/untag");
        assertThat(sent(VIEWER, "/letters/" + id + "/tag", "tag", "x").getStatus())
                .isEqualTo(403);
    }

    @Test
    void a_hostile_tag_stays_text() throws Exception {
        LetterId id = captured(aLetter().tagged(HOSTILE, "\u202Eedispu"));

        assertThat(page(OPERATOR, "/letters/" + id))
                .contains("&lt;script&gt;alert(", "⟨U+202E⟩edispu")
                .doesNotContain("<script>alert", "<img src=x");
    }
}

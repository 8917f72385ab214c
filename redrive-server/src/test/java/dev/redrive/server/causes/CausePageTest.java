package dev.redrive.server.causes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.cause.CauseState;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.LetterId;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.CauseQuery;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of a cause. */
class CausePageTest extends PagesFixture {
    @Test
    void a_cause_says_why_its_letters_are_grouped_and_shows_the_newest() throws Exception {
        LetterId id = captured(aLetter());
        String cause = letters.find(id).orElseThrow().cause().toString();

        assertThat(page(OPERATOR, "/causes/" + cause))
                .contains("Why these are grouped", "com.acme.Orders.process", "/letters/" + id, "Retry 1 letter");
        assertThat(page(VIEWER, "/causes/" + cause)).doesNotContain("<form method=\"post\"");
        assertThat(answer(VIEWER, get("/causes/nonsense")).getStatus()).isEqualTo(404);
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
                .contains("Read timed out", "Retries fail with InvalidOrder: order has no lines", "/causes/" + last);
        assertThat(page(OPERATOR, "/")).contains("Read timed out", "fails now with InvalidOrder: order has no lines");
        assertThat(page(OPERATOR, "/causes/" + first))
                .contains("fail with another one now", "href=\"/causes/" + last, "Retry 1 letter");
        assertThat(page(OPERATOR, "/causes/" + last))
                .contains("were captured for", "href=\"/causes/" + first, "/letters/" + id, "Retry 1 letter");
    }

    @Test
    void a_decision_about_a_cause_is_kept_with_its_author() throws Exception {
        captured(aLetter());
        var cause = letters.causes(CauseQuery.top(1)).get(0).id();

        pressed(OPERATOR, "/causes/" + cause + "/acknowledge");

        assertThat(letters.cause(cause).orElseThrow().state()).isEqualTo(CauseState.ACKNOWLEDGED);
        assertThat(page(VIEWER, "/causes/" + cause)).contains("acknowledged, last decided by olga");
        assertThat(audited).containsExactly("olga cause acknowledge " + cause + " 0");
    }
}

package dev.redrive.server.causes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.cause.CauseState;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterId;
import dev.redrive.server.pages.PagesFixture;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.CauseQuery;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

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
                .doesNotContain("<form method=\"post\"");
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

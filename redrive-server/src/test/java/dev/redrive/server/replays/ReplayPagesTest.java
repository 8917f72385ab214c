package dev.redrive.server.replays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.redrive.json.Json;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.LetterStatus;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.CauseQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of replays, and replays that are started on the page of a cause. */
@Timeout(60)
class ReplayPagesTest extends ReplayPagesFixture {
    // All replays

    @Test
    void without_any_the_page_says_how_to_make_one() throws Exception {
        assertThat(page(VIEWER, "/replays"))
                .contains(
                        "No replays yet",
                        "Open a cause",
                        "redrive replay --channel",
                        "curl http://localhost/dlq/replays")
                .contains("href=\"/replays\" aria-current=\"page\"");
    }

    @Test
    void replays_are_listed_newest_first_and_page_by_page() throws Exception {
        letter("good.a");
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            clock.forward(Duration.ofSeconds(1));
            made.add(0, planned(channel("good.a")).toString());
        }

        String first = page(VIEWER, "/replays");
        assertThat(first).containsSubsequence(made.subList(0, 25)).doesNotContain(made.get(25));
        assertThat(first).contains("href=\"/replays?before=" + made.get(24) + "\"");
        String second = page(VIEWER, "/replays?before=" + made.get(24));
        assertThat(second).containsSubsequence(made.subList(25, 30)).doesNotContain("Older replays");
        assertThat(page(VIEWER, "/replays?before=" + made.get(29))).contains("no older ones");
        assertThat(answer(VIEWER, get("/replays?before=nonsense")).getStatus()).isEqualTo(404);
    }

    // From a cause

    private String cause() {
        return redrive.letters().causes(CauseQuery.top(1)).get(0).id().toString();
    }

    @Test
    void the_button_of_a_cause_plans_a_replay_of_its_letters_which_is_then_started() throws Exception {
        for (int i = 0; i < 3; i++) letter("good.a");
        String cause = cause();
        assertThat(page(OPERATOR, "/causes/" + cause))
                .contains("Replay 3 letters", "Nothing is sent before you start it");

        String address = pressed(OPERATOR, "/causes/" + cause + "/replay");

        ReplayId id = ReplayId.of(address.replace("/replays/", ""));
        assertThat(page(OPERATOR, address)).contains("0 of 3 letters", "do-start");
        assertThat(pressed(OPERATOR, address + "/start")).startsWith(address);
        await(id, ReplayState.DONE);
        assertThat(page(VIEWER, address)).contains("3 resolved", "href=\"/causes/" + cause + "\">cause ", "by olga");
        assertThat(audited)
                .containsExactly(
                        "olga replay plan " + id + ": any cause " + cause + " 3", "olga replay start " + id + " 0");
        assertThat(redrive.letters().tallies().byStatus().of(LetterStatus.RESOLVED))
                .isEqualTo(3);
    }

    @Test
    void a_cause_without_letters_to_retry_says_so() throws Exception {
        redrive.letters().move(letter("good.a"), ManualMove.archive("ada", null));

        assertThat(pressed(OPERATOR, "/causes/" + cause() + "/replay"))
                .isEqualTo("/causes/" + cause() + "?notice=nothing_to_retry");
        assertThat(page(OPERATOR, "/causes/" + cause() + "?notice=nothing_to_retry"))
                .contains("can be retried any more");
        assertThat(page(VIEWER, "/replays")).contains("No replays yet");
        assertThat(audited).isEmpty();
    }

    @Test
    void a_refused_plan_is_explained_on_the_page_of_the_cause() throws Exception {
        letter("good.a");
        String retry = "/causes/" + cause() + "/replay";

        refusal = "these cannot be replayed";
        assertThat(pressed(OPERATOR, retry)).endsWith(cause() + "?notice=planning_refused");
        refusal = null;
        ReplayApiFixture.in(planning);
        assertThat(pressed(OPERATOR, retry)).endsWith(cause() + "?notice=planning_busy");

        assertThat(page(OPERATOR, "/causes/" + cause() + "?notice=planning_refused"))
                .contains("cannot all be in one replay");
        assertThat(page(OPERATOR, "/causes/" + cause() + "?notice=planning_busy"))
                .contains("Try again in a moment");
        assertThat(audited).isEmpty();
    }

    // What they were made from

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "5",
                "\"words\"",
                "{\"cause\":{\"a\":[1]}}",
                "{\"ids\":null,\"notes\":null}",
                "{\"filterCriteria\":[1,{\"a\":2}]}",
                "{\"filterCriteria\":{\"status\":null,\"q\":[[1],{}]}}"
            })
    void what_an_application_asked_for_in_its_own_words_does_no_harm(String asked) throws Exception {
        letter("good.a");
        PlanRequest plain = channel("good.a");
        PlanRequest own = new PlanRequest(plain.selection(), plain.brakes(), plain.task(), Json.of(asked), null);

        assertThat(page(VIEWER, "/replays/" + planned(own))).contains("by an application");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                                 | what an application chose",
                "{\"ids\":[\"a\"]}                                                  | 1 letter by its id",
                "{\"ids\":[\"a\",\"b\"]}                                            | 2 letters by their ids",
                "{\"idsInAll\":150,\"ids\":[\"a\",\"b\"]}                           | 150 letters by their ids",
                "{\"filterCriteria\":{\"channel\":\"a\",\"minRetryCount\":3}}       | channel a, min retry count 3",
                "{\"filterCriteria\":{\"errorTypes\":[\"A\",\"B\"]},\"endDate\":\"2026\"} | error types A or B, to 2026",
                "{\"filterCriteria\":{\"q\":\"tea\"},\"startDate\":\"2025\"}        | text tea, from 2025",
                "{\"filterCriteria\":{\"status\":[1,2,3,4,5,6,7]}}                  | status 1 or 2 or 3 or 4 or 5 or 2 more",
                "{\"filterCriteria\":{\"from\":\"2026-11-19T18:41:04.568183565Z\"}} | from 2026-11-19 18:41:04 UTC",
                "{\"cause\":\"x\",\"batchSize\":5,\"transform\":{\"jslt\":\".\"}}   | cause x"
            })
    void a_request_is_described_in_words(String asked, String words) {
        letter("good.a");
        PlanRequest plain = channel("good.a");
        ReplayId id = planned(new PlanRequest(plain.selection(), plain.brakes(), plain.task(), Json.of(asked), "ada"));

        assertThat(SelectionText.in(redrive.replays().find(id).orElseThrow()).text())
                .isEqualTo(words);
    }

    // The bar

    @Test
    void the_bar_shows_every_state_that_has_letters_and_fills_up_at_the_end() {
        ReplayProgress running = new ReplayProgress(
                Map.of(LineState.RESOLVED, 500_000L, LineState.FAILED, 1L, LineState.PLANNED, 499_999L),
                0,
                Duration.ZERO);
        ReplayProgress ended = new ReplayProgress(
                Map.of(LineState.RESOLVED, 1L, LineState.FAILED, 1L, LineState.SKIPPED, 1L), 0, Duration.ZERO);

        ProgressBar half = ProgressBar.of(running);
        ProgressBar full = ProgressBar.of(ended);

        assertThat(half.parts())
                .extracting(ProgressBar.Part::state)
                .containsExactly(LineState.RESOLVED, LineState.FAILED);
        assertThat(half.parts()).allSatisfy(part -> assertThat(part.width()).isPositive());
        ProgressBar.Part last = half.parts().get(1);
        assertThat(last.x() + last.width()).isBetween(490, 520);
        ProgressBar.Part end = full.parts().get(2);
        assertThat(end.x() + end.width()).isEqualTo(ProgressBar.WIDTH);
        assertThat(full.label()).isEqualTo("3 of 3 letters: 1 resolved, 1 failed, 1 skipped");
        assertThat(ProgressBar.of(ReplayProgress.none()).parts()).isEmpty();
    }
}

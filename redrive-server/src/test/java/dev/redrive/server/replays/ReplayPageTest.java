package dev.redrive.server.replays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.contract.LetterBuilder;
import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.OffPeak;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.SampleSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;

/** The page of one replay. */
@Timeout(60)
class ReplayPageTest extends ReplayPagesFixture {
    @ParameterizedTest
    @CsvSource({
        "PLANNING,   ''",
        "PLANNED,    start cancel",
        "RUNNING,    pause cancel",
        "PAUSED,     resume cancel release",
        "STOPPED,    resume cancel release",
        "CANCELLING, ''",
        "CANCELLED,  ''",
        "DONE,       ''",
        "FAILED,     ''"
    })
    void a_replay_shows_its_state_and_what_can_be_done_about_it(ReplayState state, String possible) throws Exception {
        ReplayId id = inState(state);

        String page = page(OPERATOR, "/replays/" + id);

        assertThat(page).contains(NameText.lower(state), "ada", "just now", "/dlq/replays/" + id + "/ledger");
        assertThat(String.join(" ", buttons(page))).isEqualTo(possible);
        assertThat(page).contains("id=\"head\" data-live=\"replays\"", "id=\"progress\" data-live=\"replays\"");
        assertThat(page(VIEWER, "/replays/" + id)).doesNotContain("<form method=\"post\"");
        assertThat(page(VIEWER, "/replays")).contains("/replays/" + id, NameText.lower(state));
    }

    @Test
    void a_plan_without_letters_says_so_and_has_nothing_to_start() throws Exception {
        ReplayId id = planned(channel("nosuch"));

        String page = page(OPERATOR, "/replays/" + id);

        assertThat(buttons(page)).containsExactly("cancel");
        assertThat(page).contains("No letter matches, so there is nothing to send.", "/replays/new?from=" + id);
    }

    @Test
    void one_that_would_go_on_by_itself_can_be_paused() throws Exception {
        letter("good.a");
        ReplayId id = planned(channel("*"));
        Instant later = clock.instant().plus(Duration.ofMinutes(5));
        store.replays().move(id, EnumSet.of(ReplayState.PLANNED), ReplayState.PAUSED, "step 1 of 2 is done", later);

        assertThat(buttons(page(OPERATOR, "/replays/" + id))).containsExactly("pause", "resume", "cancel", "release");
        pressed(OPERATOR, "/replays/" + id + "/pause");

        assertThat(redrive.replays().find(id).orElseThrow().wakeAt()).isNull();
        assertThat(buttons(page(OPERATOR, "/replays/" + id))).containsExactly("resume", "cancel", "release");
    }

    @Test
    void a_replay_says_what_became_of_its_letters_and_why() throws Exception {
        letter("good.a");
        LetterId bad = letter("bad.a");
        LetterId gone = letter("good.a");
        ReplayId id = planned(channel("*"));
        store.delete(gone);
        clock.forward(Duration.ofMinutes(3));

        pressed(OPERATOR, "/replays/" + id + "/start");
        await(id, ReplayState.DONE);

        assertThat(page(VIEWER, "/replays/" + id))
                .contains("Replay of 3 letters", "3 of 3 letters", "channel *", "3 min ago", "by ada")
                .contains("1 resolved, 1 failed, 1 skipped")
                .contains("it was deleted", "it is not valid", "/letters/" + bad, "/letters/" + gone)
                .contains("stops when more than 50 % of the last 100 fail", "no limit of its own")
                .doesNotContain("more in the ledger");
        assertThat(page(VIEWER, "/replays")).contains("3 of 3, 1 failed, 1 skipped");
    }

    @Test
    void a_caller_with_masked_payloads_reads_no_error_text() throws Exception {
        mvc = pages(SampleSettings.at("memory:", "$.card"));
        LetterId bad = letter("bad.a");
        ReplayId id = planned(channel("*"));

        pressed(OPERATOR, "/replays/" + id + "/start");
        await(id, ReplayState.DONE);

        assertThat(page(VIEWER, "/replays/" + id))
                .contains("/letters/" + bad, "***")
                .doesNotContain("it is not valid");
        assertThat(page(OPERATOR, "/replays/" + id)).contains("it is not valid");
    }

    @Test
    void many_letters_that_did_not_get_through_are_left_to_the_ledger() throws Exception {
        for (int i = 0; i < 60; i++) letter("bad.a");
        ReplayId id = planned(channel("bad.a").with(Brakes.defaults().stop(Brakes.StopRule.at(1))));
        pressed(OPERATOR, "/replays/" + id + "/start");
        await(id, ReplayState.DONE);

        String page = page(VIEWER, "/replays/" + id);

        assertThat(page.split("/letters/", -1)).hasSize(51);
        assertThat(page)
                .contains("10 more in the ledger", "/ledger?state=CAME_BACK,FAILED,SKIPPED&amp;limit=1000")
                .contains("does not stop");
    }

    @Test
    void a_replay_in_steps_offers_the_next_step_with_its_size() throws Exception {
        for (int i = 0; i < 20; i++) letter("good.a");
        ReplayId id = planned(channel("good.a").with(Brakes.defaults().steps(List.of(1, 10), Optional.empty())));
        assertThat(page(VIEWER, "/replays/" + id)).containsPattern("1 letter</span>\\s*<span class=\"state\">to come");

        pressed(OPERATOR, "/replays/" + id + "/start");
        await(id, ReplayState.PAUSED);

        assertThat(page(OPERATOR, "/replays/" + id))
                .contains("Go on: send 10 more", "step 1 of 3 is done")
                .containsPattern("1 letter</span>\\s*<span class=\"state\">done")
                .containsPattern("10 letters</span>\\s*<span class=\"state\">waits")
                .containsPattern("the rest</span>\\s*<span class=\"state\">to come");

        pressed(OPERATOR, "/replays/" + id + "/resume");
        await(id, ReplayState.PAUSED);
        assertThat(page(OPERATOR, "/replays/" + id)).contains("Go on: send the rest");
        pressed(OPERATOR, "/replays/" + id + "/resume");
        await(id, ReplayState.DONE);
        assertThat(page(OPERATOR, "/replays/" + id)).doesNotContain("waits", "to come");
    }

    @Test
    void one_that_was_paused_in_the_middle_of_a_step_is_resumed() throws Exception {
        for (int i = 0; i < 5; i++) letter("good.a");
        ReplayId id = planned(channel("good.a").with(Brakes.defaults().steps(List.of(1, 3), Optional.empty())));
        store.replays()
                .progress(
                        id,
                        new ReplayProgress(
                                Map.of(LineState.RESOLVED, 2L, LineState.PLANNED, 3L), 1, Duration.ofSeconds(4)));
        store.replays().move(id, EnumSet.of(ReplayState.PLANNED), ReplayState.PAUSED, "paused by ada", null);

        assertThat(page(OPERATOR, "/replays/" + id))
                .contains(">Resume <kbd>", "paused by ada", "0.5 a second · active for 4 s")
                .doesNotContain("Go on:");
    }

    @Test
    void a_replay_that_waits_for_its_time_says_when_it_goes_on() throws Exception {
        ReplayId id = inState(ReplayState.RUNNING);
        store.replays().wake(id, clock.instant().plus(Duration.ofHours(5)), "it waits for its hours");

        assertThat(page(VIEWER, "/replays/" + id)).contains("Goes on", "in 5 h", "it waits for its hours");
    }

    @Test
    void a_time_in_a_reason_is_shown_in_the_zone_of_the_reader() throws Exception {
        ReplayId id = inState(ReplayState.RUNNING);
        store.replays()
                .wake(
                        id,
                        clock.instant().plus(Duration.ofHours(5)),
                        "the circuit to c500 is open until 2026-11-19T21:13:07Z");

        assertThat(page(VIEWER, "/replays/" + id))
                .contains("the circuit to c500 is open until <time datetime=\"2026-11-19T21:13:07Z\"")
                .contains(">2026-11-19 21:13:07 UTC</time>")
                .doesNotContain("until 2026-11-19T21");
    }

    @Test
    void brakes_and_task_are_described() throws Exception {
        letter("good.a");
        Brakes brakes = Brakes.defaults()
                .perSecond(0.5)
                .concurrency(2)
                .hours(new OffPeak(List.of(3, 2, 14), java.time.ZoneOffset.UTC))
                .onlyWhile(new Conditions(false, 0.8, 0.85, false));
        PlanRequest request = channel("good.a").with(brakes).with(new ReplayTask("good.*", null, false));

        assertThat(page(VIEWER, "/replays/" + planned(request)))
                .contains("at most 0.5 a second", "2 at a time, in batches of 100")
                .contains("only from 02:00 to 04:00 and 14:00 to 15:00 (UTC)")
                .contains("less than 80 % of the processor", "less than 85 % of the memory")
                .contains("<dd>good.*</dd>");
    }

    // The plan

    @Test
    void a_plan_is_a_sentence() throws Exception {
        for (int i = 0; i < 12; i++) letter("good.a");
        Brakes brakes = Brakes.defaults()
                .perSecond(50.0)
                .steps(List.of(1, 10, 1000), Optional.empty())
                .stop(Brakes.StopRule.at(0.2));

        assertThat(words(page(VIEWER, "/replays/" + planned(channel("good.a").with(brakes)))))
                .contains("Replay 12 letters of channel good.a to good.* at 50/s, first 1, 10, 1\u202f000, stop at 20 %"
                        + " failing.")
                .contains("Will be sent 12 letters")
                .doesNotContain("Will be skipped", "Held", "Take over");
    }

    @Test
    void letters_chosen_one_by_one_have_no_name_in_the_sentence() throws Exception {
        PlanRequest plain = channel("good.a");
        LetterId id = letter("good.a");
        PlanRequest byId = new PlanRequest(
                new Selection.ByIds(List.of(id)),
                plain.brakes(),
                plain.task(),
                Json.object(Map.of("ids", List.of(id.toString()))),
                "ada");

        assertThat(words(page(VIEWER, "/replays/" + planned(byId))))
                .contains("Replay 1 letter to good.* without a rate limit, stop at 50 % failing.");
    }

    private static String words(String page) {
        return page.replaceAll("<[^>]*>", " ")
                .replaceAll("[ \\n]+", " ")
                .replace(" .", ".")
                .replace(" ,", ",");
    }

    @Test
    void what_will_be_skipped_is_counted_before_the_start() throws Exception {
        letter("good.a");
        letter("nowhere");

        String plan = words(page(VIEWER, "/replays/" + planned(channel("*"))));

        assertThat(plan).contains("Will be sent 1 letter", "Will be skipped 1 have no target");
    }

    @Test
    void letters_held_by_other_replays_are_counted_apart_and_can_be_taken_over() throws Exception {
        for (int i = 0; i < 5; i++) letter("good.a");
        ReplayId first = paused();
        letter("good.a");
        ReplayId second = planned(channel("good.a"));

        String page = page(OPERATOR, "/replays/" + second);
        assertThat(words(page))
                .contains("Replay 5 letters of channel good.a", "Will be sent 1 letter")
                .contains("Held 4 by the replay " + first + ", which is paused")
                .contains("Take over and send 5 letters");
        assertThat(page).contains("href=\"/replays/" + first + "\"");
        assertThat(buttons(page)).containsExactly("start", "cancel", "takeover");

        pressed(OPERATOR, "/replays/" + second + "/takeover");
        await(second, ReplayState.DONE);

        assertThat(redrive.replays().find(second).orElseThrow().progress().count(LineState.RESOLVED))
                .isEqualTo(5);
        assertThat(audited).last().isEqualTo("olga replay take over " + second + " 0");
        assertThat(pressed(OPERATOR, "/replays/" + first + "/takeover")).endsWith("?notice=command_refused");
    }

    /** After its first letter, of those there are in good.a. */
    private ReplayId paused() throws Exception {
        ReplayId id = planned(channel("good.a").with(Brakes.defaults().steps(List.of(1), Optional.empty())));
        pressed(OPERATOR, "/replays/" + id + "/start");
        await(id, ReplayState.PAUSED);
        return id;
    }

    @Test
    void a_replay_whose_letters_were_all_taken_over_says_by_which_and_offers_nothing() throws Exception {
        for (int i = 0; i < 5; i++) letter("good.a");
        ReplayId first = paused();
        ReplayId second = planned(channel("good.a"));

        pressed(OPERATOR, "/replays/" + second + "/takeover");
        await(first, ReplayState.CANCELLED);

        String page = page(OPERATOR, "/replays/" + first);
        assertThat(words(page)).contains("no letters left: 4 were taken over by replay " + second);
        assertThat(page).containsPattern("(?s)id=\"reason\">.{0,200}<a [^>]*href=\"/replays/" + second + "\"");
        assertThat(buttons(page)).isEmpty();
        assertThat(page).doesNotContain("do-release");
        assertThat(page(VIEWER, "/replays/" + first)).doesNotContain("why-not");
        assertThat(page(SCOPED, "/replays")).doesNotContain(second.toString());
    }

    @Test
    void a_running_or_foreign_holder_is_not_taken_from_or_shown() throws Exception {
        letter("good.eu");
        letter("good.us");
        ReplayId first = planned(channel("good.*"));
        store.replays().hold(first, 1, 10);
        store.replays().move(first, EnumSet.of(ReplayState.PLANNED), ReplayState.RUNNING, null, null);
        ReplayId second = planned(channel("good.eu"));

        assertThat(words(page(OPERATOR, "/replays/" + second)))
                .contains("Held 1 by the replay " + first, "which is running, so that they cannot be taken over now")
                .doesNotContain("Take over");
        assertThat(page(SCOPED, "/replays/" + second))
                .contains("another replay")
                .doesNotContain(first.toString());
        store.replays().move(first, EnumSet.of(ReplayState.RUNNING), ReplayState.CANCELLED, null, null);
        assertThat(words(page(OPERATOR, "/replays/" + second)))
                .contains("Free again 1 by the replay", "Will be sent 1 letter");
    }

    @Test
    void the_letters_of_a_paused_replay_can_be_released() throws Exception {
        for (int i = 0; i < 5; i++) letter("good.a");
        ReplayId first = paused();

        assertThat(page(OPERATOR, "/replays/" + first)).contains("4 letters that it has not sent can then go out");
        assertThat(pressed(OPERATOR, "/replays/" + first + "/release")).endsWith("?notice=letters_released");

        ReplayId second = planned(channel("good.a"));
        assertThat(words(page(OPERATOR, "/replays/" + second)))
                .contains("Will be sent 4 letters")
                .doesNotContain("Held");
        assertThat(page(OPERATOR, "/replays/" + first + "?notice=letters_released"))
                .contains("Released: other replays can send its letters now.");
        assertThat(pressed(OPERATOR, "/replays/" + inState(ReplayState.RUNNING) + "/release"))
                .endsWith("?notice=command_refused");
    }

    @Test
    void a_replay_that_sent_nothing_is_red_and_says_why() throws Exception {
        letter("nowhere");
        ReplayId id = planned(channel("nowhere"));

        pressed(OPERATOR, "/replays/" + id + "/start");
        await(id, ReplayState.FAILED);

        assertThat(page(VIEWER, "/replays/" + id))
                .contains(
                        "state is-failed\">failed",
                        "its letter was not sent: ",
                        "nothing here takes letters of nowhere")
                .contains("<title>failed · Replay of 1 letter · Redrive</title>")
                .doesNotContain("is-done", "is-good", "is-resolved\" x");
        assertThat(page(VIEWER, "/replays")).contains("pill is-failed").doesNotContain("is-done");
    }

    @Test
    void the_title_of_the_tab_begins_with_how_far_it_has_come() throws Exception {
        ReplayId id = inState(ReplayState.RUNNING);
        store.replays()
                .progress(
                        id,
                        new ReplayProgress(
                                Map.of(LineState.RESOLVED, 999L, LineState.PLANNED, 1L), 0, Duration.ofSeconds(4)));

        assertThat(page(VIEWER, "/replays/" + id))
                .contains("<title>99 % · Replay of 1\u202f000 letters · Redrive</title>")
                .contains("data-title=\"99 % · Replay of 1\u202f000 letters · Redrive\"")
                .containsPattern("<h1>Replay of 1\u202f000 letters ");
    }

    @Test
    void one_letter_of_many_is_not_zero_percent() throws Exception {
        ReplayId id = inState(ReplayState.PAUSED);
        store.replays()
                .progress(
                        id,
                        new ReplayProgress(
                                Map.of(LineState.RESOLVED, 1L, LineState.PLANNED, 119L), 0, Duration.ofSeconds(4)));

        assertThat(page(VIEWER, "/replays/" + id)).contains("<title>paused at 1 % · ");
    }

    @Test
    void buttons_send_commands_that_are_audited_once() throws Exception {
        letter("good.a");
        ReplayId id = planned(channel("good.a"));
        String address = "/replays/" + id;

        assertThat(pressed(OPERATOR, address + "/cancel")).isEqualTo(address);
        assertThat(pressed(OPERATOR, address + "/cancel")).isEqualTo(address);
        await(id, ReplayState.CANCELLED);
        assertThat(pressed(OPERATOR, address + "/resume")).isEqualTo(address + "?notice=command_refused");

        assertThat(page(OPERATOR, address + "?notice=command_refused"))
                .contains("its state does not allow it any more");
        assertThat(audited).containsExactly("olga replay cancel " + id + " 0");
        assertThat(answer(OPERATOR, post(address + "/explode")).getStatus()).isEqualTo(404);
    }

    @Test
    void only_cancelling_needs_a_confirmation() throws Exception {
        ReplayId id = inState(ReplayState.PLANNED);

        String page = page(OPERATOR, "/replays/" + id);

        assertThat(page).contains("/replays/" + id + "/cancel\" data-confirm=\"Cancel this replay?");
        assertThat(page.split("data-confirm", -1)).hasSize(2);
    }

    @Test
    void forms_carry_the_form_token() throws Exception {
        ReplayId id = inState(ReplayState.PLANNED);

        String page = mvc.perform(get("/replays/" + id)
                        .requestAttr(Caller.class.getName(), OPERATOR)
                        .requestAttr(CsrfToken.class.getName(), new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", "abc")))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page.split("name=\"_csrf\" value=\"abc\"", -1)).hasSize(3);
    }

    @Test
    void a_viewer_cannot_control_a_replay() throws Exception {
        ReplayId id = inState(ReplayState.PLANNED);

        for (String command : List.of("start", "pause", "resume", "cancel", "release", "takeover"))
            assertThat(answer(VIEWER, post("/replays/" + id + "/" + command)).getStatus())
                    .isEqualTo(403);

        assertThat(page(VIEWER, "/replays/" + id))
                .contains("starting and stopping replays needs the role operator")
                .containsPattern("<button type=\"button\" class=\"primary\" disabled[^>]*>Start</button>");
        assertThat(redrive.replays().find(id).orElseThrow().state()).isEqualTo(ReplayState.PLANNED);
        assertThat(audited).isEmpty();
    }

    @Test
    void replays_of_other_channels_are_the_same_as_none() throws Exception {
        letter("good.eu");
        letter("good.us");
        ReplayId own = planned(channel("good.eu"));
        ReplayId other = planned(channel("good.*"));
        String unknown = ids.next().toString();

        assertThat(page(SCOPED, "/replays")).contains(own.toString()).doesNotContain(other.toString());
        assertThat(page(SCOPED, "/replays/" + own)).contains("Replay of 1 letter");
        for (String id : List.of(other.toString(), unknown, "nonsense")) {
            MockHttpServletResponse shown = answer(SCOPED, get("/replays/" + id));
            assertThat(shown.getStatus()).isEqualTo(404);
            assertThat(shown.getContentAsString().replace(id, "ID")).contains("There is no replay ID.");
            assertThat(answer(SCOPED, post("/replays/" + id + "/start")).getStatus())
                    .isEqualTo(404);
        }
        assertThat(redrive.replays().find(other).orElseThrow().state()).isEqualTo(ReplayState.PLANNED);
        assertThat(audited).isEmpty();
    }

    @Test
    void hostile_words_are_shown_and_never_run() throws Exception {
        store.capture(List.of(new LetterBuilder(ids)
                .from(HOSTILE)
                .failedWith(LetterBuilder.invalid())
                .status(LetterStatus.FAILED)
                .build()));
        PlanRequest request = new PlanRequest(
                channel(HOSTILE).selection(),
                Brakes.defaults(),
                ReplayTask.plain(),
                Json.object(Map.of("filterCriteria", Map.of(HOSTILE, List.of(HOSTILE)), "notes", HOSTILE)),
                HOSTILE);
        ReplayId id = planned(request);
        store.replays().mark(id, List.of(new LedgerLine.Mark(1, LineState.FAILED, HOSTILE)));
        store.replays().move(id, EnumSet.of(ReplayState.PLANNED), ReplayState.STOPPED, HOSTILE, null);

        for (String address : List.of("/replays", "/replays/" + id))
            assertThat(page(OPERATOR, address))
                    .contains("&lt;script&gt;alert(")
                    .doesNotContain("<script>alert", "<img src=x");
    }
}

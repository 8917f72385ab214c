package dev.redrive.server.replays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.Redrive;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.engine.RejectedByTarget;
import dev.redrive.json.Json;
import dev.redrive.ledger.Brakes;
import dev.redrive.ledger.LedgerLine;
import dev.redrive.ledger.LineState;
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayProgress;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.policy.Conditions;
import dev.redrive.policy.OffPeak;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.causes.CausePage;
import dev.redrive.server.causes.CauseTrendChart;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.server.pages.NameText;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageProblems;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.store.questions.Filter;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

@Timeout(60)
class ReplayPagesTest {
    private static final String HOSTILE = "\"><script>alert('x')</script><img src=x onerror=alert(1)>";
    private static final Pattern INLINE = Pattern.compile("<script(?! src=)|<style| style=| on[a-z]+=\"");
    private static final Pattern BUTTON = Pattern.compile("id=\"do-([a-z]+)\"");

    private static final Caller OPERATOR = new Caller("olga", Role.OPERATOR, "127.0.0.1", List.of());
    private static final Caller VIEWER = new Caller("victor", Role.VIEWER, "127.0.0.1", List.of());
    private static final Caller SCOPED = new Caller("sam", Role.OPERATOR, "127.0.0.1", List.of(new Glob("good.eu")));

    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final LetterIds ids = new LetterIds(clock);
    private final List<String> audited = Collections.synchronizedList(new ArrayList<>());
    private @Nullable String refusal;
    private final Redrive redrive = Redrive.on(store)
            .withoutJournal()
            .transformer(this::transformer)
            .open()
            .handle("good.*", letter -> {})
            .handle("bad.*", letter -> {
                throw new RejectedByTarget(422, null, "it is not valid");
            });
    private final Audit audit =
            (caller, action, subject, count) -> audited.add(caller.name() + " " + action + " " + subject + " " + count);
    private final Settings settings = SampleSettings.at("memory:");
    private final ReplayPlanning planning =
            new ReplayPlanning(redrive.replays(), redrive.letters(), settings, audit, clock);
    private MockMvc mvc = pages(settings);

    private MockMvc pages(Settings settings) {
        PageFrames frames = new PageFrames(settings, clock, false);
        ReplayCommands letters = new ReplayCommands(redrive.replays(), audit);
        return MockMvcBuilders.standaloneSetup(
                        new ReplaysPage(letters, frames, settings),
                        new ReplayPage(redrive.replays(), letters, frames, settings),
                        new CausePage(
                                redrive.letters(),
                                new CauseTrendChart(redrive.letters(), clock),
                                frames,
                                audit,
                                planning,
                                settings))
                .setControllerAdvice(new PageProblems(frames))
                .setViewResolvers(new JteViewResolver())
                .build();
    }

    private LetterTransformer.Transformer transformer(ReplayTask task) {
        if (refusal != null) throw new IllegalArgumentException(refusal);
        return LetterTransformer.none().prepare(task);
    }

    @AfterEach
    void close() {
        redrive.close();
    }

    // Asking

    private MockHttpServletResponse answer(Caller caller, MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.requestAttr(Caller.class.getName(), caller))
                .andReturn()
                .getResponse();
    }

    private String page(Caller caller, String address) throws Exception {
        MockHttpServletResponse response = answer(caller, get(address));
        assertThat(response.getStatus()).isEqualTo(200);
        String page = response.getContentAsString();
        assertThat(INLINE.matcher(page).find()).as("inline script or style").isFalse();
        return page;
    }

    private String pressed(Caller caller, String address) throws Exception {
        MockHttpServletResponse response = answer(caller, post(address));
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(303);
        return String.valueOf(response.getRedirectedUrl());
    }

    private static List<String> buttons(String page) {
        return BUTTON.matcher(page).results().map(found -> found.group(1)).toList();
    }

    // Letters and replays

    private LetterId letter(String channel) {
        LetterBuilder letter = new LetterBuilder(ids)
                .from(channel)
                .failedWith(LetterBuilder.invalid())
                .status(LetterStatus.FAILED);
        return store.capture(List.of(letter.build())).get(0).id();
    }

    private static PlanRequest channel(String channel) {
        return new PlanRequest(
                Selection.ByFilter.oldestFirst(Filter.builder().channel(channel).build()),
                Brakes.defaults(),
                ReplayTask.plain(),
                Json.object(Map.of("filterCriteria", Map.of("channel", channel))),
                "ada");
    }

    private ReplayId planned(PlanRequest request) {
        return redrive.replays().plan(request).id();
    }

    /** One that no node looks after, as it would be in this state. */
    private ReplayId standing(ReplayState state) {
        letter("good.a");
        ReplayBook book = store.replays();
        if (state == ReplayState.PLANNING) {
            Replay fresh = Replay.fresh(
                    new ReplayId(ids.next().value()),
                    "ada",
                    clock.instant(),
                    Json.EMPTY_OBJECT,
                    Brakes.defaults(),
                    ReplayTask.plain());
            book.add(fresh);
            return fresh.id();
        }
        ReplayId id = planned(channel("good.*"));
        if (state != ReplayState.PLANNED)
            book.move(id, EnumSet.of(ReplayState.PLANNED), state, "for a reason of its own", null);
        return id;
    }

    private void await(ReplayId id, ReplayState state) {
        while (redrive.replays().find(id).orElseThrow().state() != state) Thread.onSpinWait();
    }

    // One replay

    @ParameterizedTest
    @CsvSource({
        "PLANNING,   ''",
        "PLANNED,    start cancel",
        "RUNNING,    pause cancel",
        "PAUSED,     resume cancel",
        "STOPPED,    resume cancel",
        "CANCELLING, ''",
        "CANCELLED,  ''",
        "DONE,       ''"
    })
    void a_replay_shows_its_state_and_what_can_be_done_about_it(ReplayState state, String possible) throws Exception {
        ReplayId id = standing(state);

        String page = page(OPERATOR, "/replays/" + id);

        assertThat(page).contains(NameText.lower(state), "ada", "just now", "/dlq/replays/" + id + "/ledger");
        assertThat(String.join(" ", buttons(page))).isEqualTo(possible);
        assertThat(page.contains("data-busy"))
                .isEqualTo(List.of("PLANNING", "RUNNING", "CANCELLING").contains(state.name()));
        assertThat(page(VIEWER, "/replays/" + id)).doesNotContain("<form method=\"post\"");
        assertThat(page(VIEWER, "/replays")).contains("/replays/" + id, NameText.lower(state));
    }

    @Test
    void one_that_would_go_on_by_itself_can_be_paused() throws Exception {
        letter("good.a");
        ReplayId id = planned(channel("*"));
        Instant later = clock.instant().plus(Duration.ofMinutes(5));
        store.replays().move(id, EnumSet.of(ReplayState.PLANNED), ReplayState.PAUSED, "step 1 of 2 is done", later);

        assertThat(buttons(page(OPERATOR, "/replays/" + id))).containsExactly("pause", "resume", "cancel");
        pressed(OPERATOR, "/replays/" + id + "/pause");

        assertThat(redrive.replays().find(id).orElseThrow().wakeAt()).isNull();
        assertThat(buttons(page(OPERATOR, "/replays/" + id))).containsExactly("resume", "cancel");
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
    void whoever_may_not_see_all_of_a_letter_reads_no_words_of_its_errors() throws Exception {
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
    void a_replay_in_steps_asks_to_go_on_and_says_with_how_many() throws Exception {
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
    void one_that_a_person_held_in_the_middle_of_a_step_is_resumed() throws Exception {
        for (int i = 0; i < 5; i++) letter("good.a");
        ReplayId id = planned(channel("good.a").with(Brakes.defaults().steps(List.of(1, 3), Optional.empty())));
        store.replays()
                .progress(
                        id,
                        new ReplayProgress(
                                Map.of(LineState.RESOLVED, 2L, LineState.PLANNED, 3L), 1, Duration.ofSeconds(4)));
        store.replays().move(id, EnumSet.of(ReplayState.PLANNED), ReplayState.PAUSED, "paused by ada", null);

        assertThat(page(OPERATOR, "/replays/" + id))
                .contains(">Resume</button>", "paused by ada", "0.5 a second · active for 4 s")
                .doesNotContain("Go on:");
    }

    @Test
    void a_replay_that_waits_for_its_time_says_when_it_goes_on() throws Exception {
        ReplayId id = standing(ReplayState.RUNNING);
        store.replays().wake(id, clock.instant().plus(Duration.ofHours(5)), "it waits for its hours");

        assertThat(page(VIEWER, "/replays/" + id)).contains("Goes on", "in 5 h", "it waits for its hours");
    }

    @Test
    void brakes_and_errand_are_said_in_words() throws Exception {
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

    @Test
    void buttons_steer_and_are_written_down_once() throws Exception {
        letter("good.a");
        ReplayId id = planned(channel("good.a"));
        String address = "/replays/" + id;

        assertThat(pressed(OPERATOR, address + "/cancel")).isEqualTo(address);
        assertThat(pressed(OPERATOR, address + "/cancel")).isEqualTo(address);
        await(id, ReplayState.CANCELLED);
        assertThat(pressed(OPERATOR, address + "/resume")).isEqualTo(address + "?notice=not_steered");

        assertThat(page(OPERATOR, address + "?notice=not_steered")).contains("its state does not allow it any more");
        assertThat(audited).containsExactly("olga replay cancel " + id + " 0");
        assertThat(answer(OPERATOR, post(address + "/explode")).getStatus()).isEqualTo(404);
    }

    @Test
    void cancelling_is_asked_about_first_and_nothing_else_is() throws Exception {
        ReplayId id = standing(ReplayState.PLANNED);

        String page = page(OPERATOR, "/replays/" + id);

        assertThat(page).contains("/replays/" + id + "/cancel\" data-confirm=\"Cancel this replay?");
        assertThat(page.split("data-confirm", -1)).hasSize(2);
    }

    @Test
    void forms_carry_the_form_token() throws Exception {
        ReplayId id = standing(ReplayState.PLANNED);

        String page = mvc.perform(get("/replays/" + id)
                        .requestAttr(Caller.class.getName(), OPERATOR)
                        .requestAttr(CsrfToken.class.getName(), new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", "abc")))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page.split("name=\"_csrf\" value=\"abc\"", -1)).hasSize(3);
    }

    @Test
    void somebody_who_only_looks_steers_nothing() throws Exception {
        ReplayId id = standing(ReplayState.PLANNED);

        for (String command : List.of("start", "pause", "resume", "cancel"))
            assertThat(answer(VIEWER, post("/replays/" + id + "/" + command)).getStatus())
                    .isEqualTo(403);

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

    // All replays

    @Test
    void without_any_the_page_says_how_to_make_one() throws Exception {
        assertThat(page(VIEWER, "/replays"))
                .contains(
                        "No replays yet",
                        "Open a cause",
                        "redrive replay --channel",
                        "curl http://localhost/dlq/replays")
                .contains("href=\"/replays\" aria-current=\"page\"")
                .doesNotContain("data-busy");
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
    void the_button_of_a_cause_replays_its_letters_and_shows_the_replay() throws Exception {
        for (int i = 0; i < 3; i++) letter("good.a");
        String cause = cause();
        assertThat(page(OPERATOR, "/causes/" + cause))
                .contains("Retry 3 letters", "data-confirm=\"Send 3 letters now? That starts a replay");

        String address = pressed(OPERATOR, "/causes/" + cause + "/retry");

        ReplayId id = ReplayId.of(address.replace("/replays/", ""));
        await(id, ReplayState.DONE);
        assertThat(page(VIEWER, address)).contains("3 resolved", "href=\"/causes/" + cause + "\">cause ", "by olga");
        assertThat(audited)
                .containsExactly(
                        "olga replay plan " + id + ": {anyCause=[" + cause + "]} 3", "olga replay start " + id + " 0");
        assertThat(redrive.letters().tallies().byStatus().of(LetterStatus.RESOLVED))
                .isEqualTo(3);
    }

    @Test
    void a_cause_without_letters_to_retry_says_so() throws Exception {
        redrive.letters().move(letter("good.a"), ManualMove.archive("ada", null));

        assertThat(pressed(OPERATOR, "/causes/" + cause() + "/retry"))
                .isEqualTo("/causes/" + cause() + "?notice=nothing_to_retry");
        assertThat(page(OPERATOR, "/causes/" + cause() + "?notice=nothing_to_retry"))
                .contains("can be retried any more");
        assertThat(page(VIEWER, "/replays")).contains("No replays yet");
        assertThat(audited).isEmpty();
    }

    @Test
    void whoever_cannot_plan_now_is_told_on_the_page_of_the_cause() throws Exception {
        letter("good.a");
        String retry = "/causes/" + cause() + "/retry";

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
                "{\"cause\":\"x\",\"batchSize\":5,\"transform\":{\"jslt\":\".\"}}   | cause x"
            })
    void what_was_asked_for_is_said_in_words(String asked, String words) {
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

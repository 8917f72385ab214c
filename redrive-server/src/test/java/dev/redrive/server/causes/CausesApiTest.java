package dev.redrive.server.causes;

import static dev.redrive.server.stats.TestQueue.requestBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.redrive.cause.CauseState;
import dev.redrive.cause.IgnoreEnd;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayState;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.replays.CauseReplays;
import dev.redrive.server.replays.ReplayCommands;
import dev.redrive.server.replays.ReplayPlanning;
import dev.redrive.server.stats.TestQueue;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.server.web.Problem;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Total;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

class CausesApiTest {
    private static final String TIMEOUTS =
            LetterBuilder.fingerprint(LetterBuilder.timeout()).id().toString();
    private static final String INVALID =
            LetterBuilder.fingerprint(LetterBuilder.invalid()).id().toString();

    private final TestQueue queue = new TestQueue();
    private final List<String> audited = new ArrayList<>();
    private final Audit audit =
            (caller, action, subject, count) -> audited.add(caller.name() + " " + action + " " + subject + " " + count);
    private final Settings settings = SampleSettings.with(
            SampleSettings.at("memory:", "$.iban"),
            SampleSettings.team("payments", "payment*", "ann"),
            SampleSettings.team("shop", "orders"));
    private final CausesApi api = new CausesApi(
            queue.letters(),
            settings,
            audit,
            queue.clock,
            new CauseTeams(queue.letters(), settings, queue.clock),
            new CauseReplays(new ReplayCommands(queue.redrive.replays(), audit), queue.clock));
    private final MockMvc mvc = MockMvcBuilders.standaloneSetup(
                    api,
                    new ReleasesApi(queue.letters(), audit, new CauseTeams(queue.letters(), settings, queue.clock)))
            .build();

    @AfterEach
    void close() {
        queue.close();
    }

    @Test
    void a_cause_says_what_its_letters_share_and_how_many_they_are() throws Exception {
        queue.has(2, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.clock.forward(Duration.ofHours(1));
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.timeout());

        mvc.perform(get("/dlq/causes").requestAttr(Caller.class.getName(), TestQueue.caller()))
                .andExpect(status().isOk())
                .andExpect(content().json("""
                    {"items":[{"id":"%s","title":"SocketTimeoutException: Read timed out","state":"OPEN",
                      "count":3,"open":3,"byStatus":{"pending":2,"failed":1,"total":3},
                      "firstSeen":"2026-03-02T10:00:00Z","lastSeen":"2026-03-02T11:00:00Z",
                      "grouped":{"type":"java.net.SocketTimeoutException","message":"Read timed out"}}]}
                    """.formatted(TIMEOUTS)));
    }

    @Test
    void the_trend_has_a_number_for_each_of_the_last_24_hours() {
        queue.has(2, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.clock.forward(Duration.ofHours(2));
        queue.has(3, "orders", LetterStatus.PENDING, LetterBuilder.timeout());

        List<CauseTrends.Hour> trend = api.one(requestBy(), TIMEOUTS).trend();

        assertThat(trend).hasSize(24);
        assertThat(trend).extracting(CauseTrends.Hour::captured).endsWith(0L, 2L, 0L, 3L);
        assertThat(trend.get(23).at()).isEqualTo("2026-03-02T12:00:00Z");
    }

    @Test
    void causes_are_listed_by_state_and_up_to_a_limit() {
        queue.has(2, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
        api.ignore(requestBy(), INVALID);

        assertThat(api.list(requestBy(), List.of("ignored"), null, null).items())
                .extracting(CausesApi.ShownCause::id)
                .containsExactly(INVALID);
        assertThat(api.list(requestBy(), List.of("OPEN", "ignored"), null, null).items())
                .hasSize(2);
        assertThat(api.list(requestBy(), null, null, "1").items())
                .extracting(CausesApi.ShownCause::id)
                .containsExactly(TIMEOUTS);
    }

    @Test
    void samples_are_the_newest_letters() {
        queue.has(3, "orders", LetterStatus.PENDING, LetterBuilder.timeout());
        queue.clock.forward(Duration.ofMinutes(1));
        String newest = queue.has(letter -> letter.from("payments")).toString();

        List<CauseSample> samples = api.samples(requestBy(), TIMEOUTS, "2").items();

        assertThat(samples).hasSize(2);
        assertThat(samples.get(0).id()).isEqualTo(newest);
        assertThat(samples.get(0).errorMessage()).isEqualTo("Read timed out");
    }

    @Test
    void a_caller_with_masked_payloads_reads_no_error_text() throws Exception {
        Failure quoting = LetterBuilder.failure("com.acme.BadIban", "no account of Ann Smith", Category.UNKNOWN);
        String id = LetterBuilder.fingerprint(quoting).id().toString();
        queue.has(1, "orders", LetterStatus.FAILED, quoting);
        Caller viewer = new Caller("vic", Role.VIEWER, "127.0.0.1", List.of());

        for (String path : List.of("", "/" + id, "/" + id + "/samples")) {
            String shown = mvc.perform(get("/dlq/causes" + path).requestAttr(Caller.class.getName(), viewer))
                    .andExpect(status().isOk())
                    .andReturn()
                    .getResponse()
                    .getContentAsString();

            assertThat(shown).contains("BadIban", "***").doesNotContain("Ann Smith");
        }
        assertThat(api.one(requestBy(), id).title()).isEqualTo("BadIban: no account of Ann Smith");
    }

    private org.springframework.mock.web.MockHttpServletResponse send(String path, String json) throws Exception {
        Caller ann = new Caller("ann", Role.OPERATOR, "127.0.0.1", List.of());
        return mvc.perform(org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post(
                                "/dlq/causes/" + INVALID + path)
                        .contentType("application/json")
                        .content(json)
                        .requestAttr(Caller.class.getName(), ann))
                .andReturn()
                .getResponse();
    }

    private String mine(String assignee) throws Exception {
        Caller ann = new Caller("ann", Role.OPERATOR, "127.0.0.1", List.of());
        return mvc.perform(get("/dlq/causes?assignee=" + assignee).requestAttr(Caller.class.getName(), ann))
                .andReturn()
                .getResponse()
                .getContentAsString();
    }

    @Test
    void a_cause_is_assigned_and_found_by_its_assignee() throws Exception {
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.timeout());

        assertThat(send("/assign", "{\"assignee\": \"ann\"}").getContentAsString())
                .contains("\"assignee\":\"ann\"");

        assertThat(mine("me")).contains(INVALID).doesNotContain(TIMEOUTS);
        assertThat(mine("bob")).doesNotContain(INVALID);
        assertThat(audited).containsExactly("ann cause assign " + INVALID + " 0");
        assertThat(send("/assign", "{\"assignee\": null}").getContentAsString()).doesNotContain("assignee");
        assertThat(mine("me")).doesNotContain(INVALID);
    }

    @Test
    void a_cause_belongs_to_the_first_team_that_owns_one_of_its_channels() {
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(1, "invoices", LetterStatus.FAILED, LetterBuilder.invalid());
        queue.has(1, "orders", LetterStatus.FAILED, failure("com.acme.Both"));
        queue.has(1, "payments", LetterStatus.FAILED, failure("com.acme.Both"));
        String both = LetterBuilder.fingerprint(failure("com.acme.Both")).id().toString();

        assertThat(api.one(requestBy(), TIMEOUTS).team()).isEqualTo("shop");
        assertThat(api.one(requestBy(), INVALID).team()).isNull();
        assertThat(api.one(requestBy(), both).team()).isEqualTo("payments");
        assertThat(api.one(requestBy("orders"), both).team()).isEqualTo("shop");
        assertThat(api.list(requestBy(), null, null, null).items())
                .extracting(CausesApi.ShownCause::team)
                .containsExactlyInAnyOrder("shop", null, "payments");
    }

    @Test
    void a_cause_says_what_its_last_replay_came_to() throws Exception {
        queue.has(2, "orders", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
        assertThat(api.one(requestBy(), TIMEOUTS).lastReplay()).isNull();
        queue.clock.forward(Duration.ofSeconds(2));
        Replay replay = new ReplayPlanning(queue.redrive.replays(), queue.letters(), settings, audit, queue.clock)
                .plan(TestQueue.caller(), CauseId.of(TIMEOUTS));

        LastReplay planned =
                new LastReplay(replay.id().toString(), ReplayState.PLANNED, 2, 0, 0, 0, 0, queue.clock.instant());
        assertThat(api.one(requestBy(), TIMEOUTS).lastReplay()).isEqualTo(planned);
        assertThat(api.list(requestBy(), null, null, null).items())
                .extracting(CausesApi.ShownCause::lastReplay)
                .containsExactly(planned, null);
    }

    @Test
    void a_cause_is_linked_to_a_page_of_the_web_and_to_nothing_else() throws Exception {
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());

        assertThat(send("/link", "{\"url\": \"https://tickets.example/4711\"}").getContentAsString())
                .contains("\"link\":\"https://tickets.example/4711\"");
        assertThat(audited).containsExactly("ann cause link " + INVALID + " 0");
        for (String bad : List.of(
                "\"javascript:alert(1)\"",
                "\"https:\"",
                "\"https://ann:secret@tickets.example\"",
                "\"tickets/4711\"",
                "\"https://x/" + "x".repeat(2000) + "\"")) assertRefused("/link", "{\"url\": " + bad + "}");
        assertRefused("/link", "{}");
    }

    private void assertRefused(String path, String json) {
        assertThatThrownBy(() -> send(path, json)).as(json).hasCauseInstanceOf(Problem.class);
    }

    @Test
    void a_cause_is_ignored_until_a_time_or_until_more_letters() throws Exception {
        queue.has(2, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
        Instant until = queue.clock.instant().plusSeconds(3600);

        assertThat(send("/ignore", "{\"until\": \"" + until + "\", \"moreThan\": 5}")
                        .getContentAsString())
                .contains("\"state\":\"IGNORED\"", "\"ignoredUpTo\":7", "\"ignoredUntil\":\"" + until + "\"");
        assertRefused("/ignore", "{\"until\": \"2020-01-01T00:00:00Z\"}");
        assertRefused("/ignore", "{\"release\": \"next\"}");
        assertThat(send("/reopen", "").getContentAsString()).doesNotContain("ignored");
    }

    @Test
    void notes_about_a_cause_are_kept_and_bounded() throws Exception {
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());

        assertThat(send("/notes", "{\"text\": \"the bank knows\"}").getContentAsString())
                .contains("\"notes\":[{\"text\":\"the bank knows\",\"by\":\"ann\",\"at\":\"2026-03-02T10:00:00Z\"}]");

        assertThat(audited).containsExactly("ann cause note " + INVALID + " 0");
        assertThat(api.list(requestBy(), null, null, null).items().get(0).notes())
                .isNull();
        for (String bad :
                List.of("{}", "{\"text\": null}", "{\"text\": \" \"}", "{\"text\": \"" + "x".repeat(4097) + "\"}"))
            assertRefused("/notes", bad);
        for (int i = 1; i < CauseNotes.MOST; i++) queue.letters().note(CauseId.of(INVALID), "note " + i, "bob");
        assertRefused("/notes", "{\"text\": \"one more\"}");
        assertThat(queue.letters().notes(CauseId.of(INVALID), 1000)).hasSize(CauseNotes.MOST);
    }

    private Caller ann(String... channels) {
        return new Caller(
                "ann",
                Role.OPERATOR,
                "127.0.0.1",
                List.of(channels).stream().map(Glob::new).toList());
    }

    private String released(Caller caller, String json) throws Exception {
        return mvc.perform(post("/dlq/releases")
                        .contentType("application/json")
                        .content(json)
                        .requestAttr(Caller.class.getName(), caller))
                .andReturn()
                .getResponse()
                .getContentAsString();
    }

    @Test
    void a_release_reopens_what_was_ignored_until_the_next_one_in_its_channels() throws Exception {
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
        queue.has(1, "payments", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(1, "payments", LetterStatus.FAILED, failure("com.acme.ForGood"));
        CauseId forGood = LetterBuilder.fingerprint(failure("com.acme.ForGood")).id();
        assertThat(send("/ignore", "{\"untilRelease\": true}").getContentAsString())
                .contains("\"ignoredUntilRelease\":true");
        queue.letters().ignore(CauseId.of(TIMEOUTS), new IgnoreEnd(null, null, true), "ann");
        queue.letters().ignore(forGood, IgnoreEnd.never(), "ann");
        audited.clear();

        assertThat(released(ann("orders"), "{\"name\": \"1\", \"channels\": [\"pay*\"]}"))
                .isEqualTo("{\"name\":\"1\",\"reopened\":[]}");
        assertThat(released(ann(), "{\"name\": \"payments 4.2\", \"channels\": [\"pay*\"]}"))
                .isEqualTo("{\"name\":\"payments 4.2\",\"reopened\":[\"" + TIMEOUTS + "\"]}");
        assertThat(released(ann(), "{\"name\": \"all\"}")).contains(INVALID).doesNotContain(TIMEOUTS);

        assertThat(api.one(requestBy(), INVALID).state()).isEqualTo(CauseState.OPEN);
        assertThat(api.one(requestBy(), forGood.toString()).state()).isEqualTo(CauseState.IGNORED);
        assertThat(audited).containsExactly("ann release 1 0", "ann release payments 4.2 1", "ann release all 1");
        for (String bad : List.of("{}", "{\"name\": \" \"}", "[]", "{\"name\": \"1\", \"channels\": [\"\"]}"))
            assertThatThrownBy(() -> released(ann(), bad)).as(bad).hasCauseInstanceOf(Problem.class);
    }

    @Test
    void a_limited_caller_reopens_only_what_is_all_theirs() throws Exception {
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(1, "payments", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.letters().ignore(CauseId.of(TIMEOUTS), new IgnoreEnd(null, null, true), "ann");

        assertThat(released(ann("orders"), "{\"name\": \"1\"}")).contains("\"reopened\":[]");
        assertThat(released(ann("orders", "payments"), "{\"name\": \"1\"}")).contains(TIMEOUTS);
    }

    @Test
    void a_cause_that_came_back_and_is_dealt_with_is_not_called_regressed() throws Exception {
        queue.has(1, "orders", LetterStatus.RESOLVED, LetterBuilder.invalid());
        var unused = send("/resolve", "");
        queue.has(1, "orders", LetterStatus.RESOLVED, LetterBuilder.invalid());

        assertThat(api.one(requestBy(), INVALID).state()).isEqualTo(CauseState.RESOLVED);
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());
        assertThat(api.one(requestBy(), INVALID).state()).isEqualTo(CauseState.REGRESSED);
    }

    @Test
    void the_state_of_a_cause_is_set_and_audited() {
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());

        assertThat(api.acknowledge(requestBy(), INVALID).state()).isEqualTo(CauseState.ACKNOWLEDGED);
        assertThat(api.ignore(requestBy(), INVALID).state()).isEqualTo(CauseState.IGNORED);
        assertThat(api.resolve(requestBy(), INVALID).stateBy()).isEqualTo("ann");
        assertThat(api.reopen(requestBy(), INVALID).state()).isEqualTo(CauseState.OPEN);
        assertThat(audited)
                .containsExactly(
                        "ann cause acknowledge " + INVALID + " 0",
                        "ann cause ignore " + INVALID + " 0",
                        "ann cause resolve " + INVALID + " 0",
                        "ann cause reopen " + INVALID + " 0");
    }

    @Test
    void decisions_are_posts() throws Exception {
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());

        for (String word : List.of("acknowledge", "ignore", "resolve", "reopen"))
            mvc.perform(post("/dlq/causes/" + INVALID + "/" + word)
                            .requestAttr(Caller.class.getName(), TestQueue.caller()))
                    .andExpect(status().isOk());
    }

    @Test
    void a_limited_caller_sees_their_own_letters_only() {
        queue.has(2, "orders", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(3, "payments", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(1, "payments", LetterStatus.FAILED, LetterBuilder.invalid());

        assertThat(api.list(requestBy("orders"), null, null, null).items())
                .singleElement()
                .satisfies(cause -> assertThat(cause.count()).isEqualTo(2));
        assertThat(api.samples(requestBy("orders"), TIMEOUTS, null).items())
                .extracting(CauseSample::channel)
                .containsOnly("orders");
        assertProblem(404, () -> api.one(requestBy("orders"), INVALID));
    }

    @Test
    void a_limited_caller_finds_their_cause_behind_many_bigger_ones_of_others() {
        for (int i = 0; i < 60; i++) queue.has(2, "payments", LetterStatus.FAILED, failure("com.acme.Other" + i));
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());

        assertThat(api.list(requestBy("orders"), null, null, null).items())
                .extracting(CausesApi.ShownCause::id)
                .containsExactlyInAnyOrder(TIMEOUTS, INVALID);
        assertThat(api.list(requestBy("orders"), null, null, "1").items()).hasSize(1);
    }

    @Test
    void a_cause_says_what_its_letters_fail_with_now() {
        queue.has(2, "orders", LetterStatus.FAILED, LetterBuilder.timeout());
        LetterId payment = queue.has(1, "payments", LetterStatus.FAILED, LetterBuilder.timeout())
                .get(0);
        failAgain(payment, LetterBuilder.invalid());

        CausesApi.ShownCause first = api.one(requestBy(), TIMEOUTS);
        CausesApi.ShownCause last = api.one(requestBy(), INVALID);

        assertThat(first.open()).isEqualTo(3);
        assertThat(first.failingNow()).isEqualTo(2);
        assertThat(first.failsWith())
                .containsExactly(new CausesApi.OtherCause(INVALID, "InvalidOrder: order has no lines", 1));
        assertThat(first.capturedFor()).isEmpty();
        assertThat(last.count()).isZero();
        assertThat(last.failingNow()).isEqualTo(1);
        assertThat(last.capturedFor())
                .containsExactly(new CausesApi.OtherCause(TIMEOUTS, "SocketTimeoutException: Read timed out", 1));
        assertThat(api.list(requestBy(), null, null, null).items())
                .extracting(CausesApi.ShownCause::id)
                .containsExactly(TIMEOUTS, INVALID);
        assertThat(api.samples(requestBy(), INVALID, null).items())
                .singleElement()
                .satisfies(sample -> assertThat(sample.lastErrorMessage()).isEqualTo("order has no lines"))
                .satisfies(sample -> assertThat(sample.errorMessage()).isEqualTo("Read timed out"));
        assertThat(api.one(requestBy("payments"), TIMEOUTS).failingNow()).isZero();
        assertThat(api.one(requestBy("payments"), INVALID).failingNow()).isEqualTo(1);
        assertThat(api.one(requestBy("orders"), TIMEOUTS).failsWith()).isEmpty();
        assertProblem(404, () -> api.one(requestBy("orders"), INVALID));
    }

    private void failAgain(LetterId id, Failure failure) {
        LeasedLetter claimed = ClaimedLetters.leased(queue.store, id, "w", Duration.ofMinutes(1));
        Settlement.GaveUp end = new Settlement.GaveUp(failure, LetterBuilder.fingerprint(failure));
        queue.store.settle(List.of(new Settlement(claimed.lease(), Duration.ZERO, "manual", end)));
    }

    private static Failure failure(String type) {
        return LetterBuilder.failure(type, "it broke", Category.UNKNOWN);
    }

    @Test
    void a_limited_caller_decides_about_a_cause_with_more_letters_than_are_counted() {
        queue.has(Total.COUNTED + 1, "orders", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(1, "payments", LetterStatus.FAILED, LetterBuilder.invalid());

        assertThat(api.ignore(requestBy("orders"), TIMEOUTS).state()).isEqualTo(CauseState.IGNORED);

        queue.has(1, "payments", LetterStatus.FAILED, LetterBuilder.timeout());
        assertProblem(403, () -> api.reopen(requestBy("orders"), TIMEOUTS));
    }

    @Test
    void a_limited_caller_decides_only_about_causes_that_are_all_theirs() {
        queue.has(2, "orders", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(3, "payments", LetterStatus.FAILED, LetterBuilder.timeout());
        queue.has(1, "orders", LetterStatus.FAILED, LetterBuilder.invalid());

        assertProblem(403, () -> api.ignore(requestBy("orders"), TIMEOUTS));
        assertThat(api.ignore(requestBy("orders"), INVALID).state()).isEqualTo(CauseState.IGNORED);
        assertThat(audited).hasSize(1);
    }

    @Test
    void what_is_unknown_or_nonsense_is_refused_and_not_written_down() {
        String nobodys = new UUID(1, 2).toString();

        assertProblem(404, () -> api.one(requestBy(), nobodys));
        assertProblem(404, () -> api.samples(requestBy(), "what", null));
        assertProblem(404, () -> api.resolve(requestBy(), nobodys));
        assertProblem(400, () -> api.list(requestBy(), List.of("new"), null, null));
        assertProblem(400, () -> api.list(requestBy(), null, null, "501"));
        assertThat(audited).isEmpty();
    }

    private static void assertProblem(int status, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.status().value()).isEqualTo(status));
    }
}

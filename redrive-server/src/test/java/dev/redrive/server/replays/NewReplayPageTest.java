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
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.replay.CommandResult;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.SettingsReader;
import dev.redrive.server.config.values.Options;
import dev.redrive.store.questions.CauseQuery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;

/** The form that makes a plan, and that makes one instead of another. */
@Timeout(60)
class NewReplayPageTest extends ReplayPagesFixture {
    private static final String FORM = "/replays/new";

    private MockHttpServletResponse sent(Caller caller, String... namesAndValues) throws Exception {
        MockHttpServletRequestBuilder request = post(FORM);
        for (int i = 0; i < namesAndValues.length; i += 2) request.param(namesAndValues[i], namesAndValues[i + 1]);
        return answer(caller, request);
    }

    private Replay made(MockHttpServletResponse response) throws Exception {
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(303);
        String address = String.valueOf(response.getRedirectedUrl());
        return redrive.replays()
                .find(ReplayId.of(address.replace("/replays/", "")))
                .orElseThrow();
    }

    @Override
    LetterTransformer.Transformer transformer(ReplayTask task) {
        return refusal == null ? new ReplayTransformer(List.of(), 1 << 20).prepare(task) : super.transformer(task);
    }

    private ReplayState state(ReplayId id) {
        return redrive.replays().find(id).orElseThrow().state();
    }

    // Instead of another plan

    @Test
    void a_plan_that_waits_can_be_changed_and_one_that_was_started_cannot() throws Exception {
        ReplayId planned = inState(ReplayState.PLANNED);
        ReplayId stopped = inState(ReplayState.STOPPED);

        assertThat(page(OPERATOR, "/replays/" + planned)).contains("href=\"/replays/new?from=" + planned + "\"");
        assertThat(page(VIEWER, "/replays/" + planned))
                .contains("disabled aria-describedby=\"why-not\">Change…")
                .doesNotContain("href=\"/replays/new");
        assertThat(page(OPERATOR, "/replays/" + stopped)).doesNotContain("Change…");
        MockHttpServletResponse late = answer(OPERATOR, get(FORM + "?from=" + stopped));
        assertThat(late.getStatus()).isEqualTo(409);
        assertThat(late.getContentAsString()).contains("is STOPPED, so its plan cannot be changed any more");
    }

    @Test
    void the_form_begins_with_what_the_plan_says() throws Exception {
        letter("good.a");
        Brakes brakes = Brakes.defaults()
                .perSecond(2.5)
                .concurrency(3)
                .steps(List.of(1, 10), Optional.of(Duration.ofSeconds(90)))
                .stop(Brakes.StopRule.at(0.125));
        PlanRequest plain = channel("good.*");
        ReplayId id = planned(new PlanRequest(
                plain.selection(),
                brakes,
                new ReplayTask("good.*", null, false, false),
                Json.object(Map.of("filterCriteria", Map.of("channel", "good.*"), "notes", "after the fix")),
                "ada"));

        String page = page(OPERATOR, FORM + "?from=" + id);

        assertThat(page)
                .contains("name=\"ratePerSecond\" value=\"2.5\"")
                .contains("name=\"concurrency\" value=\"3\"")
                .contains("name=\"steps\" value=\"1, 10\"")
                .contains("name=\"stepPause\" value=\"90s\"")
                .contains("name=\"stopWhenFailing\" value=\"12.5\"")
                .contains("<option value=\"good.*\" selected>good.*</option>")
                .contains("name=\"notes\" value=\"after the fix\"")
                .containsPattern("<em>.*channel good\\.\\*")
                .contains("name=\"from\" value=\"" + id + "\"")
                .doesNotContain("name=\"channel\"", "name=\"validate\" value=\"true\" checked", "class=\"wrong\"");
    }

    @Test
    void the_new_plan_has_the_same_letters_and_the_one_before_is_cancelled() throws Exception {
        for (int i = 0; i < 3; i++) letter("good.a");
        letter("bad.a");
        String cause = redrive.letters().causes(CauseQuery.top(1)).get(0).id().toString();
        ReplayId before =
                ReplayId.of(pressed(OPERATOR, "/causes/" + cause + "/replay").replace("/replays/", ""));

        Replay after = made(sent(
                OPERATOR,
                "from",
                before.toString(),
                "ratePerSecond",
                "20",
                "concurrency",
                "2",
                "steps",
                "1, 10",
                "stopWhenFailing",
                "20",
                "target",
                "",
                "transform",
                "",
                "notes",
                "slowly"));

        assertThat(after.brakes())
                .isEqualTo(Brakes.defaults()
                        .perSecond(20.0)
                        .concurrency(2)
                        .steps(List.of(1, 10), Optional.empty())
                        .stop(Brakes.StopRule.at(0.2)));
        assertThat(after.state()).isEqualTo(ReplayState.PLANNED);
        await(before, ReplayState.CANCELLED);
        assertThat(page(VIEWER, "/replays/" + after.id()))
                .contains("at 20/s, first 1, 10, stop at 20 % failing", "slowly", "href=\"/causes/" + cause);
        assertThat(audited)
                .containsExactly(
                        "olga replay plan " + before + ": any cause " + cause + " "
                                + after.plan().count(),
                        "olga replay plan " + after.id() + ": any cause " + cause + " "
                                + after.plan().count(),
                        "olga replay cancel " + before + " 0");
    }

    @Test
    void what_the_form_has_no_field_for_stays_as_it_was() throws Exception {
        letter("good.a");
        ReplayBody body = ReplayBody.read(
                "{\"filterCriteria\":{\"channel\":\"good.*\"},\"batchSize\":7,\"stopWindow\":30,\"takeOver\":true,\"start\":true,\"steps\":[1],\"stepPause\":\"5m\"}"
                        .getBytes(StandardCharsets.UTF_8));
        Replay before = planning.plan(OPERATOR, body);

        Replay after = made(sent(OPERATOR, "from", before.id().toString(), "steps", "", "stepPause", ""));

        assertThat(after.brakes().batchSize()).isEqualTo(7);
        assertThat(after.brakes().stop().window()).isEqualTo(30);
        assertThat(after.brakes().steps()).isEmpty();
        assertThat(after.task().takeOver()).isTrue();
        assertThat(after.state()).isEqualTo(ReplayState.PLANNED);
        assertThat(after.asked().text()).doesNotContain("start", "stepPause");
    }

    @Test
    void letters_that_were_named_one_by_one_are_all_in_the_new_plan() throws Exception {
        List<LetterId> named = new ArrayList<>();
        for (int i = 0; i < 130; i++) named.add(letter("good.a"));
        letter("good.a");
        byte[] request = Json.object(
                        Map.of("ids", named.stream().map(LetterId::toString).toList()))
                .text()
                .getBytes(StandardCharsets.UTF_8);
        Replay before = planning.plan(OPERATOR, ReplayBody.read(request));

        Replay after = made(sent(OPERATOR, "from", before.id().toString(), "ratePerSecond", "5"));

        assertThat(redrive.replays().ledger(after.id(), Set.of(), 0, 1000))
                .extracting(LedgerLine::letter)
                .containsExactlyInAnyOrderElementsOf(named);
        assertThat(page(VIEWER, "/replays/" + after.id())).contains("130 letters by their ids");
    }

    @Test
    void a_plan_that_was_started_meanwhile_goes_on_and_no_other_is_made() throws Exception {
        ReplayId id = inState(ReplayState.RUNNING);

        MockHttpServletResponse late = sent(OPERATOR, "from", id.toString(), "ratePerSecond", "17");

        assertThat(late.getStatus()).isEqualTo(409);
        assertThat(late.getContentAsString())
                .contains("Not planned: replay " + id + " is RUNNING", "name=\"ratePerSecond\" value=\"17\"");
        assertThat(state(id)).isEqualTo(ReplayState.RUNNING);
        assertThat(redrive.replays().list(EnumSet.of(ReplayState.PLANNED), 10, null))
                .isEmpty();
        assertThat(audited).isEmpty();
    }

    @Test
    void only_a_plan_is_cancelled_unstarted() {
        ReplayId running = inState(ReplayState.RUNNING);
        ReplayCommands commands = new ReplayCommands(redrive.replays(), audit);

        var refused = commands.cancelUnstarted(OPERATOR, running);

        assertThat(refused).isEqualTo(new CommandResult.NotAllowed(ReplayState.RUNNING));
        assertThat(state(running)).isEqualTo(ReplayState.RUNNING);
        assertThat(audited).isEmpty();
    }

    @Test
    void a_plan_whose_filter_is_hidden_is_not_made_again() throws Exception {
        letter("good.a");
        PlanRequest plain = channel("good.*");
        ReplayId id = planned(new PlanRequest(
                plain.selection(),
                plain.brakes(),
                plain.task(),
                Json.object(Map.of("filterCriteria", Map.of("q", "***"))),
                "ada"));

        MockHttpServletResponse refused = sent(OPERATOR, "from", id.toString());

        assertThat(refused.getStatus()).isEqualTo(409);
        assertThat(refused.getContentAsString()).contains("are hidden");
        assertThat(state(id)).isEqualTo(ReplayState.PLANNED);
    }

    // Mistakes

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ratePerSecond   | fast    | “fast” is no number",
                "ratePerSecond   | 0       | ratePerSecond must be between 0.001 and 1000000",
                "concurrency     | 65      | concurrency must be between 1 and 64",
                "steps           | 1, ten  | write whole numbers",
                "steps           | 1, 0    | steps[1] must be between 1 and",
                "stepPause       | 5m      | stepPause has nothing to pause without steps",
                "stopWhenFailing | 101     | from 0 to 100; 100 never stops",
                "stopWhenFailing | many    | from 0 to 100; 100 never stops",
                "transform       | {jslt   | transform is no JSON",
                "transform       | [1]     | transform must be",
                "time            | someday | is no time range"
            })
    void a_mistake_stands_beside_its_field_and_all_that_was_typed_stays(String field, String text, String words)
            throws Exception {
        letter("good.a");

        MockHttpServletResponse refused =
                sent(OPERATOR, "channel", "good.*", "status", "FAILED", "notes", "why \"so\"", field, text);

        String page = refused.getContentAsString();
        assertThat(refused.getStatus()).isEqualTo(400);
        assertThat(page)
                .containsPattern("id=\"field-" + field + "\"[^>]*aria-invalid=\"true\"[^>]*autofocus")
                .containsPattern("<span class=\"wrong\" role=\"alert\"[^>]*>[^<]*" + Pattern.quote(words))
                .contains("name=\"channel\" value=\"good.*\"", "value=\"why &#34;so&#34;\"", "value=\"FAILED\" checked")
                .doesNotContain("id=\"wrong\"");
        assertThat(page.replace("\n", "")).containsAnyOf("value=\"" + text + "\"", ">" + text + "</textarea>");
        assertThat(redrive.replays().list(Set.of(), 10, null)).isEmpty();
        assertThat(audited).isEmpty();
    }

    @Test
    void all_mistakes_are_said_at_once_each_beside_its_field() throws Exception {
        letter("good.a");

        String page = sent(
                        OPERATOR,
                        "channel",
                        "good.*",
                        "ratePerSecond",
                        "fast",
                        "steps",
                        "1, ten",
                        "stepPause",
                        "5m",
                        "stopWhenFailing",
                        "101")
                .getContentAsString();

        assertThat(page)
                .contains("id=\"wrong-ratePerSecond\"", "id=\"wrong-steps\"", "id=\"wrong-stopWhenFailing\"")
                .contains("aria-describedby=\"hint-steps wrong-steps\"")
                .doesNotContain("id=\"wrong-stepPause\"", "id=\"wrong-channel\"");
    }

    @Test
    void spaces_around_a_channel_are_not_part_of_its_name() throws Exception {
        letter("good.a");

        sent(OPERATOR, "channel", "  good.a ");

        assertThat(redrive.replays().list(Set.of(), 10, null).get(0).plan().count())
                .isEqualTo(1);
    }

    @Test
    void what_is_wrong_with_the_whole_stands_above_the_form() throws Exception {
        letter("good.a");
        refusal = "these cannot be replayed";

        MockHttpServletResponse refused = sent(OPERATOR, "channel", "good.*", "ratePerSecond", "3");

        assertThat(refused.getStatus()).isEqualTo(400);
        assertThat(refused.getContentAsString())
                .contains("Not planned: these cannot be replayed", "name=\"ratePerSecond\" value=\"3\"");
    }

    @Test
    void a_transform_that_was_not_touched_stays_as_it_is_and_one_that_was_emptied_is_gone() throws Exception {
        letter("good.a");
        String transform = "{\"jslt\":\".\"}";
        PlanRequest plain = channel("good.*");
        ReplayId id = planned(new PlanRequest(
                plain.selection(),
                plain.brakes(),
                new ReplayTask(null, transform, false, false),
                plain.asked(),
                "ada"));

        assertThat(page(OPERATOR, FORM + "?from=" + id)).contains("{\"jslt\":\".\"}</textarea>");
        Replay same = made(sent(OPERATOR, "from", id.toString(), "transform", transform + "\r\n"));
        Replay without = made(sent(OPERATOR, "from", same.id().toString(), "transform", ""));

        assertThat(same.task().transform()).isEqualTo(transform);
        assertThat(without.task().transform()).isNull();
    }

    // Before and after

    private static final String TO_EUROS =
            "{\"patch\":[{\"op\":\"replace\",\"path\":\"/currency\",\"value\":\"EUR\"}]}";

    private LetterId order(String payload) {
        LetterBuilder letter =
                new LetterBuilder(ids).from("good.a").saying(payload).status(LetterStatus.FAILED);
        return store.capture(List.of(letter.build())).get(0).id();
    }

    @Test
    void a_letter_is_shown_before_and_after_its_transform_and_nothing_is_planned() throws Exception {
        LetterId first = order("{\"currency\":\"EURO\",\"amount\":1.10}");
        LetterId second = order("{\"currency\":\"<b>\"}");

        String page = sent(OPERATOR, "channel", "good.*", "transform", TO_EUROS, "ratePerSecond", "7", "preview", "1")
                .getContentAsString();
        String next = sent(OPERATOR, "channel", "good.*", "transform", TO_EUROS, "preview", "2")
                .getContentAsString();

        assertThat(page)
                .contains(
                        "letter 1 of the first 2",
                        "/letters/" + first,
                        "/payload/currency",
                        "name=\"ratePerSecond\" value=\"7\"")
                .containsPattern("<del><bdi>&#34;EURO&#34;|<del><bdi>\"EURO\"|<del><bdi>EURO")
                .containsPattern("<mark>[^/]*EURO")
                .containsPattern("id=\"preview-next\"[^>]*value=\"2\"")
                .containsPattern("id=\"preview-previous\"[^>]*disabled");
        assertThat(next)
                .contains("letter 2 of the first 2", "/letters/" + second, "&lt;b&gt;")
                .containsPattern("id=\"preview-next\"[^>]*disabled");
        assertThat(redrive.replays().list(Set.of(), 10, null)).isEmpty();
        assertThat(store.find(first).orElseThrow().payload().text()).contains("EURO");
        assertThat(audited).isEmpty();
    }

    @Test
    void a_transform_that_does_not_fit_the_letter_says_so_beside_its_field() throws Exception {
        LetterId letter = order("{\"amount\":1}");

        String page = sent(OPERATOR, "channel", "good.*", "transform", TO_EUROS, "preview", "1")
                .getContentAsString();

        assertThat(page)
                .containsPattern("id=\"field-transform\"[^>]*aria-invalid=\"true\"")
                .contains("it does not fit letter " + letter, "id=\"preview-error\"")
                .doesNotContain("Not planned");
    }

    @Test
    void what_the_schema_has_against_the_letter_stands_beside_its_field(@TempDir Path folder) throws Exception {
        Path schema = Files.writeString(folder.resolve("order.json"), "{\"type\":\"object\",\"required\":[\"id\"]}");
        mvc = pages(new SettingsReader(Map.of(), Options.none())
                .readText("redrive: { channels: [ { match: good.a, schema: '" + schema + "' } ] }", "test")
                .settings());
        order("{\"amount\":1}");

        String page = sent(OPERATOR, "channel", "good.*", "validate", "true", "preview", "1")
                .getContentAsString();

        assertThat(page)
                .containsPattern("<span class=\"wrong\" role=\"alert\"[^>]*>letter [^<]* would be skipped")
                .contains("id=\"preview-violations\"", "No value in it changes");
    }

    @Test
    void a_transform_that_nobody_can_read_is_wrong_in_its_field_for_a_plan_and_for_a_preview() throws Exception {
        order("{}");

        for (String preview : List.of("", "1")) {
            MockHttpServletResponse refused =
                    sent(OPERATOR, "channel", "good.*", "transform", "{\"jslt\":\"{{\"}", "preview", preview);

            assertThat(refused.getStatus()).isEqualTo(400);
            assertThat(refused.getContentAsString())
                    .containsPattern("id=\"field-transform\"[^>]*aria-invalid=\"true\"");
        }
        assertThat(redrive.replays().list(Set.of(), 10, null)).isEmpty();
    }

    @Test
    void a_preview_without_letters_says_that_there_are_none_and_keeps_what_was_typed() throws Exception {
        MockHttpServletResponse none =
                sent(OPERATOR, "channel", "good.*", "transform", TO_EUROS, "notes", "mine", "preview", "1");

        assertThat(none.getStatus()).isEqualTo(404);
        assertThat(none.getContentAsString()).contains("there is no letter to preview", "value=\"mine\"");
    }

    @Test
    void a_change_of_a_plan_is_previewed_on_its_letters_and_the_plan_stays() throws Exception {
        order("{\"currency\":\"EURO\"}");
        ReplayId plan = planned(channel("good.*"));

        String page = sent(OPERATOR, "from", plan.toString(), "transform", TO_EUROS, "preview", "1")
                .getContentAsString();

        assertThat(page).contains("letter 1 of the first 1", "/payload/currency", "Change the plan");
        assertThat(state(plan)).isEqualTo(ReplayState.PLANNED);
    }

    // New ones

    @Test
    void letters_are_chosen_by_channel_status_error_type_and_time() throws Exception {
        letter("good.old");
        clock.forward(Duration.ofHours(3));
        LetterId wanted = letter("good.a");
        letter("bad.a");

        Replay made = made(sent(
                OPERATOR, "channel", "good.*", "status", "FAILED", "status", "PENDING", "errorType", "", "time", "1h"));

        assertThat(redrive.replays().ledger(made.id(), EnumSet.of(LineState.PLANNED), 0, 10))
                .extracting(LedgerLine::letter)
                .containsExactly(wanted);
        assertThat(made.brakes()).isEqualTo(Brakes.defaults());
        assertThat(audited).hasSize(1);
    }

    @Test
    void the_usual_brakes_and_the_criteria_of_the_address_stand_in_a_new_form() throws Exception {
        String page = page(OPERATOR, FORM + "?channel=orders&status=MANUAL&time=24h&key=K-1&order=newest");

        assertThat(page)
                .contains(
                        "name=\"channel\" value=\"orders\"", "value=\"MANUAL\" checked", "name=\"time\" value=\"24h\"")
                .contains("<input type=\"hidden\" name=\"key\" value=\"K-1\">")
                .contains("name=\"concurrency\" value=\"8\"", "name=\"stopWhenFailing\" value=\"50\"")
                .doesNotContain("name=\"order\"", "name=\"from\"");
    }

    @Test
    void nothing_chosen_is_not_everything() throws Exception {
        letter("good.a");

        MockHttpServletResponse refused = sent(OPERATOR, "channel", " ", "time", "");

        assertThat(refused.getStatus()).isEqualTo(400);
        assertThat(refused.getContentAsString()).contains("say which letters: a channel (* is all)");
        assertThat(redrive.replays().list(Set.of(), 10, null)).isEmpty();
    }

    // Who may

    @Test
    void viewers_make_no_plans_and_learn_why() throws Exception {
        ReplayId id = inState(ReplayState.PLANNED);

        assertThat(page(OPERATOR, "/replays")).contains("id=\"new-replay\" href=\"/replays/new\"");
        assertThat(page(VIEWER, "/replays"))
                .contains("making a replay needs the role operator", "disabled aria-describedby=\"why-not\">New replay")
                .doesNotContain("href=\"/replays/new\"");
        for (String address : List.of(FORM, FORM + "?from=" + id))
            assertThat(answer(VIEWER, get(address)).getStatus()).isEqualTo(403);
        assertThat(sent(VIEWER, "from", id.toString()).getStatus()).isEqualTo(403);
        assertThat(sent(VIEWER, "channel", "good.*").getStatus()).isEqualTo(403);
        assertThat(state(id)).isEqualTo(ReplayState.PLANNED);
    }

    @Test
    void a_plan_of_other_channels_is_the_same_as_none() throws Exception {
        ReplayId other = inState(ReplayState.PLANNED);

        assertThat(answer(SCOPED, get(FORM + "?from=" + other)).getStatus()).isEqualTo(404);
        assertThat(sent(SCOPED, "from", other.toString()).getStatus()).isEqualTo(404);
        assertThat(state(other)).isEqualTo(ReplayState.PLANNED);
    }

    @Test
    void hostile_words_are_shown_and_never_run() throws Exception {
        MockHttpServletRequestBuilder request = get(FORM);
        for (String name : List.of("channel", "key", "notes", "target")) request.param(name, HOSTILE);
        request.param("transform", "</textarea>" + HOSTILE);

        String page = answer(OPERATOR, request).getContentAsString();

        assertThat(page).contains("&lt;script&gt;alert(").doesNotContain("<script>alert", "<img src=x");
        assertThat(INLINE.matcher(page).find()).isFalse();
    }
}

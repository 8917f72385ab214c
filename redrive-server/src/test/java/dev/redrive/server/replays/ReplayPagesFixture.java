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
import dev.redrive.ledger.PlanRequest;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayId;
import dev.redrive.ledger.ReplayState;
import dev.redrive.ledger.ReplayTask;
import dev.redrive.ledger.Selection;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.causes.CausePage;
import dev.redrive.server.causes.CauseTrendChart;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.JteViewResolver;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.PageProblems;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.Filter;
import dev.redrive.testing.Await;
import dev.redrive.text.Glob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** Pages of replays on a queue in memory, requested by callers with different rights. */
@Timeout(60)
abstract class ReplayPagesFixture {
    static final String HOSTILE = "\"><script>alert('x')</script><img src=x onerror=alert(1)>";
    static final Pattern INLINE = Pattern.compile("<script(?! src=)|<style| style=| on[a-z]+=\"");
    static final Pattern BUTTON = Pattern.compile("id=\"do-([a-z]+)\"");

    static final Caller OPERATOR = new Caller("olga", Role.OPERATOR, "127.0.0.1", List.of());
    static final Caller VIEWER = new Caller("victor", Role.VIEWER, "127.0.0.1", List.of());
    static final Caller SCOPED = new Caller("sam", Role.OPERATOR, "127.0.0.1", List.of(new Glob("good.eu")));

    final SettableClock clock = SettableClock.standing();
    final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    final LetterIds ids = new LetterIds(clock);
    final List<String> audited = Collections.synchronizedList(new ArrayList<>());

    @Nullable
    String refusal;

    final Redrive redrive = Redrive.on(store)
            .withoutJournal()
            .transformer(this::transformer)
            .open()
            .handle("good.*", letter -> {})
            .handle("bad.*", letter -> {
                throw new RejectedByTarget(422, null, "it is not valid");
            });
    final Audit audit =
            (caller, action, subject, count) -> audited.add(caller.name() + " " + action + " " + subject + " " + count);
    final Settings settings = SampleSettings.at("memory:");
    final ReplayPlanning planning = new ReplayPlanning(redrive.replays(), redrive.letters(), settings, audit, clock);
    MockMvc mvc = pages(settings);

    MockMvc pages(Settings settings) {
        PageFrames frames = new PageFrames(settings, clock, caller -> RailCounts.NONE, false);
        ReplayCommands letters = new ReplayCommands(redrive.replays(), audit);
        return MockMvcBuilders.standaloneSetup(
                        new ReplaysPage(letters, frames, settings),
                        new ReplayPage(redrive.replays(), letters, frames, settings),
                        new NewReplayPage(
                                redrive.replays(),
                                letters,
                                planning,
                                new ReplayPreviews(
                                        redrive.letters(),
                                        planning,
                                        new ReplayTransformer(settings.channels(), 1 << 20),
                                        settings),
                                frames,
                                settings),
                        new CausePage(
                                redrive.letters(),
                                new CauseTrendChart(redrive.letters(), clock),
                                frames,
                                audit,
                                planning,
                                new CauseReplays(letters, clock),
                                new CauseTeams(redrive.letters(), settings, clock),
                                settings))
                .setControllerAdvice(new PageProblems(frames))
                .setViewResolvers(new JteViewResolver())
                .build();
    }

    LetterTransformer.Transformer transformer(ReplayTask task) {
        if (refusal != null) throw new IllegalArgumentException(refusal);
        return LetterTransformer.none().prepare(task);
    }

    @AfterEach
    void close() {
        redrive.close();
    }

    // Asking

    MockHttpServletResponse answer(Caller caller, MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.requestAttr(Caller.class.getName(), caller))
                .andReturn()
                .getResponse();
    }

    String page(Caller caller, String address) throws Exception {
        MockHttpServletResponse response = answer(caller, get(address));
        assertThat(response.getStatus()).isEqualTo(200);
        String page = response.getContentAsString();
        assertThat(INLINE.matcher(page).find()).as("inline script or style").isFalse();
        return page;
    }

    String pressed(Caller caller, String address) throws Exception {
        MockHttpServletResponse response = answer(caller, post(address));
        assertThat(response.getStatus()).as(response.getContentAsString()).isEqualTo(303);
        return String.valueOf(response.getRedirectedUrl());
    }

    static List<String> buttons(String page) {
        return BUTTON.matcher(page).results().map(found -> found.group(1)).toList();
    }

    // Letters and replays

    LetterId letter(String channel) {
        LetterBuilder letter = new LetterBuilder(ids)
                .from(channel)
                .failedWith(LetterBuilder.invalid())
                .status(LetterStatus.FAILED);
        return store.capture(List.of(letter.build())).get(0).id();
    }

    static PlanRequest channel(String channel) {
        return new PlanRequest(
                Selection.ByFilter.oldestFirst(Filter.builder().channel(channel).build()),
                Brakes.defaults(),
                ReplayTask.plain(),
                Json.object(Map.of("filterCriteria", Map.of("channel", channel))),
                "ada");
    }

    ReplayId planned(PlanRequest request) {
        return redrive.replays().plan(request).id();
    }

    /** One that no node looks after, as it would be in this state. */
    ReplayId inState(ReplayState state) {
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

    void await(ReplayId id, ReplayState state) {
        Await.until(() -> redrive.replays().find(id).orElseThrow().state() == state);
    }
}

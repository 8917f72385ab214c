package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.server.access.signin.LoginPage;
import dev.redrive.server.alerts.FiringAlerts;
import dev.redrive.server.archive.ServerArchive;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.causes.CausePage;
import dev.redrive.server.causes.CauseTrendChart;
import dev.redrive.server.charts.Charts;
import dev.redrive.server.config.Settings;
import dev.redrive.server.inbox.InboxCauses;
import dev.redrive.server.inbox.InboxPage;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.letters.LetterButtons;
import dev.redrive.server.letters.LetterPage;
import dev.redrive.server.letters.LettersPage;
import dev.redrive.server.letters.ListViews;
import dev.redrive.server.letters.PayloadPage;
import dev.redrive.server.letters.TagButtons;
import dev.redrive.server.letters.ViewButtons;
import dev.redrive.server.nodes.NodeReports;
import dev.redrive.server.replays.CauseReplays;
import dev.redrive.server.replays.ReplayCommands;
import dev.redrive.server.replays.ReplayPlanning;
import dev.redrive.server.retention.RetentionRequests;
import dev.redrive.server.settings.SettingsPage;
import dev.redrive.server.stats.Overviews;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** Pages on a queue in memory, requested by callers with different rights. */
public abstract class PagesFixture {
    protected static final String HOSTILE = "\"><script>alert('x')</script><img src=x onerror=alert(1)>";
    protected static final Pattern INLINE = Pattern.compile("<script(?! src=)|<style| style=| on[a-z]+=\"");

    protected static final Caller ADMIN = new Caller("ada", Role.ADMIN, "127.0.0.1", List.of());
    protected static final Caller OPERATOR = new Caller("olga", Role.OPERATOR, "127.0.0.1", List.of());
    protected static final Caller VIEWER = new Caller("victor", Role.VIEWER, "127.0.0.1", List.of());
    protected static final Caller SCOPED =
            new Caller("sam", Role.OPERATOR, "127.0.0.1", List.of(new Glob("orders"), new Glob("orders.*")));

    protected final SettableClock clock = SettableClock.standing();
    protected final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    protected final Redrive redrive = Redrive.on(store).open();
    protected final Letters letters = redrive.letters();
    protected final LetterIds ids = new LetterIds(clock);
    protected final List<String> audited = new ArrayList<>();
    protected KafkaReport kafka = KafkaReport.notConfigured();
    protected MockMvc mvc;

    @BeforeEach
    void open() {
        mvc = pages(SampleSettings.at("memory:", "$..card"));
    }

    protected MockMvc pages(Settings settings) {
        PageFrames frames = new PageFrames(settings, clock, caller -> RailCounts.NONE, false);
        CauseTrendChart trends = new CauseTrendChart(letters, clock);
        dev.redrive.server.audit.Audit audit = (caller, action, subject, count) ->
                audited.add(caller.name() + " " + action + " " + subject + " " + count);
        CauseTeams teams = new CauseTeams(letters, settings, clock);
        CauseReplays replays = new CauseReplays(new ReplayCommands(redrive.replays(), audit), clock);
        ListViews views = new ListViews(store, settings, audit, clock);
        return MockMvcBuilders.standaloneSetup(
                        new InboxPage(
                                letters,
                                frames,
                                new Overviews(letters, store.series(), clock, () -> {}),
                                new FiringAlerts(
                                        settings.alerts().rules(), redrive, store.alerts(), store.series(), clock),
                                new InboxCauses(letters, trends, replays, teams, clock),
                                new Charts(letters, store.series(), clock),
                                caller -> kafka,
                                settings),
                        new LetterPage(redrive, settings, frames, store.audit()),
                        new LetterButtons(letters, audit, clock),
                        new TagButtons(letters, audit),
                        new PayloadPage(letters, settings),
                        new LettersPage(redrive, settings, frames, views, store.audit()),
                        new ViewButtons(views),
                        new CausePage(
                                letters,
                                trends,
                                frames,
                                audit,
                                new ReplayPlanning(redrive.replays(), letters, settings, audit, clock),
                                replays,
                                teams,
                                settings),
                        new SettingsPage(
                                redrive,
                                new RetentionRequests(redrive.retention(), audit, Duration.ofSeconds(30)),
                                settings,
                                serverArchive(),
                                new NodeReports(store, redrive),
                                frames),
                        new LoginPage(frames, settings))
                .setControllerAdvice(new PageProblems(frames))
                .setViewResolvers(new JteViewResolver())
                .build();
    }

    /** None, unless a test has one. */
    protected ServerArchive serverArchive() {
        return ServerArchive.none();
    }

    @AfterEach
    protected void close() {
        redrive.close();
    }

    protected LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    /** An alert whose condition holds since this time. */
    protected void alert(String key, Instant since) {
        store.alerts().turn(key, true, since, Duration.ZERO);
    }

    protected LetterId captured(LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    protected MockHttpServletResponse answer(Caller caller, MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.requestAttr(Caller.class.getName(), caller))
                .andReturn()
                .getResponse();
    }

    protected String page(Caller caller, String address) throws Exception {
        MockHttpServletResponse response = answer(caller, get(address));
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentType()).isEqualTo("text/html;charset=UTF-8");
        String page = response.getContentAsString();
        assertThat(INLINE.matcher(page).find()).as("inline script or style").isFalse();
        return page;
    }

    protected String pressed(Caller caller, String address) throws Exception {
        MockHttpServletResponse response = answer(caller, post(address));
        assertThat(response.getStatus()).isEqualTo(303);
        return String.valueOf(response.getRedirectedUrl());
    }
}

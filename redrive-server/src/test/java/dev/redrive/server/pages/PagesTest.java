package dev.redrive.server.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import dev.redrive.Letters;
import dev.redrive.Redrive;
import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.cause.CauseState;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.Category;
import dev.redrive.letter.Headers;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Message;
import dev.redrive.letter.Payload;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.access.signin.LoginPage;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.causes.CausePage;
import dev.redrive.server.causes.CauseTrendChart;
import dev.redrive.server.config.AccessSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaReport;
import dev.redrive.server.letters.LetterPage;
import dev.redrive.server.overview.OverviewPage;
import dev.redrive.server.replays.ReplayPlanning;
import dev.redrive.server.stats.Overviews;
import dev.redrive.store.decisions.Edit;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.questions.CauseQuery;
import dev.redrive.text.Glob;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.DefaultCsrfToken;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.servlet.resource.NoResourceFoundException;

class PagesTest {
    private static final String HOSTILE = "\"><script>alert('x')</script><img src=x onerror=alert(1)>";
    private static final Pattern INLINE = Pattern.compile("<script(?! src=)|<style| style=| on[a-z]+=\"");

    private static final Caller OPERATOR = new Caller("olga", Role.OPERATOR, "127.0.0.1", List.of());
    private static final Caller VIEWER = new Caller("victor", Role.VIEWER, "127.0.0.1", List.of());
    private static final Caller SCOPED =
            new Caller("sam", Role.OPERATOR, "127.0.0.1", List.of(new Glob("orders"), new Glob("orders.*")));

    private final SettableClock clock = SettableClock.standing();
    private final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    private final Redrive redrive = Redrive.on(store).open();
    private final Letters letters = redrive.letters();
    private final LetterIds ids = new LetterIds(clock);
    private final SampleAlerts logbook = new SampleAlerts();
    private final List<String> audited = new ArrayList<>();
    private KafkaReport kafka = KafkaReport.notConfigured();
    private MockMvc mvc = pages(SampleSettings.at("memory:", "$..card"));

    private MockMvc pages(Settings settings) {
        PageFrames frames = new PageFrames(settings, clock, false);
        CauseTrendChart trends = new CauseTrendChart(letters, clock);
        dev.redrive.server.audit.Audit audit = (caller, action, subject, count) ->
                audited.add(caller.name() + " " + action + " " + subject + " " + count);
        return MockMvcBuilders.standaloneSetup(
                        new OverviewPage(
                                letters,
                                logbook,
                                logbook,
                                trends,
                                frames,
                                new Overviews(letters, logbook, clock, () -> {}),
                                caller -> kafka,
                                settings),
                        new LetterPage(letters, settings, frames, audit),
                        new CausePage(
                                letters,
                                trends,
                                frames,
                                audit,
                                new ReplayPlanning(redrive.replays(), letters, settings, audit, clock),
                                settings),
                        new LoginPage(frames, settings))
                .setControllerAdvice(new PageProblems(frames))
                .setViewResolvers(new JteViewResolver())
                .build();
    }

    @AfterEach
    void close() {
        redrive.close();
    }

    private LetterBuilder aLetter() {
        return new LetterBuilder(ids);
    }

    private LetterId captured(LetterBuilder letter) {
        return store.capture(List.of(letter.build())).get(0).id();
    }

    private MockHttpServletResponse answer(Caller caller, MockHttpServletRequestBuilder request) throws Exception {
        return mvc.perform(request.requestAttr(Caller.class.getName(), caller))
                .andReturn()
                .getResponse();
    }

    private String page(Caller caller, String address) throws Exception {
        MockHttpServletResponse response = answer(caller, get(address));
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentType()).isEqualTo("text/html;charset=UTF-8");
        String page = response.getContentAsString();
        assertThat(INLINE.matcher(page).find()).as("inline script or style").isFalse();
        return page;
    }

    private String pressed(Caller caller, String address) throws Exception {
        MockHttpServletResponse response = answer(caller, post(address));
        assertThat(response.getStatus()).isEqualTo(303);
        return String.valueOf(response.getRedirectedUrl());
    }

    // Overview

    @Test
    void an_empty_queue_says_how_to_capture_the_first_letter() throws Exception {
        String page = page(VIEWER, "/");

        assertThat(page)
                .contains("The queue is empty", "curl http://localhost/dlq", "Healthy")
                .doesNotContain("Authorization");
    }

    @Test
    void with_tokens_the_first_capture_shows_where_the_token_goes() throws Exception {
        mvc = pages(SampleSettings.with(
                "memory:",
                new AccessSettings(
                        List.of(new AccessSettings.Token("a", "0".repeat(64), Role.ADMIN, List.of())),
                        Optional.empty(),
                        List.of(),
                        List.of())));

        assertThat(page(VIEWER, "/")).contains("Authorization: Bearer $REDRIVE_TOKEN", "Sign out");
    }

    @Test
    void the_overview_shows_counts_causes_and_letters() throws Exception {
        LetterId id = captured(aLetter());
        captured(aLetter().failedWith(LetterBuilder.invalid()).status(LetterStatus.FAILED));

        String page = page(OPERATOR, "/");

        assertThat(page)
                .contains("/letters/" + id, "SocketTimeoutException", "order has no lines")
                .contains("1 letter in the last 24 h")
                .contains("2 letters are open, and no alert is firing.");
    }

    @Test
    void filters_in_the_address_choose_the_letters() throws Exception {
        LetterId pending = captured(aLetter().from("orders"));
        LetterId failed = captured(aLetter().from("payments").status(LetterStatus.FAILED));

        assertThat(page(VIEWER, "/?status=FAILED"))
                .contains("/letters/" + failed)
                .doesNotContain("/letters/" + pending);
        assertThat(page(VIEWER, "/?channel=orders"))
                .contains("/letters/" + pending)
                .doesNotContain("/letters/" + failed);
        assertThat(page(OPERATOR, "/?q=nothing+like+that")).contains("No letters like that");
    }

    @Test
    void older_letters_are_a_link_that_keeps_the_filters() throws Exception {
        for (int i = 0; i < 30; i++) captured(aLetter().from("orders & more"));

        String page = answer(VIEWER, get("/").param("channel", "orders & more").param("status", "PENDING"))
                .getContentAsString();

        assertThat(page).contains("href=\"/?status=PENDING&amp;channel=orders%20%26%20more&amp;after=");
    }

    @Test
    void a_status_that_does_not_exist_is_a_page_that_names_those_that_do() throws Exception {
        MockHttpServletResponse response = answer(VIEWER, get("/?status=lost"));

        assertThat(response.getStatus()).isEqualTo(400);
        assertThat(response.getContentAsString()).contains("pending, retrying, replayed");
    }

    @Test
    void a_firing_alert_stands_beside_the_health() throws Exception {
        logbook.firing.add(new AlertLog.Firing("rule/DLQFailed", clock.instant().minusSeconds(180)));
        logbook.save(new AlertMessage(
                "1",
                "DLQFailed",
                null,
                "error",
                AlertMessage.Kind.STARTED,
                "12 letters failed",
                clock.instant(),
                List.of()));

        assertThat(page(VIEWER, "/")).contains("12 letters failed", "3 min ago");
    }

    @Test
    void an_alert_about_a_channel_is_for_those_who_may_see_the_channel() throws Exception {
        logbook.firing.add(new AlertLog.Firing("rule/DLQFailed/orders", clock.instant()));
        logbook.firing.add(new AlertLog.Firing("rule/DLQFailed/payments", clock.instant()));
        logbook.firing.add(new AlertLog.Firing("pace/DLQFailed", clock.instant()));

        assertThat(page(VIEWER, "/"))
                .contains("DLQFailed in orders", "DLQFailed in payments")
                .doesNotContain("pace");
        assertThat(page(SCOPED, "/")).contains("DLQFailed in orders").doesNotContain("DLQFailed in payments");
    }

    @Test
    void a_browser_without_a_page_gets_one_and_a_program_a_problem() throws Exception {
        NotFoundPage lost = new NotFoundPage(new PageFrames(SampleSettings.at("memory:"), clock, false));
        MockHttpServletRequest request = new MockHttpServletRequest("GET", "/nowhere");
        request.setAttribute(Caller.class.getName(), VIEWER);
        Exception nothing = new NoResourceFoundException(HttpMethod.GET, "/nowhere", "nowhere");

        request.addHeader("Accept", "application/json");
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, nothing))
                .isNull();

        request.removeHeader("Accept");
        request.addHeader("Accept", "text/html,*/*;q=0.8");
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, nothing))
                .satisfies(page -> assertThat(page.getStatus()).isEqualTo(HttpStatus.NOT_FOUND));
        assertThat(lost.resolveException(request, new MockHttpServletResponse(), null, new Exception()))
                .isNull();
    }

    @Test
    void the_chart_shows_what_the_logbook_counted() throws Exception {
        captured(aLetter());
        logbook.add(List.of(new MinuteCount(
                clock.instant().minus(Duration.ofHours(1)), "orders", MinuteCount.Measure.CAPTURED, 1234)));

        assertThat(page(VIEWER, "/")).contains("1\u202f234 captured", "<svg viewbox=\"0 0 576 160\"");
    }

    @Test
    void of_very_many_channels_it_lists_those_with_the_most_open_letters_and_takes_names_of_the_others()
            throws Exception {
        for (int i = 0; i < 150; i++) captured(aLetter().from("channel-" + i));
        captured(aLetter().from("zebra"));
        LetterId busy = captured(aLetter().from("zebra"));

        String page = page(VIEWER, "/");

        assertThat(page.split("<option value=\"(channel-|zebra)", -1)).hasSize(1 + 100);
        assertThat(page).contains("<option value=\"zebra\">", "list=\"channels\"", "there are 51 more");
        assertThat(page(VIEWER, "/?channel=zeb*")).contains("/letters/" + busy, "value=\"zeb*\"");
    }

    /** 20 000 channels made it 2 MB. */
    @Test
    void it_stays_small_however_many_channels_there_are() throws Exception {
        for (int i = 0; i < 20_000; i++) captured(aLetter().from("a-channel-with-a-name-" + i));

        String page = page(OPERATOR, "/");

        assertThat(page.getBytes(StandardCharsets.UTF_8).length).isLessThan(300_000);
        assertThat(page).contains("there are 19\u202f900 more");
    }

    @Test
    void somebody_with_some_channels_sees_only_those() throws Exception {
        LetterId own = captured(aLetter().from("orders.eu"));
        LetterId other = captured(aLetter().from("payments"));

        assertThat(page(SCOPED, "/"))
                .contains("/letters/" + own)
                .doesNotContain("/letters/" + other, "payments", "/causes/");
        assertThat(answer(SCOPED, get("/?channel=payments")).getStatus()).isEqualTo(403);
        assertThat(answer(SCOPED, get("/?channel=*")).getStatus()).isEqualTo(403);
        assertThat(answer(SCOPED, get("/letters/" + other)).getStatus()).isEqualTo(403);
        assertThat(answer(SCOPED, post("/letters/" + other + "/discard")).getStatus())
                .isEqualTo(403);
        assertThat(letters.find(other).orElseThrow().status()).isEqualTo(LetterStatus.PENDING);
    }

    // Letter

    @Test
    void hostile_values_are_shown_and_never_run() throws Exception {
        Message message = Message.of("{\"a\":\"" + "<script>alert('x')</script>" + "\"}")
                .with(Headers.of(Map.of(HOSTILE, HOSTILE)))
                .withKey(HOSTILE)
                .withSubscriber(HOSTILE);
        LetterId id = captured(aLetter()
                .from(HOSTILE)
                .message(message)
                .event(HOSTILE, HOSTILE)
                .tagged(HOSTILE)
                .failedWith(LetterBuilder.failure(HOSTILE, HOSTILE, Category.UNKNOWN))
                .status(LetterStatus.MANUAL));
        letters.move(id, ManualMove.archive(HOSTILE, HOSTILE));
        letters.move(id, ManualMove.restore(HOSTILE));
        letters.edit(id, 0, Edit.payload(Payload.of(HOSTILE), HOSTILE).noted(HOSTILE));
        String cause = letters.find(id).orElseThrow().cause().toString();

        for (String address : List.of("/", "/?q=" + "script", "/letters/" + id, "/causes/" + cause)) {
            assertThat(page(OPERATOR, address))
                    .as(address)
                    .contains("&lt;script&gt;alert(")
                    .doesNotContain("<script>alert", "<img src=x");
        }
    }

    @Test
    void every_digit_and_every_emoji_is_shown_as_it_came() throws Exception {
        LetterId id = captured(aLetter().saying("{\"id\":9007199254740993,\"price\":0.1000,\"tea\":\"🍵 Zoë\"}"));

        assertThat(page(OPERATOR, "/letters/" + id)).contains("9007199254740993", "0.1000", "🍵 Zoë");
    }

    @Test
    void what_is_masked_is_hidden_from_those_who_only_look() throws Exception {
        LetterId id = captured(
                aLetter().saying("{\"card\":\"4111222233334444\",\"order\":{\"card\":{\"no\":4242000042420000}}}"));
        letters.edit(id, 0, Edit.payload(Payload.of("{\"card\":\"5500000055000000\"}"), "olga"));

        assertThat(page(VIEWER, "/letters/" + id))
                .contains("***")
                .doesNotContain("4111222233334444", "4242000042420000", "5500000055000000");
        assertThat(page(OPERATOR, "/letters/" + id))
                .contains("4111222233334444", "4242000042420000", "5500000055000000");
    }

    @Test
    void notes_that_quote_what_is_masked_are_hidden_from_those_who_only_look() throws Exception {
        LetterId closed = captured(aLetter().saying("{\"card\":\"Ann Smith\"}"));
        letters.move(closed, ManualMove.discard("olga", "a card of Ann Smith"));
        LetterId edited = captured(aLetter().saying("{\"card\":\"Ann Smith\"}"));
        letters.edit(edited, 0, Edit.payload(Payload.of("{}"), "olga").noted("no card of Ann Smith"));
        letters.move(edited, ManualMove.discard("olga", "Ann Smith has none"));

        for (LetterId id : List.of(closed, edited)) {
            assertThat(page(VIEWER, "/letters/" + id)).contains("***").doesNotContain("Ann Smith");
            assertThat(page(OPERATOR, "/letters/" + id)).contains("of Ann Smith");
        }
    }

    @Test
    void lists_and_causes_show_no_words_of_errors_to_those_from_whom_something_is_masked() throws Exception {
        captured(aLetter()
                .saying("{\"card\":\"Ann Smith\"}")
                .failedWith(LetterBuilder.failure("com.acme.BadCard", "no account of Ann Smith", Category.UNKNOWN)));
        String cause = letters.causes(CauseQuery.top(1)).get(0).id().toString();
        logbook.firing.add(new AlertLog.Firing("rule/DLQFailed", clock.instant()));
        logbook.save(new AlertMessage(
                "1",
                "DLQFailed",
                null,
                "error",
                AlertMessage.Kind.STARTED,
                "a new cause: BadCard: no account of Ann Smith",
                clock.instant(),
                List.of()));

        for (String address : List.of("/", "/causes/" + cause)) {
            assertThat(page(VIEWER, address)).contains("BadCard", "***").doesNotContain("Ann Smith");
            assertThat(page(OPERATOR, address)).contains("no account of Ann Smith");
        }
    }

    @Test
    void what_is_masked_is_not_found_by_those_who_only_look() throws Exception {
        LetterId id = captured(aLetter().saying("{\"card\":\"4111222233334444\"}"));

        MockHttpServletResponse refused = answer(VIEWER, get("/?q=4111"));

        assertThat(refused.getStatus()).isEqualTo(403);
        assertThat(refused.getContentAsString()).contains("hidden from you").doesNotContain("/letters/" + id);
        assertThat(page(VIEWER, "/")).contains("/letters/" + id).doesNotContain("name=\"q\"");
        assertThat(page(OPERATOR, "/?q=4111")).contains("/letters/" + id, "name=\"q\"");
    }

    @Test
    void where_nothing_is_masked_everybody_may_search() throws Exception {
        mvc = pages(SampleSettings.at("memory:"));
        LetterId id = captured(aLetter().saying("{\"card\":\"4111222233334444\"}"));

        assertThat(page(VIEWER, "/?q=4111")).contains("/letters/" + id, "name=\"q\"");
    }

    @Test
    void buttons_are_those_that_the_status_and_the_role_allow() throws Exception {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED));

        assertThat(page(VIEWER, "/letters/" + id)).doesNotContain("<form method=\"post\"");
        assertThat(page(OPERATOR, "/letters/" + id))
                .contains("/retry\"", "/reset\"", "/archive\"", "/discard\"")
                .doesNotContain("/restore\"", "/confirm\"");
    }

    @Test
    void forms_carry_the_csrf_token_when_there_is_one() throws Exception {
        LetterId id = captured(aLetter());

        String page = mvc.perform(get("/letters/" + id)
                        .requestAttr(Caller.class.getName(), OPERATOR)
                        .requestAttr(
                                CsrfToken.class.getName(), new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", "se\"cret")))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page).contains("<input type=\"hidden\" name=\"_csrf\" value=\"se&#34;cret\">");
    }

    @Test
    void a_letter_that_does_not_exist_is_a_page_that_says_so() throws Exception {
        for (String id : List.of(ids.next().toString(), "nonsense", HOSTILE.replace("/", ""))) {
            MockHttpServletResponse response = answer(VIEWER, get("/letters/{id}", id));

            assertThat(response.getStatus()).isEqualTo(404);
            assertThat(response.getContentAsString())
                    .contains("There is no letter")
                    .doesNotContain("<script>alert");
        }
    }

    @Test
    void the_retry_button_tries_at_once_and_says_how_it_went() throws Exception {
        LetterId id = captured(aLetter().from("orders").status(LetterStatus.FAILED));
        LetterId stuck = captured(aLetter().from("payments").status(LetterStatus.FAILED));
        redrive.handle("orders", letter -> {});

        assertThat(pressed(OPERATOR, "/letters/" + id + "/retry"))
                .isEqualTo("/letters/" + id + "?notice=tried_resolved");
        assertThat(pressed(OPERATOR, "/letters/" + stuck + "/retry")).endsWith("?notice=no_handler");

        assertThat(letters.find(id).orElseThrow().status()).isEqualTo(LetterStatus.RESOLVED);
        assertThat(page(VIEWER, "/letters/" + id + "?notice=tried_resolved")).contains("it worked", "by olga");
        assertThat(audited).containsExactly("olga retry " + id + " 1");
    }

    @Test
    void a_retry_that_fails_again_shows_the_newest_error() throws Exception {
        LetterId id = captured(aLetter().from("orders").status(LetterStatus.FAILED));
        redrive.handle("orders", letter -> {
            throw new java.io.IOException("no route to the warehouse");
        });

        assertThat(pressed(OPERATOR, "/letters/" + id + "/retry")).endsWith("?notice=tried_failed");
        assertThat(page(VIEWER, "/letters/" + id)).contains("no route to the warehouse");
    }

    @Test
    void an_attempt_whose_lease_ran_out_shows_that_nobody_knows_how_it_ended() throws Exception {
        LetterId id = captured(aLetter());
        store.claim(id, "w", Duration.ofMinutes(1));
        clock.forward(Duration.ofMinutes(2));
        store.claim(id, "w", Duration.ofMinutes(1));

        for (Caller caller : List.of(OPERATOR, VIEWER))
            assertThat(page(caller, "/letters/" + id))
                    .contains(Attempt.LEASE_LOST.type(), Attempt.LEASE_LOST.message());
    }

    @Test
    void letters_are_reset_archived_discarded_and_restored() throws Exception {
        LetterId id = captured(aLetter().status(LetterStatus.FAILED));

        assertThat(pressed(OPERATOR, "/letters/" + id + "/discard")).endsWith("?notice=discarded");
        assertThat(pressed(OPERATOR, "/letters/" + id + "/discard")).endsWith("?notice=refused");
        assertThat(pressed(OPERATOR, "/letters/" + id + "/restore")).endsWith("?notice=restored");
        assertThat(pressed(OPERATOR, "/letters/" + id + "/reset")).endsWith("?notice=reset");
        assertThat(pressed(OPERATOR, "/letters/" + id + "/archive")).endsWith("?notice=archived");

        assertThat(letters.find(id).orElseThrow().status()).isEqualTo(LetterStatus.ARCHIVED);
        assertThat(audited)
                .containsExactly(
                        "olga discard " + id + " 1",
                        "olga restore " + id + " 1",
                        "olga reset " + id + " 1",
                        "olga archive " + id + " 1");
    }

    @Test
    void somebody_who_only_looks_cannot_press_a_button() throws Exception {
        LetterId id = captured(aLetter());
        String cause = letters.find(id).orElseThrow().cause().toString();

        assertThat(answer(VIEWER, post("/letters/" + id + "/discard")).getStatus())
                .isEqualTo(403);
        assertThat(answer(VIEWER, post("/letters/" + id + "/retry")).getStatus())
                .isEqualTo(403);
        assertThat(answer(VIEWER, post("/causes/" + cause + "/retry")).getStatus())
                .isEqualTo(403);
        assertThat(answer(VIEWER, post("/causes/" + cause + "/ignore")).getStatus())
                .isEqualTo(403);
        assertThat(audited).isEmpty();
    }

    @Test
    void a_letter_behind_another_shows_what_it_waits_for() throws Exception {
        LetterId first = captured(aLetter().inOrder("customer-1"));
        LetterId second = captured(aLetter().inOrder("customer-1"));

        assertThat(page(OPERATOR, "/letters/" + second)).contains("Waits behind", "/letters/" + first);
    }

    // Cause

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
        LeasedLetter claimed = ((ClaimResult.Leased) store.claim(id, "w", Duration.ofMinutes(1))).claimed();
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
    void a_decision_about_a_cause_is_kept_with_who_made_it() throws Exception {
        captured(aLetter());
        var cause = letters.causes(CauseQuery.top(1)).get(0).id();

        pressed(OPERATOR, "/causes/" + cause + "/acknowledge");

        assertThat(letters.cause(cause).orElseThrow().state()).isEqualTo(CauseState.ACKNOWLEDGED);
        assertThat(page(VIEWER, "/causes/" + cause)).contains("acknowledged, last decided by olga");
        assertThat(audited).containsExactly("olga cause acknowledge " + cause + " 0");
    }

    // Sign-in

    @Test
    void the_sign_in_page_needs_nobody_and_tells_what_went_wrong() throws Exception {
        mvc = pages(SampleSettings.with(
                "memory:",
                new AccessSettings(
                        List.of(new AccessSettings.Token("a", "0".repeat(64), Role.ADMIN, List.of())),
                        Optional.empty(),
                        List.of(),
                        List.of())));

        String page = mvc.perform(get("/login?error=" + "%3Cscript%3Ealert"))
                .andReturn()
                .getResponse()
                .getContentAsString();

        assertThat(page)
                .contains("action=\"/login\"", "name=\"token\"", "type=\"password\"", "No token like that")
                .doesNotContain("<script>alert", "live.js");
        assertThat(page(VIEWER, "/login?denied")).contains("That was not allowed");
        assertThat(page(VIEWER, "/login?out")).contains("You are signed out");
    }
}

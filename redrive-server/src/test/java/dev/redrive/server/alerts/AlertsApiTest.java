package dev.redrive.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.redrive.alert.AlertMessage;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.web.Problem;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpStatus;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

@Timeout(60)
class AlertsApiTest {
    private static final Caller ANN = new Caller("ann", Role.OPERATOR, "127.0.0.1", List.of());
    private static final Caller SCOPED = new Caller("shop", Role.OPERATOR, "127.0.0.1", List.of(new Glob("payment.*")));

    private final AlertFixture world = new AlertFixture();
    private final Mailbox mailbox = new Mailbox();
    private final List<String> audit = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    private MockMvc api(Alerts alerts) {
        AlertsApi api = world.api(alerts, (caller, action, subject, count) -> audit.add(caller.name() + " " + action));
        return MockMvcBuilders.standaloneSetup(api).build();
    }

    private static MockHttpServletRequestBuilder by(Caller caller, MockHttpServletRequestBuilder request) {
        return request.requestAttr(Caller.class.getName(), caller);
    }

    private Alerts alerts() {
        return world.alerts(
                mailbox,
                AlertFixture.above("PendingLetters", Subject.PENDING, 2),
                AlertFixture.in("payment.*", AlertFixture.above("PendingPayments", Subject.PENDING, 2)),
                AlertFixture.below("LowResolution", Subject.RESOLUTION_RATE, 0.5));
    }

    @Test
    void a_check_says_what_every_rule_came_to_and_what_was_sent() throws Exception {
        world.capture(3, "payment.card", LetterStatus.PENDING);

        api(alerts())
                .perform(by(ANN, post("/dlq/alerts/check")))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.rules.length()").value(3))
                .andExpect(jsonPath("$.rules[0].name").value("PendingLetters"))
                .andExpect(jsonPath("$.rules[0].channel").isEmpty())
                .andExpect(jsonPath("$.rules[0].value").value(3.0))
                .andExpect(jsonPath("$.rules[0].threshold").value(2.0))
                .andExpect(jsonPath("$.rules[0].holds").value(true))
                .andExpect(jsonPath("$.rules[0].severity").value("warning"))
                .andExpect(jsonPath("$.rules[1].channel").value("payment.card"))
                .andExpect(jsonPath("$.rules[2].value").isEmpty())
                .andExpect(jsonPath("$.rules[2].holds").value(false))
                .andExpect(jsonPath("$.sent.length()").value(2));

        assertThat(audit).containsExactly("ann alerts check");
    }

    @Test
    void the_history_shows_messages_with_their_outcomes_page_by_page() throws Exception {
        Alerts alerts = alerts();
        world.capture(3, "payment.card", LetterStatus.PENDING);
        List<AlertMessage> sent = alerts.check().sent();
        for (AlertMessage message : sent) world.alertLog.awaitOutcomes(message.id(), 1);

        api(alerts)
                .perform(by(ANN, get("/dlq/alerts?limit=1")))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.items.length()").value(1))
                .andExpect(jsonPath("$.items[0].rule").value("PendingPayments"))
                .andExpect(jsonPath("$.items[0].kind").value("STARTED"))
                .andExpect(jsonPath("$.items[0].at").value("2026-03-02T10:00:00Z"))
                .andExpect(jsonPath("$.items[0].deliveries[0].way").value("mailbox"))
                .andExpect(jsonPath("$.items[0].deliveries[0].delivered").value(true))
                .andExpect(jsonPath("$.nextCursor").value(sent.get(1).id()))
                .andExpect(jsonPath("$.firing.length()").value(2));
        api(alerts)
                .perform(by(ANN, get("/dlq/alerts?limit=5&cursor=" + sent.get(1).id())))
                .andExpect(jsonPath("$.items.length()").value(1))
                .andExpect(jsonPath("$.items[0].rule").value("PendingLetters"))
                .andExpect(jsonPath("$.nextCursor").isEmpty());
    }

    @Test
    void a_caller_limited_to_channels_sees_the_alerts_of_these_only() throws Exception {
        Alerts alerts = alerts();
        world.capture(3, "payment.card", LetterStatus.PENDING);
        alerts.check();

        api(alerts)
                .perform(by(SCOPED, get("/dlq/alerts")))
                .andExpect(jsonPath("$.items.length()").value(1))
                .andExpect(jsonPath("$.items[0].channel").value("payment.card"))
                .andExpect(jsonPath("$.firing.length()").value(1));
    }

    @Test
    void what_fires_has_its_value_of_now_and_the_one_when_it_fired() throws Exception {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("Pending", Subject.PENDING, 2));
        world.capture(3, "orders", LetterStatus.PENDING);
        var unused = alerts.check();
        world.clock.forward(Duration.ofMinutes(5));
        world.capture(1, "orders", LetterStatus.PENDING);

        api(alerts)
                .perform(by(ANN, get("/dlq/alerts")))
                .andExpect(jsonPath("$.firing[0].text").value("the number of pending letters is 4, above 2"))
                .andExpect(jsonPath("$.firing[0].value").value("4"))
                .andExpect(jsonPath("$.firing[0].valueWhenFired").value("3"))
                .andExpect(jsonPath("$.firing[0].firedAt").value("2026-03-02T10:00:00Z"));
    }

    @Test
    void the_number_of_letters_of_a_cause_and_a_share_read_like_all_numbers() {
        Alerts alerts = world.alerts(
                mailbox,
                AlertFixture.above("New", Subject.NEW_CAUSE, 0),
                AlertFixture.below("LowResolution", Subject.RESOLUTION_RATE, 0.5));
        world.capture(1234, "orders", LetterStatus.PENDING);
        world.count(world.clock.instant(), "orders", MinuteCount.Measure.FAILED, 20);

        assertThat(alerts.check().sent())
                .extracting(AlertMessage::text)
                .anyMatch(text -> text.endsWith("(1\u202f234 open)"))
                .contains("the share of letters resolved in the last hour is 0 %, below 50 %");
    }

    @Test
    void a_caller_with_masked_payloads_reads_no_titles_of_causes() throws Exception {
        Alerts alerts = world.alerts(
                mailbox,
                AlertFixture.above("New", Subject.NEW_CAUSE, 0),
                AlertFixture.above("Pending", Subject.PENDING, 0));
        world.capture("orders", LetterStatus.PENDING, AlertFixture.failure("BadIban"));
        alerts.check();
        Caller viewer = new Caller("vic", Role.VIEWER, "127.0.0.1", List.of());

        api(alerts)
                .perform(by(viewer, get("/dlq/alerts")))
                .andExpect(jsonPath("$.items[?(@.rule=='New')].text").value("a new cause: ***"))
                .andExpect(jsonPath("$.items[?(@.rule=='Pending')].text")
                        .value("the number of pending letters is 1, above 0"));
        api(alerts)
                .perform(by(ANN, get("/dlq/alerts")))
                .andExpect(jsonPath("$.items[?(@.rule=='New')].text").value("a new cause: BadIban: it broke (1 open)"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dlq/alerts/check", "/dlq/alerts/test"})
    void a_caller_limited_to_channels_may_not_run_checks_and_tests(String path) {
        Problem problem = problem(by(SCOPED, post(path)));

        assertThat(problem.status()).isEqualTo(HttpStatus.FORBIDDEN);
        assertThat(audit).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=0", "limit=501", "limit=many", "limit=99999999999", "cursor=yesterday"})
    void a_wrong_parameter_is_named(String query) {
        Problem problem = problem(by(ANN, get("/dlq/alerts?" + query)));

        assertThat(problem.status()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(problem.extras()).containsEntry("field", query.substring(0, query.indexOf('=')));
    }

    private Problem problem(MockHttpServletRequestBuilder request) {
        Throwable thrown = catchThrowable(() -> api(alerts()).perform(request));
        if (thrown.getCause() instanceof Problem problem) return problem;
        throw new AssertionError("a problem was expected", thrown);
    }

    @Test
    void a_test_goes_out_on_every_notification_channel_and_reports_each_outcome() throws Exception {
        Notifier broken = new Notifier() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public void send(Alert alert) {
                throw new IllegalStateException("no such room");
            }
        };

        api(world.alerts(List.of(mailbox, broken)))
                .perform(by(ANN, post("/dlq/alerts/test")))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.delivered").value(false))
                .andExpect(jsonPath("$.detail").value("1 of 2 notification channels did not deliver the test message"))
                .andExpect(
                        jsonPath("$.deliveries[?(@.way=='mailbox')].delivered").value(true))
                .andExpect(jsonPath("$.deliveries[?(@.way=='broken')].error").value("no such room"));

        assertThat(mailbox.next().message().text()).contains("a test that ann asked for");
        assertThat(audit).containsExactly("ann alerts test");
    }

    @Test
    void a_test_without_a_notification_channel_says_so() throws Exception {
        api(world.alerts(List.of()))
                .perform(by(ANN, post("/dlq/alerts/test")))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.delivered").value(false))
                .andExpect(jsonPath("$.detail")
                        .value(org.hamcrest.Matchers.containsString("no notification channel is configured")))
                .andExpect(jsonPath("$.deliveries").isEmpty());
    }
}

package dev.redrive.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Kind;
import dev.redrive.letter.LetterStatus;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.web.Problem;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.questions.Filter;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** Snoozes of alert rules, over HTTP and in what is sent. The clock begins at 2026-03-02T10:00:00Z. */
@Timeout(60)
class SnoozeTest {
    private static final Caller ANN = new Caller("ann", Role.OPERATOR, "127.0.0.1", List.of());
    private static final Caller VIC = new Caller("vic", Role.VIEWER, "127.0.0.1", List.of());
    private static final Caller SCOPED = new Caller("shop", Role.OPERATOR, "127.0.0.1", List.of(new Glob("payment.*")));
    private static final AlertRule PENDING = AlertFixture.above("Pending", Subject.PENDING, 2);
    private static final AlertRule PAYMENTS =
            AlertFixture.in("payment.*", AlertFixture.above("Payments", Subject.PENDING, 0));
    private static final AlertRule NEW_CAUSE =
            AlertFixture.in("payment.*", AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));

    private final AlertFixture world = new AlertFixture();
    private final Mailbox mailbox = new Mailbox();
    private final List<String> audit = new ArrayList<>();

    @AfterEach
    void close() {
        world.close();
    }

    private MockMvc api(Alerts alerts) {
        AlertsApi api = world.api(
                alerts, (caller, action, subject, count) -> audit.add(caller.name() + " " + action + " " + subject));
        return MockMvcBuilders.standaloneSetup(api).build();
    }

    private static MockHttpServletRequestBuilder snooze(Caller caller, String rule, String body) {
        return post("/dlq/alerts/{name}/snooze", rule)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .requestAttr(Caller.class.getName(), caller);
    }

    private void snoozed(Alerts alerts, String rule, String body) throws Exception {
        api(alerts).perform(snooze(ANN, rule, body)).andExpect(status().isOk());
    }

    private static List<Kind> kinds(Alerts alerts) {
        return alerts.check().sent().stream().map(AlertMessage::kind).toList();
    }

    // What is sent

    @Test
    void a_snoozed_rule_fires_and_sends_nothing_until_its_snooze_is_over() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING);
        Alerts otherNode = world.alerts(mailbox, PENDING);
        snoozed(alerts, "Pending", "{\"for\":\"2h\"}");
        world.capture(3, "orders", LetterStatus.PENDING);

        Alerts.Check check = otherNode.check();
        world.clock.forward(Duration.ofMinutes(119));

        assertThat(check.sent()).isEmpty();
        assertThat(check.results()).extracting(RuleResult::holds).containsExactly(true);
        assertThat(kinds(alerts)).isEmpty();
        assertThat(world.firing(alerts)).extracting(FiringAlert::rule).containsExactly("Pending");
        world.clock.forward(Duration.ofMinutes(1));
        assertThat(kinds(otherNode)).containsExactly(Kind.STARTED);
        assertThat(kinds(alerts)).isEmpty();
    }

    @Test
    void a_rule_that_was_sent_before_its_snooze_is_sent_again_after_it() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);
        assertThat(kinds(alerts)).containsExactly(Kind.STARTED);
        snoozed(alerts, "Pending", "{\"for\":\"2h\"}");

        world.clock.forward(Duration.ofHours(1));
        List<Kind> within = kinds(alerts);
        world.clock.forward(Duration.ofHours(1));

        assertThat(within).isEmpty();
        assertThat(kinds(alerts)).containsExactly(Kind.STARTED);
    }

    @Test
    void a_rule_that_ends_in_its_snooze_sends_nothing() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);
        assertThat(kinds(alerts)).containsExactly(Kind.STARTED);
        snoozed(alerts, "Pending", "{\"for\":\"2h\"}");

        world.redrive.letters().moveAll(Filter.all(), ManualMove.archive("ann", null));

        assertThat(kinds(alerts)).isEmpty();
        assertThat(world.firing(alerts)).isEmpty();
        world.clock.forward(Duration.ofHours(2));
        assertThat(kinds(alerts)).isEmpty();
    }

    @Test
    void a_snooze_of_one_channel_leaves_the_others() throws Exception {
        Alerts alerts = world.alerts(mailbox, PAYMENTS);
        snoozed(alerts, "Payments", "{\"for\":\"2h\",\"channel\":\"payment.card\"}");
        world.capture(1, "payment.card", LetterStatus.PENDING);
        world.capture(1, "payment.bank", LetterStatus.PENDING);

        assertThat(alerts.check().sent()).extracting(AlertMessage::channel).containsExactly("payment.bank");
    }

    @Test
    void a_snooze_of_a_rule_is_one_of_all_its_channels() throws Exception {
        Alerts alerts = world.alerts(mailbox, PAYMENTS, PENDING);
        snoozed(alerts, "Payments", "{\"for\":\"2h\"}");
        world.capture(3, "payment.card", LetterStatus.PENDING);

        assertThat(alerts.check().sent()).extracting(AlertMessage::rule).containsExactly("Pending");
    }

    @Test
    void new_causes_wait_for_the_end_of_a_snooze() throws Exception {
        Alerts alerts = world.alerts(mailbox, NEW_CAUSE);
        snoozed(alerts, "NewCause", "{\"for\":\"30m\"}");
        world.capture("payment.card", LetterStatus.MANUAL, AlertFixture.failure("com.acme.First"));

        List<Kind> within = kinds(alerts);
        world.clock.forward(Duration.ofMinutes(30));

        assertThat(within).isEmpty();
        assertThat(alerts.check().sent())
                .extracting(AlertMessage::text)
                .first()
                .asString()
                .startsWith("a new cause: First");
    }

    // Over HTTP

    @Test
    void a_snooze_says_who_until_when_and_why() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING, PAYMENTS);
        world.capture(3, "payment.card", LetterStatus.PENDING);
        alerts.check();

        api(alerts)
                .perform(snooze(ANN, "Pending", "{\"until\":\"2026-03-02T12:00:00Z\",\"reason\":\"the bank\"}"))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.rule").value("Pending"))
                .andExpect(jsonPath("$.channel").isEmpty())
                .andExpect(jsonPath("$.by").value("ann"))
                .andExpect(jsonPath("$.reason").value("the bank"))
                .andExpect(jsonPath("$.since").value("2026-03-02T10:00:00Z"))
                .andExpect(jsonPath("$.until").value("2026-03-02T12:00:00Z"));

        history(alerts, ANN)
                .andExpect(jsonPath("$.firing.length()").value(2))
                .andExpect(jsonPath("$.firing[?(@.rule=='Pending')].snooze.by").value("ann"))
                .andExpect(
                        jsonPath("$.firing[?(@.rule=='Pending')].snooze.until").value("2026-03-02T12:00:00Z"))
                .andExpect(jsonPath("$.firing[?(@.rule=='Payments' && @.snooze!=null)]")
                        .isEmpty())
                .andExpect(jsonPath("$.snoozed.length()").value(1))
                .andExpect(jsonPath("$.snoozed[0].reason").value("the bank"));
        assertThat(audit).containsExactly("ann alerts snooze Pending until 2026-03-02T12:00:00Z: the bank");
    }

    private ResultActions history(Alerts alerts, Caller caller) throws Exception {
        return api(alerts).perform(get("/dlq/alerts").requestAttr(Caller.class.getName(), caller));
    }

    @Test
    void a_snooze_is_ended_by_null_as_often_as_asked() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING);
        snoozed(alerts, "Pending", "{\"for\":\"2h\"}");
        world.capture(3, "orders", LetterStatus.PENDING);

        for (int i = 0; i < 2; i++)
            api(alerts)
                    .perform(snooze(ANN, "Pending", "{\"until\":null}"))
                    .andExpect(status().isOk())
                    .andExpect(jsonPath("$.rule").value("Pending"))
                    .andExpect(jsonPath("$.until").isEmpty());

        assertThat(kinds(alerts)).containsExactly(Kind.STARTED);
        history(alerts, ANN).andExpect(jsonPath("$.snoozed").isEmpty());
        assertThat(audit)
                .containsExactly(
                        "ann alerts snooze Pending until 2026-03-02T12:00:00Z", "ann alerts snooze end Pending");
    }

    @Test
    void the_name_of_a_rule_may_hold_a_slash() throws Exception {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("a/b", Subject.PENDING, 2));

        api(alerts)
                .perform(post("/dlq/alerts/snooze")
                        .queryParam("name", "a/b")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"for\":\"1h\"}")
                        .requestAttr(Caller.class.getName(), ANN))
                .andExpect(status().isOk())
                .andExpect(jsonPath("$.rule").value("a/b"));

        history(alerts, ANN).andExpect(jsonPath("$.snoozed[0].rule").value("a/b"));
    }

    @Test
    void a_viewer_with_masked_payloads_does_not_read_the_reason() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING);
        snoozed(alerts, "Pending", "{\"for\":\"2h\",\"reason\":\"DE123 is wrong\"}");
        world.capture(3, "orders", LetterStatus.PENDING);
        alerts.check();

        history(alerts, VIC)
                .andExpect(jsonPath("$.snoozed[0].reason").value("***"))
                .andExpect(jsonPath("$.firing[0].snooze.reason").value("***"));
    }

    @Test
    void a_caller_limited_to_channels_snoozes_and_sees_these_only() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING, PAYMENTS);
        snoozed(alerts, "Pending", "{\"for\":\"2h\"}");

        api(alerts)
                .perform(snooze(SCOPED, "Payments", "{\"for\":\"2h\",\"channel\":\"payment.card\"}"))
                .andExpect(status().isOk());

        history(alerts, SCOPED)
                .andExpect(jsonPath("$.snoozed.length()").value(1))
                .andExpect(jsonPath("$.snoozed[0].channel").value("payment.card"));
        assertThat(refused(alerts, snooze(SCOPED, "Payments", "{\"for\":\"2h\"}"))
                        .status())
                .isEqualTo(HttpStatus.FORBIDDEN);
        assertThat(refused(alerts, snooze(SCOPED, "Payments", "{\"for\":\"2h\",\"channel\":\"orders\"}"))
                        .status())
                .isEqualTo(HttpStatus.FORBIDDEN);
    }

    @Test
    void an_unknown_rule_is_answered_with_those_there_are() {
        Problem problem = refused(world.alerts(mailbox, PENDING, PAYMENTS), snooze(ANN, "Nothing", "{\"for\":\"2h\"}"));

        assertThat(problem.status()).isEqualTo(HttpStatus.NOT_FOUND);
        assertThat(problem).hasMessage("there is no alert rule Nothing; there are Pending, Payments");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Pending  | {}                                                 | until",
                "Pending  | {\"for\":\"2h\",\"until\":\"2026-03-02T12:00:00Z\"}| until",
                "Pending  | {\"for\":\"2h\",\"until\":null}                    | until",
                "Pending  | {\"for\":null}                                     | until",
                "Pending  | {\"until\":\"2026-03-02T10:00:00Z\"}               | until",
                "Pending  | {\"until\":\"soon\"}                               | until",
                "Pending  | {\"until\":\"2026-04-01T10:00:01Z\"}               | until",
                "Pending  | {\"for\":\"0s\"}                                   | for",
                "Pending  | {\"for\":\"31d\"}                                  | for",
                "Pending  | {\"for\":\"-1h\"}                                  | for",
                "Pending  | {\"for\":\"2h\",\"channel\":\"orders\"}            | channel",
                "Payments | {\"for\":\"2h\",\"channel\":\"orders\"}            | channel",
                "Payments | {\"for\":\"2h\",\"channel\":\" \"}                 | channel",
                "NewCause | {\"for\":\"2h\",\"channel\":\"payment.card\"}      | channel",
            })
    void a_wrong_field_is_named(String rule, String body, String field) {
        Problem problem = refused(world.alerts(mailbox, PENDING, PAYMENTS, NEW_CAUSE), snooze(ANN, rule, body));

        assertThat(problem.status()).isEqualTo(HttpStatus.BAD_REQUEST);
        assertThat(problem.extras()).containsEntry("field", field);
        assertThat(world.alertLog.snoozes(world.clock.instant())).isEmpty();
        assertThat(audit).isEmpty();
    }

    @Test
    void thirty_days_are_not_too_long() throws Exception {
        snoozed(world.alerts(mailbox, PENDING), "Pending", "{\"for\":\"30d\"}");

        assertThat(world.alertLog.snoozes(world.clock.instant())).hasSize(1);
    }

    private Problem refused(Alerts alerts, MockHttpServletRequestBuilder request) {
        Throwable thrown = catchThrowable(() -> api(alerts).perform(request));
        if (thrown.getCause() instanceof Problem problem) return problem;
        throw new AssertionError("a problem was expected", thrown);
    }
}

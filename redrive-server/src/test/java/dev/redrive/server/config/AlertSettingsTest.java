package dev.redrive.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Comparison;
import dev.redrive.server.config.AlertSettings.Email;
import dev.redrive.server.config.AlertSettings.Email.Security;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.config.AlertSettings.Webhook;
import dev.redrive.text.Glob;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertSettingsTest {
    @Test
    void the_built_in_rules_are_there_by_themselves() {
        AlertSettings alerts = SettingsFixture.file("").alerts();

        assertThat(alerts.quiet()).isEqualTo(Duration.ofMinutes(5));
        assertThat(alerts.every()).isEqualTo(Duration.ofSeconds(30));
        assertThat(alerts.email()).isEmpty();
        assertThat(alerts.slack()).isEmpty();
        assertThat(alerts.webhook()).isEmpty();
        assertThat(alerts.rules())
                .containsExactly(
                        builtIn("DLQPendingHigh", Subject.PENDING, Comparison.ABOVE, 100, Severity.WARNING),
                        builtIn("DLQFailedHigh", Subject.FAILED, Comparison.ABOVE, 10, Severity.ERROR),
                        builtIn("DLQManualReview", Subject.MANUAL, Comparison.ABOVE, 0, Severity.INFO),
                        builtIn(
                                "HighDLQIngestionRate",
                                Subject.INGESTION_PER_MINUTE,
                                Comparison.ABOVE,
                                100,
                                Severity.WARNING),
                        builtIn("DLQBacklogGrowing", Subject.BACKLOG, Comparison.ABOVE, 10_000, Severity.CRITICAL),
                        builtIn("LowResolutionRate", Subject.RESOLUTION_RATE, Comparison.BELOW, 0.5, Severity.WARNING),
                        builtIn("DLQQueueSizeHigh", Subject.QUEUE_SIZE, Comparison.ABOVE, 1000, Severity.WARNING),
                        builtIn("DLQRetentionFailing", Subject.RETENTION_FAILURES, Comparison.ABOVE, 0, Severity.ERROR),
                        builtIn(
                                "DLQRetentionBehind",
                                Subject.RETENTION_OVERDUE,
                                Comparison.ABOVE,
                                86_400,
                                Severity.WARNING),
                        builtIn("NewCause", Subject.NEW_CAUSE, Comparison.ABOVE, 0, Severity.INFO),
                        builtIn("CauseCameBack", Subject.CAUSE_REGRESSED, Comparison.ABOVE, 0, Severity.WARNING));
    }

    @Test
    void the_old_variables_change_the_thresholds() {
        List<AlertRule> rules = SettingsFixture.environment(
                        Map.of("DLQ_ALERT_THRESHOLD_PENDING", "5", "DLQ_ALERT_THRESHOLD_FAILED", "0"))
                .alerts()
                .rules();

        assertThat(rules.get(0).threshold()).isEqualTo(5);
        assertThat(rules.get(1).threshold()).isEqualTo(0);
    }

    @Test
    void a_rule_with_the_same_name_replaces_a_built_in_one_and_never_removes_it() {
        List<AlertRule> rules = SettingsFixture.file("""
                alerts:
                  - { name: DLQBacklogGrowing, when: "backlog > 5", severity: info, channel: "a.*" }
                  - { name: NewCause, when: never }
                """).alerts().rules();

        assertThat(rules).hasSize(10).extracting(AlertRule::name).doesNotContain("NewCause");
        assertThat(rules)
                .last()
                .isEqualTo(new AlertRule(
                        "DLQBacklogGrowing",
                        Subject.BACKLOG,
                        Comparison.ABOVE,
                        5,
                        Severity.INFO,
                        Optional.of(new Glob("a.*"))));
    }

    @ParameterizedTest
    @CsvSource({
        "pending > 1,                       PENDING,              ABOVE, 1",
        "failed>0,                          FAILED,               ABOVE, 0",
        "ingestion > 100,                   INGESTION_PER_MINUTE, ABOVE, 100",
        "ingestion-per-minute > 100/min,    INGESTION_PER_MINUTE, ABOVE, 100",
        "dlq_ingestion_rate > 100/min,      INGESTION_PER_MINUTE, ABOVE, 100",
        "dlq_backlog > 10000,               BACKLOG,              ABOVE, 10000",
        "dlq_resolution_rate < 0.5,         RESOLUTION_RATE,      BELOW, 0.5",
        "Resolution-Rate < 25%,             RESOLUTION_RATE,      BELOW, 0.25",
        "dlq_manual > 3,                    MANUAL,               ABOVE, 3",
        "queue-size < 1,                    QUEUE_SIZE,           BELOW, 1",
        "oldest-age > 2h,                   OLDEST_AGE,           ABOVE, 7200",
        "new-cause,                         NEW_CAUSE,            ABOVE, 0",
        "CAUSE_REGRESSED,                   CAUSE_REGRESSED,      ABOVE, 0"
    })
    void conditions_are_read_in_their_written_forms(
            String when, Subject subject, Comparison comparison, double threshold) {
        assertThat(SettingsFixture.file("alerts: [{ name: x, when: '" + when + "' }]")
                        .alerts()
                        .rules())
                .last()
                .isEqualTo(new AlertRule("x", subject, comparison, threshold, Severity.WARNING, Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "name: x, when: 'backlog'              | when | \"backlog\" is not allowed; it must be pending, failed,",
                "name: x, when: 'backlog >= 5'         | when | \"backlog >= 5\" is not allowed",
                "name: x, when: 'backlog > many'       | when | \"backlog > many\" is not allowed",
                "name: x, when: 'backlog > -1'         | when | \"backlog > -1\" is not allowed",
                "name: x, when: 'oldest-age > 5'       | when | \"oldest-age > 5\" is not allowed",
                "name: x, when: 'resolution-rate < 50' | when | \"resolution-rate < 50\" is not allowed",
                "name: x, when: 'new-cause > 5'        | when | \"new-cause > 5\" is not allowed",
                "name: x                               | when | is missing; it must be pending, failed,",
                "when: new-cause                       | name | is missing; it must be a text that is not empty",
                "name: x, when: new-cause, severity: bad | severity | \"bad\" is not allowed; it must be one of info, warning, error, critical",
                "name: x, when: new-cause, level: bad  | level | there is no such key; allowed here: channel, name, severity, when"
            })
    void a_wrong_rule_is_reported(String keys, String key, String text) {
        assertThat(SettingsFixture.mistakes("alerts: [{ " + keys + " }]"))
                .singleElement()
                .asString()
                .startsWith("redrive.alerts[0]." + key + " (redrive.yaml, line 2): " + text);
    }

    @Test
    void a_misspelt_condition_gets_a_suggestion() {
        assertThat(SettingsFixture.mistakes("alerts: [{ name: x, when: 'baklog > 5' }]"))
                .singleElement()
                .asString()
                .endsWith("; did you mean \"backlog\"?");
    }

    @Test
    void two_rules_with_one_name_are_a_mistake() {
        assertThat(SettingsFixture.mistakes("alerts: [{ name: x, when: new-cause }, { name: x, when: never }]"))
                .containsExactly(
                        "redrive.alerts[1].name (redrive.yaml, line 2): there are two rules with the name \"x\"");
    }

    @Test
    void channels_of_notification_are_read() {
        AlertSettings alerts = SettingsFixture.file("""
                notify:
                  quiet: 1m
                  every: 5s
                  email: { host: mail.example.com, port: 2525, security: none, user: u, password: p, from: a@b.c, to: [d@e.f, g@h.i] }
                  slack: https://hooks.slack.com/services/x
                  webhook: { url: "http://localhost:1/hook", secret: s }
                """).alerts();

        assertThat(alerts.quiet()).isEqualTo(Duration.ofMinutes(1));
        assertThat(alerts.every()).isEqualTo(Duration.ofSeconds(5));
        assertThat(alerts.email())
                .contains(new Email(
                        "mail.example.com",
                        2525,
                        Security.NONE,
                        Optional.of("u"),
                        Optional.of("p"),
                        "a@b.c",
                        List.of("d@e.f", "g@h.i")));
        assertThat(alerts.slack()).contains(URI.create("https://hooks.slack.com/services/x"));
        assertThat(alerts.webhook()).contains(new Webhook(URI.create("http://localhost:1/hook"), Optional.of("s")));
    }

    @ParameterizedTest
    @CsvSource({
        "mail.example.com,     ,    , 587, STARTTLS",
        "localhost,            ,    , 25,  NONE",
        "mail.example.com,     465, , 465, TLS",
        "mail.example.com,     ,    tls, 465, TLS",
        "mail.example.com,     25,  , 25,  STARTTLS",
        "localhost,            3025, , 3025, NONE"
    })
    void mail_is_protected_unless_it_stays_on_this_machine(
            String host, String port, String security, int usedPort, Security usedSecurity) {
        String lines = "notify: { email: { to: a@b.c, host: " + host + ", port: " + orNothing(port) + ", security: "
                + orNothing(security) + " } }";

        Email email = SettingsFixture.file(lines).alerts().email().orElseThrow();

        assertThat(email.port()).isEqualTo(usedPort);
        assertThat(email.security()).isEqualTo(usedSecurity);
    }

    private static String orNothing(String text) {
        return text == null ? "~" : text;
    }

    @Test
    void the_old_variables_work_as_they_are() {
        AlertSettings alerts = SettingsFixture.environment(Map.of(
                        "ENABLE_EMAIL_ALERTS", "true",
                        "ENABLE_SLACK_ALERTS", "true",
                        "DLQ_WEBHOOK_URL", "https://your-webhook-url.com",
                        "ADMIN_EMAIL", "admin@example.com",
                        "SLACK_WEBHOOK_URL", "https://hooks.slack.com/services/x"))
                .alerts();

        assertThat(alerts.email().orElseThrow().to()).containsExactly("admin@example.com");
        assertThat(alerts.email().orElseThrow().host()).isEqualTo("localhost");
        assertThat(alerts.slack()).isPresent();
        assertThat(alerts.webhook())
                .contains(new Webhook(URI.create("https://your-webhook-url.com"), Optional.empty()));
    }

    @Test
    void a_switch_that_is_off_wins() {
        AlertSettings alerts = SettingsFixture.both(
                        Map.of("ENABLE_EMAIL_ALERTS", "false", "ENABLE_SLACK_ALERTS", "false", "SLACK_WEBHOOK_URL", ""),
                        "notify: { slack: 'https://hooks.slack.com/x', email: { to: a@b.c } }")
                .alerts();

        assertThat(alerts.email()).isEmpty();
        assertThat(alerts.slack()).isEmpty();
    }

    @Test
    void a_switch_that_is_on_needs_an_address() {
        assertThat(SettingsFixture.mistakes(Map.of("ENABLE_EMAIL_ALERTS", "yes", "ENABLE_SLACK_ALERTS", "1"), ""))
                .hasSize(2)
                .anySatisfy(mistake -> assertThat(mistake)
                        .startsWith("redrive.notify.email.to")
                        .contains("is missing"))
                .anySatisfy(mistake ->
                        assertThat(mistake).startsWith("redrive.notify.slack").contains("is missing"));
    }

    @Test
    void mail_variables_of_other_programs_do_not_make_us_send_mail() {
        assertThat(SettingsFixture.environment(Map.of("SMTP_HOST", "mail"))
                        .alerts()
                        .email())
                .isEmpty();
        assertThat(SettingsFixture.environment(Map.of("ADMIN_EMAIL", "a@b.c"))
                        .alerts()
                        .email())
                .isEmpty();
    }

    @Test
    void a_mail_server_in_variables_is_used() {
        Email email = SettingsFixture.environment(Map.of(
                        "SMTP_HOST", "mail.example.com",
                        "SMTP_PORT", "465",
                        "SMTP_USER", "u",
                        "SMTP_PASSWORD", "p",
                        "SMTP_FROM", "dlq@example.com",
                        "ADMIN_EMAIL", "a@b.c, d@e.f"))
                .alerts()
                .email()
                .orElseThrow();

        assertThat(email)
                .isEqualTo(new Email(
                        "mail.example.com",
                        465,
                        Security.TLS,
                        Optional.of("u"),
                        Optional.of("p"),
                        "dlq@example.com",
                        List.of("a@b.c", "d@e.f")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "email: { host: h }                          | email.to | is missing; it must be a list; each item is a mail address",
                "email: { host: h, to: nobody }              | email.to | \"nobody\" is not allowed; it must be a mail address such as ops@example.com",
                "email: { host: 'h:25', to: a@b.c }          | email.host | \"h:25\" is not allowed; it must be the name of a host, without a port",
                "email: { to: a@b.c, user: u }               | email | user and password belong together; give both or neither",
                "email: { to: a@b.c, security: ssl }         | email.security | \"ssl\" is not allowed; it must be one of none, starttls, tls",
                "slack: 'hooks.slack.com/geheim'             | slack | it must be an http or https URL",
                "webhook: { url: 'ftp://geheim/' }           | webhook.url | it must be an http or https URL",
                "webhook: { secret: geheim }                 | webhook.url | is missing; it must be an http or https URL",
                "quiet: soon                                 | quiet | \"soon\" is not allowed; it must be a duration from 0s to 7d",
                "every: 0s                                   | every | \"0s\" is not allowed; it must be a duration from 1s to 1h"
            })
    void a_wrong_notification_is_reported_without_its_secrets(String keys, String key, String text) {
        assertThat(SettingsFixture.mistakes("notify: { " + keys + " }"))
                .singleElement()
                .asString()
                .startsWith("redrive.notify." + key + " (redrive.yaml, line 2): " + text)
                .doesNotContain("geheim");
    }

    @Test
    void retention_is_about_all_channels() {
        List<AlertRule> rules = SettingsFixture.file("""
                        alerts:
                          - { name: Late, when: "retention-overdue > 12h" }
                          - { name: Fails, when: "dlq_retention_failures > 2" }
                        """).alerts().rules();

        assertThat(rules)
                .filteredOn("name", "Late")
                .extracting(AlertRule::threshold)
                .containsExactly(43_200.0);
        assertThat(rules)
                .filteredOn("name", "Fails")
                .extracting(AlertRule::subject)
                .containsExactly(Subject.RETENTION_FAILURES);
        assertThat(SettingsFixture.mistakes("alerts: [{ name: Late, when: 'retention-overdue > 1h', channel: a }]"))
                .singleElement()
                .asString()
                .contains("alerts[0].channel", "retention runs for all channels together");
    }

    private static AlertRule builtIn(
            String name, Subject subject, Comparison comparison, double threshold, Severity severity) {
        return new AlertRule(name, subject, comparison, threshold, severity, Optional.empty());
    }
}

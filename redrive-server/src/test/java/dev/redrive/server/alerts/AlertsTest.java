package dev.redrive.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redrive.Redrive;
import dev.redrive.alert.AlertMessage;
import dev.redrive.alert.AlertMessage.Kind;
import dev.redrive.cause.CauseState;
import dev.redrive.contract.ClaimedLetters;
import dev.redrive.contract.ForwardingStore;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.config.Settings;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.decisions.ManualMove;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Page;
import dev.redrive.store.questions.Query;
import dev.redrive.store.retention.Retention;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AlertsTest {
    private static final AlertRule PENDING = AlertFixture.above("PendingLetters", Subject.PENDING, 2);

    private final AlertFixture world = new AlertFixture();
    private final Mailbox mailbox = new Mailbox();

    @AfterEach
    void close() {
        world.close();
    }

    private OptionalDouble value(AlertRule rule) {
        return world.alerts(mailbox, rule).check().results().get(0).value();
    }

    // Numbers

    @Test
    void letters_are_counted_by_what_they_wait_for() {
        world.capture(4, "orders", LetterStatus.PENDING);
        world.capture(3, "orders", LetterStatus.FAILED);
        world.capture(2, "orders", LetterStatus.MANUAL);
        world.redrive.letters().move(world.capture("orders", LetterStatus.PENDING), ManualMove.archive("ann", null));
        ClaimedLetters.claim(
                world.store, world.capture("orders", LetterStatus.PENDING), "worker", Duration.ofMinutes(1));

        assertThat(value(AlertFixture.above("a", Subject.PENDING, 0))).hasValue(4);
        assertThat(value(AlertFixture.above("a", Subject.FAILED, 0))).hasValue(3);
        assertThat(value(AlertFixture.above("a", Subject.BACKLOG, 0))).hasValue(5);
        assertThat(value(AlertFixture.above("a", Subject.QUEUE_SIZE, 0))).hasValue(10);
    }

    @Test
    void ingestion_is_of_the_last_sixty_seconds_as_far_as_minutes_tell() {
        world.clock.forward(Duration.ofSeconds(15));
        Instant minute = world.clock.instant().truncatedTo(ChronoUnit.MINUTES);
        world.count(minute, "orders", Measure.CAPTURED, 60);
        world.count(minute.minus(Duration.ofMinutes(1)), "invoices", Measure.CAPTURED, 100);
        world.count(minute.minus(Duration.ofMinutes(2)), "orders", Measure.CAPTURED, 5000);
        world.count(minute, "orders", Measure.ATTEMPTED, 5000);

        assertThat(value(AlertFixture.above("a", Subject.INGESTION_PER_MINUTE, 100)))
                .hasValue(135);
        assertThat(value(AlertFixture.in("orders", AlertFixture.above("a", Subject.INGESTION_PER_MINUTE, 100))))
                .hasValue(60);
    }

    @Test
    void the_resolution_rate_is_the_share_of_the_last_hours_letters_that_ended_well() {
        Instant now = world.clock.instant();
        world.count(now.minus(Duration.ofMinutes(30)), "orders", Measure.RESOLVED, 3);
        world.count(now.minus(Duration.ofMinutes(5)), "orders", Measure.FAILED, 9);
        world.count(now.minus(Duration.ofMinutes(61)), "orders", Measure.RESOLVED, 1000);

        assertThat(value(AlertFixture.below("a", Subject.RESOLUTION_RATE, 0.5))).hasValue(0.25);
    }

    @Test
    void retention_that_left_something_out_is_alerted_until_a_run_did_all_it_should() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("Retention", Subject.RETENTION_FAILURES, 0));
        world.retentionRan(null);
        world.retentionRan("the archive is away");
        world.retentionRan("the archive is away");

        Alerts.Check fired = alerts.check();
        world.clock.forward(Duration.ofMinutes(10));
        world.retentionRan(null);
        Alerts.Check ended = alerts.check();

        assertThat(fired.sent())
                .extracting(AlertMessage::text)
                .containsExactly("the number of retention runs in a row that left something out is 2, above 0");
        assertThat(ended.sent()).extracting(AlertMessage::kind).containsExactly(AlertMessage.Kind.ENDED);
    }

    @Test
    void retention_that_is_behind_is_alerted_until_it_caught_up() {
        try (AlertFixture late = new AlertFixture(redrive -> redrive.retention(Retention.defaults()))) {
            Alerts alerts = late.alerts(mailbox, AlertFixture.above("Late", Subject.RETENTION_OVERDUE, 86_400));
            late.capture("orders", LetterStatus.RESOLVED);
            late.clock.forward(Duration.ofDays(31));

            Alerts.Check due = alerts.check();
            late.clock.forward(Duration.ofDays(2));
            Alerts.Check behind = alerts.check();
            var unused = late.redrive.retention().run();
            Alerts.Check caughtUp = alerts.check();

            assertThat(due.sent()).isEmpty();
            assertThat(behind.sent())
                    .extracting(AlertMessage::text)
                    .singleElement()
                    .asString()
                    .startsWith("the time by which retention is behind is ")
                    .endsWith(", above 1 d 0 h");
            assertThat(caughtUp.sent()).extracting(AlertMessage::kind).containsExactly(AlertMessage.Kind.ENDED);
        }
    }

    @Test
    void a_resolution_rate_of_a_few_letters_has_no_value() {
        world.count(world.clock.instant(), "orders", Measure.FAILED, 9);

        RuleResult result = world.alerts(mailbox, AlertFixture.below("a", Subject.RESOLUTION_RATE, 0.5))
                .check()
                .results()
                .get(0);

        assertThat(result.value()).isEmpty();
        assertThat(result.holds()).isFalse();
    }

    @Test
    void the_oldest_letter_that_is_still_open_has_its_age_in_seconds() {
        AlertRule rule = AlertFixture.above("a", Subject.OLDEST_AGE, 3600);
        assertThat(value(rule)).hasValue(0);
        world.redrive.letters().move(world.capture("orders", LetterStatus.PENDING), ManualMove.archive("ann", null));
        world.clock.forward(Duration.ofHours(1));
        world.capture("orders", LetterStatus.MANUAL);
        world.clock.forward(Duration.ofHours(2));

        assertThat(value(rule)).hasValue(7200);
        assertThat(value(AlertFixture.in("invoices", rule))).hasValue(0);
    }

    // Telling

    @Test
    void its_begin_and_its_end_are_sent_once_each() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);

        AlertMessage begun = only(alerts.check().sent());
        assertThat(alerts.check().sent()).isEmpty();
        assertThat(begun.kind()).isEqualTo(Kind.STARTED);
        assertThat(begun.text()).isEqualTo("the number of pending letters is 3, above 2");
        assertThat(world.firing(alerts)).extracting(FiringAlert::rule).containsExactly("PendingLetters");

        world.redrive.letters().moveAll(Filter.all(), ManualMove.archive("ann", null));
        AlertMessage over = only(alerts.check().sent());
        assertThat(alerts.check().sent()).isEmpty();
        assertThat(over.kind()).isEqualTo(Kind.ENDED);
        assertThat(over.text()).isEqualTo("the number of pending letters is 0, no longer above 2");
        assertThat(world.firing(alerts)).isEmpty();

        assertThat(mailbox.next().message().id()).isEqualTo(begun.id());
        assertThat(mailbox.next().message().id()).isEqualTo(over.id());
    }

    @Test
    void a_rule_is_quiet_for_a_while_after_it_spoke() {
        Alerts alerts = world.alerts(mailbox, PENDING);
        world.capture(2, "orders", LetterStatus.PENDING);
        LetterId third = world.capture("orders", LetterStatus.PENDING);
        assertThat(alerts.check().sent()).hasSize(1);
        world.redrive.letters().move(third, ManualMove.archive("ann", null));
        assertThat(alerts.check().sent()).hasSize(1);

        world.capture("orders", LetterStatus.PENDING);
        world.clock.forward(Duration.ofMinutes(4));
        assertThat(alerts.check().sent()).isEmpty();

        world.clock.forward(Duration.ofMinutes(1));
        assertThat(only(alerts.check().sent()).kind()).isEqualTo(Kind.STARTED);
    }

    @Test
    void a_rule_for_channels_speaks_for_each_of_them() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.in("payment.*", PENDING));
        world.capture(3, "payment.card", LetterStatus.PENDING);
        world.capture(4, "payment.debit", LetterStatus.PENDING);
        world.capture(1, "payment.cash", LetterStatus.PENDING);
        world.capture(9, "orders", LetterStatus.PENDING);

        Alerts.Check check = alerts.check();

        assertThat(check.results())
                .extracting(RuleResult::channel)
                .containsExactly(
                        Optional.of("payment.debit"), Optional.of("payment.card"), Optional.of("payment.cash"));
        assertThat(check.sent())
                .extracting(AlertMessage::channel)
                .containsExactlyInAnyOrder("payment.card", "payment.debit");
        assertThat(check.sent().get(0).text())
                .isEqualTo("the number of pending letters in payment.debit is 4, above 2");
    }

    @Test
    void it_is_over_in_a_channel_whose_letters_are_all_gone() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.in("payment.*", PENDING));
        List<LetterId> letters = new ArrayList<>();
        for (int i = 0; i < 3; i++) letters.add(world.capture("payment.card", LetterStatus.PENDING));
        assertThat(alerts.check().sent()).hasSize(1);

        letters.forEach(id -> world.redrive.letters().delete(id, "ann"));

        assertThat(only(alerts.check().sent()).kind()).isEqualTo(Kind.ENDED);
    }

    @Test
    void two_nodes_with_one_alert_log_send_one_message() {
        Alerts one = world.alerts(mailbox, PENDING, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        Alerts other = world.alerts(mailbox, PENDING, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        world.capture(3, "orders", LetterStatus.PENDING);

        assertThat(one.check().sent()).hasSize(2);
        assertThat(other.check().sent()).isEmpty();

        world.redrive.letters().moveAll(Filter.all(), ManualMove.archive("ann", null));
        assertThat(other.check().sent()).hasSize(1);
        assertThat(one.check().sent()).isEmpty();
    }

    @Test
    void listeners_hear_of_messages() {
        Alerts alerts = world.alerts(mailbox, PENDING);
        List<AlertMessage> received = new ArrayList<>();
        alerts.listen(message -> {
            throw new IllegalStateException("a broken listener");
        });
        alerts.listen(received::add);
        world.capture(3, "orders", LetterStatus.PENDING);

        List<AlertMessage> sent = alerts.check().sent();

        assertThat(received).isEqualTo(sent).hasSize(1);
    }

    // Telling again

    @Test
    void an_undelivered_alert_is_sent_again_after_the_quiet_time() throws Exception {
        Alerts one = world.alerts(mailbox, PENDING);
        Alerts other = world.alerts(mailbox, PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);
        Instant begun = world.clock.instant();
        mailbox.breakDown(true);
        assertThat(one.check().sent()).hasSize(1);
        world.alertLog.awaitUndelivered(AlertKey.of(PENDING, Optional.empty()));
        mailbox.breakDown(false);

        world.clock.forward(Duration.ofMinutes(4));
        assertThat(other.check().sent()).isEmpty();
        assertThat(world.firing(other)).extracting(FiringAlert::since).containsExactly(begun);

        world.clock.forward(Duration.ofMinutes(1));
        AlertMessage again = only(other.check().sent());
        assertThat(one.check().sent()).isEmpty();
        assertThat(mailbox.next().message().id()).isEqualTo(again.id());
    }

    @Test
    void the_end_of_an_undelivered_alert_is_not_sent() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);
        mailbox.breakDown(true);
        alerts.check();
        world.alertLog.awaitUndelivered(AlertKey.of(PENDING, Optional.empty()));

        world.redrive.letters().moveAll(Filter.all(), ManualMove.archive("ann", null));

        assertThat(alerts.check().sent()).isEmpty();
    }

    @Test
    void what_one_channel_delivered_is_not_sent_again() {
        Mailbox broken = new Mailbox();
        broken.breakDown(true);
        Alerts alerts = world.alerts(List.of(broken, mailbox), PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);
        alerts.check();
        world.stopSending();

        world.clock.forward(Duration.ofHours(1));

        assertThat(world.alerts(mailbox, PENDING).check().sent()).isEmpty();
    }

    @Test
    void without_an_alert_channel_nothing_is_sent_twice() {
        Alerts alerts = world.alerts(List.of(), PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);
        assertThat(alerts.check().sent()).hasSize(1);

        world.clock.forward(Duration.ofHours(1));

        assertThat(alerts.check().sent()).isEmpty();
    }

    @Test
    void an_alert_of_a_stopped_server_is_sent_by_the_next_one() {
        mailbox.breakDown(true);
        world.capture(3, "orders", LetterStatus.PENDING);
        world.alerts(mailbox, PENDING).check();
        world.stopSending();

        world.clock.forward(Duration.ofMinutes(5));

        assertThat(world.alerts(mailbox, PENDING).check().sent()).hasSize(1);
    }

    @Test
    void an_alert_of_a_killed_server_is_sent_by_another_one() {
        Alerts alerts = world.alerts(mailbox, PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);
        Instant now = world.clock.instant();
        world.alertLog.turn(AlertKey.of(PENDING, Optional.empty()), true, now, Duration.ofMinutes(5));
        world.alertLog.save(
                new AlertMessage("01", PENDING.name(), null, "warning", Kind.STARTED, "3 letters", now, List.of()));

        world.clock.forward(Duration.ofMinutes(9));
        assertThat(alerts.check().sent()).as("it may still be on its way").isEmpty();
        world.clock.forward(Duration.ofMinutes(2));
        assertThat(alerts.check().sent()).hasSize(1);
        world.stopSending();
        world.clock.forward(Duration.ofHours(1));
        assertThat(world.alerts(mailbox, PENDING).check().sent()).isEmpty();
    }

    @Test
    void causes_whose_alert_was_not_delivered_are_sent_again_together() {
        AlertRule rule = AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0);
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.First"));
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Second"));
        mailbox.breakDown(true);
        assertThat(world.alerts(mailbox, rule).check().sent()).hasSize(1);
        world.stopSending();

        world.clock.forward(Duration.ofMinutes(4));
        assertThat(world.alerts(mailbox, rule).check().sent()).isEmpty();
        world.clock.forward(Duration.ofMinutes(1));
        assertThat(only(world.alerts(mailbox, rule).check().sent()).text()).startsWith("2 new causes: ");
    }

    // Teams

    private final Mailbox payments = new Mailbox();
    private final Settings teams = SampleSettings.with(
            SampleSettings.at("memory:"),
            SampleSettings.team("payments", "payment*"),
            SampleSettings.team("shop", "orders"));

    private Alerts alertsOfTeams(AlertRule... rules) {
        Deliveries deliveries =
                world.deliveries(List.of(mailbox), Map.of("payments", List.of(new TeamNotifier("payments", payments))));
        return world.alerts(deliveries, teams, rules);
    }

    @Test
    void alerts_about_a_channel_go_to_the_team_that_owns_it_if_it_has_notifiers() throws InterruptedException {
        Alerts alerts = alertsOfTeams(AlertFixture.in("*", PENDING), PENDING);
        world.capture(3, "payments", LetterStatus.PENDING);
        world.capture(3, "orders", LetterStatus.PENDING);

        assertThat(alerts.check().sent()).hasSize(3);

        assertThat(payments.next().message().channel()).isEqualTo("payments");
        assertThat(List.of(mailbox.next(), mailbox.next()))
                .extracting(alert -> alert.message().channel())
                .containsExactlyInAnyOrder("orders", null);
        assertThat(payments.isEmpty()).isTrue();
        world.redrive.letters().moveAll(Filter.all(), ManualMove.archive("ann", null));
        assertThat(alerts.check().sent()).hasSize(3);
        assertThat(payments.next().message().kind()).isEqualTo(Kind.ENDED);
    }

    @Test
    void causes_are_reported_to_each_team_apart() throws InterruptedException {
        Alerts alerts = alertsOfTeams(AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        world.capture("payments", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Paid"));
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Ordered"));
        world.capture("invoices", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Billed"));

        assertThat(alerts.check().sent()).hasSize(2);

        assertThat(payments.next().message().text()).isEqualTo("a new cause: Paid: it broke (1 open)");
        assertThat(mailbox.next().message().text()).startsWith("2 new causes: ").contains("Ordered", "Billed");
    }

    /** It is marked as sent before. */
    @Test
    void a_cause_whose_team_cannot_be_found_out_is_reported_to_all_others() throws InterruptedException {
        try (Redrive away = Redrive.on(new ForwardingStore(world.store) {
                    @Override
                    public Page search(Query query) {
                        throw new StoreUnavailable("the store is away", new IllegalStateException("away"));
                    }
                })
                .keepForever()
                .open()) {
            Deliveries deliveries = world.deliveries(
                    List.of(mailbox), Map.of("payments", List.of(new TeamNotifier("payments", payments))));
            CauseTeams lost = new CauseTeams(away.letters(), teams, world.clock);
            Alerts alerts = world.alerts(deliveries, lost, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
            world.capture("payments", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Paid"));

            assertThat(alerts.check().sent()).hasSize(1);

            assertThat(mailbox.next().message().text()).isEqualTo("a new cause: Paid: it broke (1 open)");
            assertThat(payments.isEmpty()).isTrue();
        }
    }

    @Test
    void a_test_goes_to_everybody() {
        Alerts alerts = alertsOfTeams(PENDING);

        assertThat(alerts.notifierNames()).containsExactly("mailbox", "payments:mailbox");
        assertThat(alerts.test("ann").ended()).succeedsWithin(Duration.ofSeconds(20));
        assertThat(List.of(mailbox, payments)).noneMatch(Mailbox::isEmpty);
    }

    // Causes

    @Test
    void new_causes_are_reported_together_and_once() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        assertThat(alerts.check().sent()).isEmpty();
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.First"));
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Second"));

        AlertMessage message = only(alerts.check().sent());

        assertThat(message.text())
                .startsWith("2 new causes: ")
                .contains("First: it broke (1 open)", "Second: it broke (1 open)");
        world.clock.forward(Duration.ofMinutes(10));
        assertThat(alerts.check().sent()).isEmpty();
    }

    @Test
    void a_cause_that_first_shows_in_a_retry_is_reported() {
        Alerts alerts =
                world.alerts(mailbox, AlertFixture.in("orders", AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0)));
        LetterId id = world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.First"));
        assertThat(alerts.check().sent()).hasSize(1);
        world.clock.forward(Duration.ofMinutes(5));

        LeasedLetter claimed = ClaimedLetters.leased(world.store, id, "w", Duration.ofMinutes(1));
        Failure failure = AlertFixture.failure("com.acme.Second");
        world.store.settle(List.of(new Settlement(
                claimed.lease(),
                Duration.ZERO,
                "manual",
                new Settlement.SetAside(failure, LetterBuilder.fingerprint(failure)))));

        assertThat(only(alerts.check().sent()).text()).isEqualTo("a new cause: Second: it broke (1 open)");
    }

    @Test
    void a_long_title_is_not_cut_within_a_character() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        for (String start : List.of("", "x")) {
            Failure failure = LetterBuilder.failure("com.acme.Long", start + "😀".repeat(400), Category.UNKNOWN);
            world.capture("orders", LetterStatus.MANUAL, failure);
        }

        assertThat(only(alerts.check().sent()).text()).containsPattern("😀… .*😀… ");
    }

    @Test
    void a_new_cause_shortly_after_another_waits_until_the_quiet_time_is_over() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.First"));
        assertThat(alerts.check().sent()).hasSize(1);
        world.clock.forward(Duration.ofMinutes(1));
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Second"));
        assertThat(alerts.check().sent()).isEmpty();

        world.clock.forward(Duration.ofMinutes(4));

        assertThat(only(alerts.check().sent()).text()).startsWith("a new cause: Second");
    }

    @Test
    void a_new_cause_is_reported_behind_any_number_of_old_and_bigger_ones() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        for (int i = 0; i < Query.MAX_LIMIT; i++) {
            world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Old" + i));
            world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Old" + i));
        }
        world.clock.forward(Duration.ofHours(2));
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Newest"));

        assertThat(only(alerts.check().sent()).text()).startsWith("a new cause: Newest");
    }

    @Test
    void causes_that_were_marked_before_the_store_failed_are_reported() throws Exception {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        for (String name : List.of("First", "Second", "Third"))
            world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme." + name));
        world.alertLog.failAtTurn(5); // two are about the pace, then two causes get through

        assertThatThrownBy(alerts::check).isInstanceOf(StoreUnavailable.class);

        assertThat(mailbox.next().message().text()).startsWith("2 new causes: ");
        world.clock.forward(Duration.ofMinutes(5));
        assertThat(only(alerts.check().sent()).text()).startsWith("a new cause: ");
    }

    @Test
    void a_cause_that_is_no_news_any_more_is_forgotten() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0));
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.First"));
        alerts.check();

        world.clock.forward(Duration.ofHours(2));

        assertThat(alerts.check().sent()).isEmpty();
        assertThat(world.alertLog.firing()).isEmpty();
    }

    @Test
    void an_ignored_cause_is_no_news() {
        Failure failure = AlertFixture.failure("com.acme.First");
        world.capture("orders", LetterStatus.MANUAL, failure);
        world.redrive.letters().decide(AlertFixture.cause(failure), CauseState.IGNORED, "ann");

        assertThat(world.alerts(mailbox, AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0))
                        .check()
                        .sent())
                .isEmpty();
    }

    @Test
    void a_rule_for_channels_reports_causes_in_them_only() {
        world.capture("orders", LetterStatus.MANUAL, AlertFixture.failure("com.acme.First"));
        world.capture("payment.card", LetterStatus.MANUAL, AlertFixture.failure("com.acme.Second"));

        Alerts alerts = world.alerts(
                mailbox, AlertFixture.in("payment.*", AlertFixture.above("NewCause", Subject.NEW_CAUSE, 0)));

        assertThat(only(alerts.check().sent()).text()).startsWith("a new cause: Second");
    }

    @Test
    void a_cause_that_comes_back_is_reported_each_time() {
        Alerts alerts = world.alerts(mailbox, AlertFixture.above("Back", Subject.CAUSE_REGRESSED, 0));
        Failure failure = AlertFixture.failure("com.acme.First");
        for (int i = 0; i < 2; i++) {
            world.capture("orders", LetterStatus.MANUAL, failure);
            world.redrive.letters().decide(AlertFixture.cause(failure), CauseState.RESOLVED, "ann");
            assertThat(alerts.check().sent()).isEmpty();

            world.capture("orders", LetterStatus.MANUAL, failure);
            assertThat(only(alerts.check().sent()).text()).startsWith("a cause came back: First: it broke");
            assertThat(alerts.check().sent()).isEmpty();
            world.clock.forward(Duration.ofMinutes(10));
        }
    }

    // Living

    @Test
    void it_looks_by_itself_while_it_runs() throws Exception {
        Alerts alerts = world.alerts(mailbox, PENDING);
        alerts.start();
        world.capture(3, "orders", LetterStatus.PENDING);

        assertThat(mailbox.next().message().rule()).isEqualTo("PendingLetters");

        assertThat(alerts.isRunning()).isTrue();
        alerts.stop();
        assertThat(alerts.isRunning()).isFalse();
    }

    @Test
    void a_way_that_hangs_stops_neither_the_looks_nor_the_other_ways() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch hangs = new CountDownLatch(1);
        Notifier hanging = new Notifier() {
            @Override
            public String name() {
                return "hanging";
            }

            @Override
            public void send(Alert alert) throws InterruptedException {
                hangs.countDown();
                never.await();
            }
        };
        Alerts alerts =
                world.alerts(List.of(hanging, mailbox), PENDING, AlertFixture.above("Failed", Subject.FAILED, 0));
        alerts.start();
        world.capture(3, "orders", LetterStatus.PENDING);
        assertThat(mailbox.next().message().rule()).isEqualTo("PendingLetters");
        assertThat(hangs.await(20, TimeUnit.SECONDS)).isTrue();

        world.capture(1, "orders", LetterStatus.FAILED);

        assertThat(mailbox.next().message().rule()).isEqualTo("Failed");
        alerts.stop();
    }

    private static AlertMessage only(List<AlertMessage> messages) {
        assertThat(messages).hasSize(1);
        return messages.get(0);
    }
}

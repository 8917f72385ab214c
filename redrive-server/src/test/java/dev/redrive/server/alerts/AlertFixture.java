package dev.redrive.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.redrive.Redrive;
import dev.redrive.RedriveBuilder;
import dev.redrive.contract.LetterBuilder;
import dev.redrive.contract.SettableClock;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.Category;
import dev.redrive.letter.CauseId;
import dev.redrive.letter.Failure;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterIds;
import dev.redrive.letter.LetterStatus;
import dev.redrive.series.MinuteCount;
import dev.redrive.server.audit.Audit;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.caller.Role;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.AlertSettings.Comparison;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.AlertSettings.Subject;
import dev.redrive.server.config.Settings;
import dev.redrive.server.live.LiveEvents;
import dev.redrive.server.live.PageChanges;
import dev.redrive.server.pages.PageFrames;
import dev.redrive.server.pages.RailCounts;
import dev.redrive.server.pages.SampleSettings;
import dev.redrive.server.teams.CauseTeams;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.memory.InMemoryDeadLetterStore;
import dev.redrive.store.retention.RetentionRun;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A store with letters, an alert log, and a clock that a test moves. */
final class AlertFixture implements AutoCloseable {
    final SettableClock clock = SettableClock.standing();
    final InMemoryDeadLetterStore store = new InMemoryDeadLetterStore(clock);
    final Redrive redrive;
    final TestAlertLog alertLog = new TestAlertLog();
    private final LetterIds ids = new LetterIds(clock);
    private final List<Deliveries> opened = new ArrayList<>();

    AlertFixture() {
        this(RedriveBuilder::keepForever);
    }

    AlertFixture(UnaryOperator<RedriveBuilder> retention) {
        redrive = retention.apply(Redrive.on(store)).open();
    }

    static AlertRule above(String name, Subject subject, double threshold) {
        return new AlertRule(name, subject, Comparison.ABOVE, threshold, Severity.WARNING, Optional.empty());
    }

    static AlertRule below(String name, Subject subject, double threshold) {
        return new AlertRule(name, subject, Comparison.BELOW, threshold, Severity.ERROR, Optional.empty());
    }

    static AlertRule in(String channels, AlertRule rule) {
        return new AlertRule(
                rule.name(),
                rule.subject(),
                rule.comparison(),
                rule.threshold(),
                rule.severity(),
                Optional.of(new Glob(channels)));
    }

    Alerts alerts(Notifier notifier, AlertRule... rules) {
        return alerts(List.of(notifier), rules);
    }

    Alerts alerts(List<Notifier> notifiers, AlertRule... rules) {
        return alerts(deliveries(notifiers), SampleSettings.at("memory:"), rules);
    }

    Alerts alerts(Deliveries deliveries, Settings teams, AlertRule... rules) {
        return alerts(deliveries, new CauseTeams(redrive.letters(), teams, clock), rules);
    }

    Alerts alerts(Deliveries deliveries, CauseTeams causeTeams, AlertRule... rules) {
        AlertSettings settings = new AlertSettings(
                List.of(rules),
                Duration.ofMinutes(5),
                Duration.ofMillis(10),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        return new Alerts(settings, redrive, alertLog, store.series(), clock, deliveries, causeTeams);
    }

    AlertsApi api(Alerts alerts, Audit audit) {
        Settings settings = SampleSettings.at("memory:", "$.iban");
        return new AlertsApi(alerts, firingAlerts(alerts), alertLog, settings, audit, snoozes(alerts, settings, audit));
    }

    AlertsPage page(Alerts alerts) {
        Settings settings = SampleSettings.at("memory:");
        PageFrames frames = new PageFrames(settings, clock, caller -> RailCounts.NONE, false);
        return new AlertsPage(alerts, firingAlerts(alerts), alertLog, settings, frames, snoozes(alerts));
    }

    AlertSnoozes snoozes(Alerts alerts) {
        return snoozes(alerts, SampleSettings.at("memory:"), (caller, action, subject, count) -> {});
    }

    private AlertSnoozes snoozes(Alerts alerts, Settings settings, Audit audit) {
        JsonMapper json = JsonMapper.builder().build();
        return new AlertSnoozes(
                alerts,
                settings,
                alertLog,
                audit,
                new LiveEvents(new Events(), json),
                new PageChanges(new Events(), List.of(), json, clock),
                clock);
    }

    FiringAlerts firingAlerts(Alerts alerts) {
        return new FiringAlerts(alerts.rules(), redrive, alertLog, store.series(), clock);
    }

    /** What fires, as somebody with all channels sees it. */
    List<FiringAlert> firing(Alerts alerts) {
        return firingAlerts(alerts).of(new Caller("ada", Role.ADMIN, "127.0.0.1", List.of()));
    }

    Deliveries deliveries(List<Notifier> notifiers) {
        return deliveries(notifiers, Map.of());
    }

    Deliveries deliveries(List<Notifier> notifiers, Map<String, List<Notifier>> teamNotifiers) {
        Deliveries deliveries = new Deliveries(
                notifiers,
                teamNotifiers,
                alertLog,
                (notifier, severity) -> {},
                List.of(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(1)));
        opened.add(deliveries);
        return deliveries;
    }

    /** Records a run of retention that ended now. */
    void retentionRan(@Nullable String problem) {
        Instant now = clock.instant();
        assertThat(store.retentionLog().lease("node-1", Duration.ofMinutes(1))).isTrue();
        store.retentionLog().end(new RetentionRun("node-1", now, now, 0, 0, 0, 0, 0, 0, problem));
    }

    LetterId capture(String channel, LetterStatus status) {
        return capture(channel, status, LetterBuilder.timeout());
    }

    LetterId capture(String channel, LetterStatus status, Failure failure) {
        NewLetter letter = new LetterBuilder(ids)
                .from(channel)
                .status(status)
                .failedWith(failure)
                .due(clock.instant().plus(Duration.ofDays(365)))
                .build();
        return store.capture(List.of(letter)).get(0).id();
    }

    void capture(int letters, String channel, LetterStatus status) {
        for (int i = 0; i < letters; i++) capture(channel, status);
    }

    static Failure failure(String type) {
        return LetterBuilder.failure(type, "it broke", Category.UNKNOWN);
    }

    static CauseId cause(Failure failure) {
        return LetterBuilder.fingerprint(failure).id();
    }

    void count(Instant minute, String channel, MinuteCount.Measure measure, long count) {
        store.series().add(List.of(new MinuteCount(minute, channel, measure, count)));
    }

    /** Ends what is being sent, as a server does that stops. */
    void stopSending() {
        opened.forEach(Deliveries::close);
        opened.clear();
    }

    @Override
    public void close() {
        stopSending();
        redrive.close();
    }
}

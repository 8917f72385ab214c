package dev.redrive.server.alerts;

import dev.redrive.Redrive;
import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.AlertSettings.AlertRule;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The alerts that are firing, with the value of now beside the value when they fired. */
public final class FiringAlerts {
    private static final int MESSAGES = 50;

    private final List<AlertRule> rules;
    private final Redrive redrive;
    private final AlertLog alertLog;
    private final MinuteCounts minutes;
    private final InstantSource clock;

    public FiringAlerts(
            List<AlertRule> rules, Redrive redrive, AlertLog alertLog, MinuteCounts minutes, InstantSource clock) {
        this.rules = List.copyOf(rules);
        this.redrive = redrive;
        this.alertLog = alertLog;
        this.minutes = minutes;
        this.clock = clock;
    }

    /** A rule that is firing, in one channel or everywhere. */
    private record Place(AlertRule rule, Optional<String> channel, Instant since, Optional<SnoozedRule> snooze) {
        boolean isIn(AlertMessage message) {
            return message.kind() == AlertMessage.Kind.STARTED
                    && !message.at().isBefore(since)
                    && message.rule().equals(rule.name())
                    && Objects.equals(message.channel(), channel.orElse(null));
        }
    }

    /** What concerns all channels is hidden from callers with limited channels. */
    public List<FiringAlert> of(Caller caller) {
        List<Place> places = places(caller);
        if (places.isEmpty()) return List.of();
        AlertNumbers numbers = new AlertNumbers(redrive.letters(), redrive.retention(), minutes, clock.instant());
        List<AlertMessage> newestFirst = alertLog.messages(MESSAGES, Optional.empty());
        return places.stream().map(place -> alert(place, numbers, newestFirst)).toList();
    }

    /** Without those that are snoozed. */
    public long count(Caller caller) {
        return places(caller).stream().filter(place -> place.snooze().isEmpty()).count();
    }

    private List<Place> places(Caller caller) {
        List<AlertLog.Firing> found = alertLog.firing();
        if (found.isEmpty()) return List.of();
        List<SnoozedRule> snoozed = SnoozedRule.all(rules, alertLog, clock.instant());
        List<Place> places = new ArrayList<>();
        for (AlertLog.Firing firing : found) {
            for (AlertRule rule : rules) {
                if (!AlertKey.isOf(rule, firing.key())) continue;
                String channel = AlertKey.channel(rule, firing.key());
                if (!AlertsApi.mayRead(caller, channel)) continue;
                Optional<SnoozedRule> snooze = snoozed.stream()
                        .filter(one -> one.covers(rule.name(), channel))
                        .max(Comparator.comparing(SnoozedRule::until));
                places.add(new Place(rule, Optional.ofNullable(channel), firing.since(), snooze));
            }
        }
        return places;
    }

    private static FiringAlert alert(Place place, AlertNumbers numbers, List<AlertMessage> newestFirst) {
        RuleResult now = RuleResult.of(
                place.rule(), place.channel(), numbers.of(place.rule().subject(), place.channel()));
        return new FiringAlert(
                place.rule().name(),
                place.channel(),
                Alert.word(place.rule().severity()),
                now.holds() ? AlertText.started(now) : AlertText.ended(now),
                AlertText.value(now),
                newestFirst.stream()
                        .filter(place::isIn)
                        .findFirst()
                        .flatMap(message -> AlertText.valueIn(message.text())
                                .map(value -> new FiringAlert.Value(value, message.at()))),
                place.since(),
                place.snooze());
    }
}

package dev.redrive.server.alerts;

import dev.redrive.Redrive;
import dev.redrive.alert.AlertLog;
import dev.redrive.alert.AlertMessage;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.AlertSettings.AlertRule;
import dev.redrive.server.config.Settings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The alerts that are firing, with the value of now beside the value when they fired. */
@Component
public final class FiringAlerts {
    private static final int MESSAGES = 50;

    private final List<AlertRule> rules;
    private final Redrive redrive;
    private final AlertLog alertLog;
    private final MinuteCounts minutes;
    private final InstantSource clock;

    public FiringAlerts(
            Settings settings, Redrive redrive, AlertLog alertLog, MinuteCounts minutes, InstantSource clock) {
        this.rules = settings.alerts().rules();
        this.redrive = redrive;
        this.alertLog = alertLog;
        this.minutes = minutes;
        this.clock = clock;
    }

    /** A rule that is firing, in one channel or everywhere. */
    private record Place(AlertRule rule, Optional<String> channel, AlertLog.Firing firing) {}

    /** What concerns all channels is hidden from callers with limited channels. */
    public List<FiringAlert> of(Caller caller) {
        List<Place> places = places(caller);
        if (places.isEmpty()) return List.of();
        AlertNumbers numbers = new AlertNumbers(redrive.letters(), redrive.retention(), minutes, clock.instant());
        List<AlertMessage> newestFirst = alertLog.messages(MESSAGES, Optional.empty());
        return places.stream().map(place -> alert(place, numbers, newestFirst)).toList();
    }

    public long count(Caller caller) {
        return places(caller).size();
    }

    private List<Place> places(Caller caller) {
        List<Place> places = new ArrayList<>();
        for (AlertLog.Firing firing : alertLog.firing()) {
            for (AlertRule rule : rules) {
                String inChannels = AlertKey.inChannels(rule);
                boolean isEverywhere = firing.key().equals(AlertKey.of(rule, Optional.empty()));
                if (!isEverywhere && !firing.key().startsWith(inChannels)) continue;
                Optional<String> channel = isEverywhere
                        ? Optional.empty()
                        : Optional.of(firing.key().substring(inChannels.length()));
                if (AlertsApi.mayRead(caller, channel.orElse(null))) places.add(new Place(rule, channel, firing));
            }
        }
        return places;
    }

    private static FiringAlert alert(Place place, AlertNumbers numbers, List<AlertMessage> newestFirst) {
        RuleResult now = RuleResult.of(
                place.rule(), place.channel(), numbers.of(place.rule().subject(), place.channel()));
        String text = now.holds() ? AlertText.started(now) : AlertText.ended(now);
        Optional<String> before = newestFirst.stream()
                .filter(message -> message.kind() == AlertMessage.Kind.STARTED
                        && message.rule().equals(place.rule().name())
                        && Objects.equals(message.channel(), place.channel().orElse(null)))
                .findFirst()
                .flatMap(message -> AlertText.valueIn(message.text()))
                .filter(value -> !AlertText.valueIn(text).equals(Optional.of(value)));
        return new FiringAlert(
                place.rule().name(),
                place.channel(),
                Alert.word(place.rule().severity()),
                text,
                before,
                place.firing().since());
    }
}

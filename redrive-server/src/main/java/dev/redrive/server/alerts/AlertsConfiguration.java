package dev.redrive.server.alerts;

import dev.redrive.Redrive;
import dev.redrive.alert.AlertLog;
import dev.redrive.series.MinuteCounts;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.AlertSettings.Severity;
import dev.redrive.server.config.Settings;
import dev.redrive.server.config.TeamSettings;
import dev.redrive.server.target.Outbound;
import dev.redrive.server.teams.CauseTeams;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the alerts from the settings. */
@Configuration(proxyBeanMethods = false)
class AlertsConfiguration {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(25));

    @Bean
    Alerts alerts(
            Settings settings,
            Redrive redrive,
            AlertLog alertLog,
            MinuteCounts minutes,
            InstantSource clock,
            Deliveries deliveries,
            CauseTeams teams) {
        return new Alerts(settings.alerts(), redrive, alertLog, minutes, clock, deliveries, teams);
    }

    @Bean
    FiringAlerts firingAlerts(
            Settings settings, Redrive redrive, AlertLog alertLog, MinuteCounts minutes, InstantSource clock) {
        return new FiringAlerts(settings.alerts().rules(), redrive, alertLog, minutes, clock);
    }

    @Bean
    Deliveries alertDeliveries(
            Settings settings,
            AlertLog alertLog,
            InstantSource clock,
            ObjectProvider<BiConsumer<String, Severity>> sentCounter) {
        return new Deliveries(
                notifiers(settings.alerts(), clock),
                teamNotifiers(settings.teams(), clock),
                alertLog,
                sentCounter.getIfAvailable(() -> (notifier, severity) -> {}),
                PAUSES);
    }

    static List<Notifier> notifiers(AlertSettings settings, InstantSource clock) {
        return notifiers(new TeamSettings.Notify(settings.email(), settings.slack(), settings.webhook()), clock);
    }

    /** By the name of the team, of those that have notifiers of their own. */
    static Map<String, List<Notifier>> teamNotifiers(List<TeamSettings> teams, InstantSource clock) {
        Map<String, List<Notifier>> notifiers = new LinkedHashMap<>();
        for (TeamSettings team : teams)
            team.alerts()
                    .ifPresent(notify -> notifiers.put(
                            team.name(),
                            notifiers(notify, clock).stream()
                                    .<Notifier>map(notifier -> new TeamNotifier(team.name(), notifier))
                                    .toList()));
        return notifiers;
    }

    private static List<Notifier> notifiers(TeamSettings.Notify notify, InstantSource clock) {
        WebhookPost post = new WebhookPost(new Outbound(), TIMEOUT);
        List<Notifier> notifiers = new ArrayList<>();
        notify.email().ifPresent(email -> notifiers.add(new EmailNotifier(email, TIMEOUT)));
        notify.slack().ifPresent(url -> notifiers.add(new SlackNotifier(url, post)));
        notify.webhook().ifPresent(webhook -> notifiers.add(new WebhookNotifier(webhook, post, clock)));
        return notifiers;
    }
}

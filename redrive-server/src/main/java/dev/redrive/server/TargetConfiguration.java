package dev.redrive.server;

import dev.redrive.Redrive;
import dev.redrive.alert.AlertMessage;
import dev.redrive.server.access.Masking;
import dev.redrive.server.alerts.Alerts;
import dev.redrive.server.config.AlertSettings;
import dev.redrive.server.config.Settings;
import dev.redrive.server.kafka.KafkaTargets;
import dev.redrive.server.live.LiveEvents;
import dev.redrive.server.metrics.AlertMetrics;
import dev.redrive.server.metrics.AttemptTracing;
import dev.redrive.server.target.Targets;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What joins parts of the server that do not know each other. */
@Configuration(proxyBeanMethods = false)
class TargetConfiguration {
    /** Letters go back where the settings say, each attempt within a span. */
    @Bean
    SmartInitializingSingleton targets(
            Redrive redrive,
            Settings settings,
            AttemptTracing tracing,
            InstantSource clock,
            ObjectProvider<KafkaTargets> kafka) {
        return () -> {
            Targets targets = new Targets(
                    tracing::headers,
                    tracing::around,
                    clock,
                    target -> kafka.getObject().to(target));
            targets.register(redrive, settings.channels());
            targets.redirects(redrive, settings.targets());
            kafka.ifAvailable(returns -> returns.register(redrive));
            redrive.takePartInReplays();
        };
    }

    @Bean
    BiConsumer<String, AlertSettings.Severity> alertCounter(AlertMetrics metrics) {
        return (notifier, severity) -> metrics.sent(notifier, severity.name());
    }

    @Bean
    SmartInitializingSingleton alertsLive(Alerts alerts, LiveEvents live, Settings settings) {
        Masking masking = Masking.ofViewers(settings);
        return () -> alerts.listen(message -> {
            if (message.channel() == null) live.publish("alert", shown(message, masking));
            else live.publish("alert", message.channel(), shown(message, masking));
        });
    }

    /** All watchers get the same text, so it contains only what the least privileged may read. */
    static Map<String, Object> shown(AlertMessage whole, Masking masking) {
        AlertMessage message = masking.shown(whole);
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("id", message.id());
        shown.put("rule", message.rule());
        if (message.channel() != null) shown.put("channel", message.channel());
        shown.put("severity", message.severity());
        shown.put("kind", message.kind());
        shown.put("text", message.text());
        return shown;
    }
}

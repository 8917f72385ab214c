package dev.redrive.server.kafka;

import dev.redrive.server.caller.Caller;
import dev.redrive.server.config.KafkaSettings;
import dev.redrive.server.config.Settings;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** How it goes now. */
@Component
final class KafkaStatus implements KafkaReports {
    private final Optional<KafkaSettings> settings;
    private final ObjectProvider<KafkaClients> link;

    KafkaStatus(Settings settings, ObjectProvider<KafkaClients> link) {
        this.settings = settings.kafka();
        this.link = link;
    }

    @Override
    public KafkaReport of(Caller caller) {
        KafkaClients there = link.getIfAvailable();
        if (there == null || settings.isEmpty()) return KafkaReport.notConfigured();
        return KafkaReport.of(settings.get(), there.state(), caller);
    }
}

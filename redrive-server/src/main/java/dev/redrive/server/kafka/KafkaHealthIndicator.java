package dev.redrive.server.kafka;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Says whether dead letter topics are read. Shown as {@code kafka}.
 *
 * <p>Brokers that are away do not bring the server down: letters can be captured and looked at without them, and starting it
 * anew would not bring them back. So the status is {@code UP}, and the details say the rest.
 */
final class KafkaHealthIndicator implements HealthIndicator {
    private final KafkaClients clients;

    KafkaHealthIndicator(KafkaClients clients) {
        this.clients = clients;
    }

    @Override
    public Health health() {
        KafkaState state = clients.state();
        return Health.up()
                .withDetail("status", state.level().word())
                .withDetail("reasons", state.reasons())
                .withDetail("lag", state.ingest().lag())
                .build();
    }
}

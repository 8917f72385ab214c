package dev.redrive.server.health;

import dev.redrive.metrics.StoreProbe;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** The health of the store; the readiness of the server depends on it. Shown as {@code store}. */
@Component
final class StoreHealthIndicator implements HealthIndicator {
    private final StoreProbe probe;

    StoreHealthIndicator(StoreProbe probe) {
        this.probe = probe;
    }

    @Override
    public Health health() {
        return probe.trouble()
                .map(trouble -> Health.down().withDetail("error", trouble).build())
                .orElseGet(() -> Health.up().build());
    }
}

package dev.redrive.spring;

import dev.redrive.metrics.StoreProbe;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health of the store. Shown as {@code redrive}. */
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

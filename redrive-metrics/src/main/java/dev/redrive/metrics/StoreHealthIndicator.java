package dev.redrive.metrics;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The health of the store, for applications with the health checks of Spring Boot on their class path. */
public final class StoreHealthIndicator implements HealthIndicator {
    private final StoreProbe probe;

    public StoreHealthIndicator(StoreProbe probe) {
        this.probe = probe;
    }

    @Override
    public Health health() {
        return probe.trouble()
                .map(trouble -> Health.down().withDetail("error", trouble).build())
                .orElseGet(() -> Health.up().build());
    }
}

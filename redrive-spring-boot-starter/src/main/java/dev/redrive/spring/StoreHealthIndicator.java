package dev.redrive.spring;

import dev.redrive.Letters;
import dev.redrive.store.StoreCheck;
import java.time.Duration;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Says whether the store answers, without waiting for it for ever. Shown as {@code redrive}. */
final class StoreHealthIndicator implements HealthIndicator, DisposableBean {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final StoreCheck check;

    StoreHealthIndicator(Letters desk) {
        this.check = new StoreCheck(desk::find, PATIENCE);
    }

    @Override
    public Health health() {
        return check.trouble()
                .map(trouble -> Health.down().withDetail("error", trouble).build())
                .orElseGet(() -> Health.up().build());
    }

    @Override
    public void destroy() {
        check.close();
    }
}

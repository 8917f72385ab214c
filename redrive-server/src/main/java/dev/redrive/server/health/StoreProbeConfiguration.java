package dev.redrive.server.health;

import dev.redrive.metrics.StoreHealthIndicator;
import dev.redrive.metrics.StoreProbe;
import dev.redrive.store.DeadLetterStore;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The probe of the store, shared by all health checks, and the health of the store itself. */
@Configuration(proxyBeanMethods = false)
class StoreProbeConfiguration {
    @Bean
    static StoreProbe storeProbe(DeadLetterStore store, InstantSource clock) {
        return new StoreProbe(store::find, clock);
    }

    /** Shown as {@code store}; the readiness of the server depends on it. */
    @Bean
    static StoreHealthIndicator storeHealthIndicator(StoreProbe probe) {
        return new StoreHealthIndicator(probe);
    }
}

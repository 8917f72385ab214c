package dev.redrive.server.web;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** How much of the heap and of the disk the requests of this server may use together. */
@Configuration(proxyBeanMethods = false)
class RequestMemoryConfiguration {
    /** The rest is for the engine, for Kafka, and for what is always there. */
    private static final double SHARE_OF_HEAP = 0.4;

    private static final long DISK = 1L << 30;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ByteBudget memory =
            new ByteBudget("memory", (long) (Runtime.getRuntime().maxMemory() * SHARE_OF_HEAP), PATIENCE);
    private final ByteBudget disk = new ByteBudget("room for bodies on the disk", DISK, PATIENCE);

    /** Before all other filters, also before the fast path of captures. */
    @Bean
    FilterRegistrationBean<RequestMemoryFilter> inFlight() {
        FilterRegistrationBean<RequestMemoryFilter> filter =
                new FilterRegistrationBean<>(new RequestMemoryFilter(memory, disk));
        filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return filter;
    }

    @Bean
    MeterBinder inFlightMeters() {
        return registry -> {
            Gauge.builder("dlq.http.memory", memory, ByteBudget::used)
                    .description("Memory that requests hold for the letters they carry")
                    .baseUnit("bytes")
                    .register(registry);
            Gauge.builder("dlq.http.memory.limit", memory, ByteBudget::bytes)
                    .description("Memory that requests may hold together")
                    .baseUnit("bytes")
                    .register(registry);
            FunctionCounter.builder("dlq.http.refused", memory, m -> m.refused() + disk.refused())
                    .description("Requests that were answered with 503 because there was no memory or disk for them")
                    .register(registry);
        };
    }
}

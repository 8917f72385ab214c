package dev.redrive.server.metrics;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers the tracing of attempts, with or without a tracer. */
@Configuration(proxyBeanMethods = false)
class TracingBeans {
    @Bean
    AttemptTracing attemptTracing(ObjectProvider<Tracer> tracer, ObjectProvider<Propagator> propagator) {
        return new AttemptTracing(
                tracer.getIfAvailable(() -> Tracer.NOOP), propagator.getIfAvailable(() -> Propagator.NOOP));
    }
}

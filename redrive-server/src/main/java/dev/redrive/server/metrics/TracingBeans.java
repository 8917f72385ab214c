package dev.redrive.server.metrics;

import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** Configures the tracing of attempts, with or without a tracer. */
@Configuration(proxyBeanMethods = false)
class TracingBeans {
    private static final String COLLECTOR = "management.opentelemetry.tracing.export.otlp.endpoint";

    @Bean
    AttemptTracing attemptTracing(
            ObjectProvider<Tracer> tracer, ObjectProvider<Propagator> propagator, Environment environment) {
        // A span that goes nowhere would cost more than the rest of an attempt.
        if (environment.getProperty(COLLECTOR, "").isEmpty()) return AttemptTracing.none();
        return new AttemptTracing(
                tracer.getIfAvailable(() -> Tracer.NOOP), propagator.getIfAvailable(() -> Propagator.NOOP));
    }
}

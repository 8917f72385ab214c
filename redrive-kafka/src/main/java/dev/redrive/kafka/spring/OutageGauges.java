package dev.redrive.kafka.spring;

import dev.redrive.internal.text.BoundedNames;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The gauges {@code dlq.outage{listener}}: 1 during an outage. Listeners past the limit share the label {@code other}. */
final class OutageGauges {
    private static final int LISTENERS = 100;

    private final MeterRegistry registry;
    private final BoundedNames names = new BoundedNames(LISTENERS);
    private final Map<String, AtomicInteger> outages = new ConcurrentHashMap<>();

    OutageGauges(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The gauge is there from the start, so that a listener without an outage shows 0. */
    OutageListener of(String listener) {
        return new Counting(outages.computeIfAbsent(names.of(listener), this::gauge));
    }

    private AtomicInteger gauge(String label) {
        AtomicInteger count = new AtomicInteger();
        Gauge.builder("dlq.outage", count, AtomicInteger::get)
                .tag("listener", label)
                .description("Outages of a listener: 1 while it is paused and probed")
                .register(registry);
        return count;
    }

    private record Counting(AtomicInteger count) implements OutageListener {
        @Override
        public void began(String listener, String errorType) {
            count.incrementAndGet();
        }

        @Override
        public void probed(String listener, java.time.Duration untilNext) {}

        @Override
        public void ended(String listener, java.time.Duration lasted) {
            count.decrementAndGet();
        }
    }
}

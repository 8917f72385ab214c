package dev.redrive.kafka.spring;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Shows {@code dlq.outage{listener}}: 1 while it lasts. Past a number of listeners they share {@code other}. */
final class OutageGauges {
    private static final int LISTENERS = 100;
    private static final String OTHER = "other";

    private final MeterRegistry registry;
    private final Map<String, AtomicInteger> outages = new ConcurrentHashMap<>();

    OutageGauges(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The gauge is there from the start, so that a listener without an outage shows 0. */
    synchronized OutageListener of(String listener) {
        boolean known = outages.containsKey(listener) || outages.size() < LISTENERS;
        AtomicInteger count = outages.computeIfAbsent(known ? listener : OTHER, this::gauge);
        return new Counting(count);
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

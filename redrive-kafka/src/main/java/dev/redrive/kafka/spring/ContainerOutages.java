package dev.redrive.kafka.spring;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.listener.MessageListenerContainer;

/** The outages of the containers that an error handler is attached to. */
final class ContainerOutages {
    private final @Nullable OutageOptions options;
    private final @Nullable OutageGauges gauges;
    private final List<OutageListener> listeners;
    private final ProbeTimer timer;
    private final InstantSource clock;
    private final Map<MessageListenerContainer, Outage> outages = new ConcurrentHashMap<>();

    /** @param options null when outages are not to be noticed */
    ContainerOutages(
            @Nullable OutageOptions options,
            @Nullable MeterRegistry registry,
            List<OutageListener> listeners,
            ProbeTimer timer,
            InstantSource clock) {
        this.options = options;
        this.gauges = registry == null ? null : new OutageGauges(registry);
        this.listeners = List.copyOf(listeners);
        this.timer = timer;
        this.clock = clock;
    }

    /** Null when outages are not to be noticed. */
    @Nullable
    Outage create(MessageListenerContainer container) {
        if (options == null) return null;
        List<OutageListener> all = new ArrayList<>(listeners);
        if (gauges != null) all.add(gauges.of(container.getListenerId()));
        return new Outage(container, options, timer, clock, all);
    }

    void add(MessageListenerContainer container, Outage outage) {
        outages.put(container, outage);
    }

    /** Null when no outages of this container are noticed. */
    @Nullable
    Outage of(MessageListenerContainer container) {
        return outages.get(container);
    }
}

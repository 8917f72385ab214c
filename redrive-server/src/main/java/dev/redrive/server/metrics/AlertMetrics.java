package dev.redrive.server.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** The counter of delivered alerts. */
@Component
public final class AlertMetrics {
    private final MeterRegistry registry;

    public AlertMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Counts an alert that was delivered on a channel such as {@code email}. */
    public void sent(String channel, String severity) {
        registry.counter("dlq.alerts.sent", "channel", channel, "severity", severity.toLowerCase(Locale.ROOT))
                .increment();
    }
}

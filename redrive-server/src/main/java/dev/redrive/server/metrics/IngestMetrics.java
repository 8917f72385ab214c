package dev.redrive.server.metrics;

import dev.redrive.internal.text.BoundedNames;
import dev.redrive.kafka.ingest.IngestStatus;
import dev.redrive.kafka.ingest.TopicStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The meters of reading Kafka, by dead letter topic. Topics past the limit are counted together as {@code other}. */
public final class IngestMetrics {
    private static final int TOPICS = 100;
    /** The label of errors of the brokers or the store, which concern every topic. */
    private static final String ALL = "all";

    private final MeterRegistry registry;
    private final Supplier<IngestStatus> status;
    private final BoundedNames names = new BoundedNames(TOPICS);
    private final Set<String> known = new HashSet<>();
    private final Map<String, Instant> lastErrors = new HashMap<>();

    public IngestMetrics(MeterRegistry registry, Supplier<IngestStatus> status) {
        this.registry = registry;
        this.status = status;
        failures(ALL, 0);
    }

    /** Registers meters of new topics, and counts errors since the last update. */
    public void update() {
        IngestStatus now = status.get();
        boolean isGeneral = now.brokerError() != null || now.storeError() != null;
        if (isGeneral) failed(ALL, now.lastErrorAt());
        for (TopicStatus topic : now.topics()) {
            String label = names.of(topic.topic());
            if (known.add(label)) register(label);
            failed(label, topic.lastErrorAt());
        }
    }

    private void register(String label) {
        FunctionCounter.builder("dlq.ingest.records", this, self -> self.sum(label, TopicStatus::taken))
                .description("Records of dead letter topics that this node made letters of")
                .tag("topic", label)
                .register(registry);
        Gauge.builder("dlq.ingest.lag", this, self -> self.sum(label, TopicStatus::lag))
                .description("Records of dead letter topics that wait in the partitions of this node")
                .tag("topic", label)
                .register(registry);
        failures(label, 0);
    }

    private double sum(String label, ToDoubleFunction<TopicStatus> value) {
        return status.get().topics().stream()
                .filter(topic -> names.of(topic.topic()).equals(label))
                .mapToDouble(value)
                .sum();
    }

    private void failed(String label, @Nullable Instant at) {
        if (at == null || Objects.equals(lastErrors.put(label, at), at)) return;
        failures(label, 1);
    }

    private void failures(String label, int more) {
        registry.counter("dlq.ingest.failure", "topic", label).increment(more);
    }
}

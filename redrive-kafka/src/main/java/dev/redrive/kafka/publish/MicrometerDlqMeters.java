package dev.redrive.kafka.publish;

import dev.redrive.internal.text.BoundedNames;
import dev.redrive.letter.Category;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The meters {@code dlq.publish.*} and {@code dlq.retry.*}. Past a number of topics or error types they say {@code other}. */
public final class MicrometerDlqMeters implements DlqMeters {
    private static final int TOPICS = 100;
    private static final int ERROR_TYPES = 50;

    private record Name(String meter, String topic, String detail) {}

    private final MeterRegistry registry;
    private final Map<Name, Counter> counters = new ConcurrentHashMap<>();
    private final BoundedNames topics = new BoundedNames(TOPICS);
    private final BoundedNames errorTypes = new BoundedNames(ERROR_TYPES);

    private MicrometerDlqMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    public static DlqMeters on(MeterRegistry registry) {
        return new MicrometerDlqMeters(registry);
    }

    @Override
    public void published(String topic, Category category) {
        count("dlq.publish.success", topic, "failure_category", category.name());
    }

    @Override
    public void notPublished(String topic, String errorType) {
        count("dlq.publish.failure", topic, "error_type", errorTypes.of(errorType));
    }

    @Override
    public void payloadCut(String topic) {
        count("dlq.publish.cut", topic, "", "");
    }

    @Override
    public void retried(String topic) {
        count("dlq.retry.success", topic, "", "");
    }

    @Override
    public void notRetried(String topic) {
        count("dlq.retry.failure", topic, "", "");
    }

    private void count(String meter, String topic, String tag, String value) {
        Name name = new Name(meter, topics.of(topic), value);
        Counter counter = counters.get(name);
        if (counter == null) counter = counters.computeIfAbsent(name, n -> register(n, tag));
        counter.increment();
    }

    private Counter register(Name name, String tag) {
        Counter.Builder counter = Counter.builder(name.meter()).tag("topic", name.topic());
        if (!tag.isEmpty()) counter.tag(tag, name.detail());
        return counter.register(registry);
    }
}

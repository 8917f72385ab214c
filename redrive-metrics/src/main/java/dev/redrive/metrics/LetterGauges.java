package dev.redrive.metrics;

import dev.redrive.letter.LetterStatus;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gauges of what is in the store, so every process of a cluster shows the same values. The store is read every five seconds at
 * most; a failed read counts as one, so that the gauges do not wait one after the other for a store that is unavailable.
 */
public final class LetterGauges<N extends LetterNumbers> implements MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(LetterGauges.class);
    private static final Duration FRESH = Duration.ofSeconds(5);

    private record LetterGauge<N>(String name, String description, ToDoubleFunction<N> value) {}

    private final Supplier<N> read;
    private final RecentValue<Optional<N>> numbers;
    private final List<LetterGauge<N>> more = new ArrayList<>();

    /** @param read reads the numbers from the store */
    public LetterGauges(Supplier<N> read, InstantSource clock) {
        this.read = read;
        this.numbers = new RecentValue<>(clock, FRESH, this::numbers);
    }

    /** Adds a gauge, before the gauges are bound to a registry. */
    public LetterGauges<N> with(String name, String description, ToDoubleFunction<N> value) {
        more.add(new LetterGauge<>(name, description, value));
        return this;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge("dlq.queue.size", "Open letters", LetterNumbers::queueSize).register(registry);
        gauge("dlq.backlog", "Letters that will be tried by themselves", LetterNumbers::backlog)
                .register(registry);
        gauge("dlq.oldest.age", "Age of the oldest open letter in seconds", LetterGauges::oldestSeconds)
                .register(registry);
        for (LetterStatus status : LetterStatus.values())
            gauge("dlq.letters", "Letters by status", now -> now.counts().of(status))
                    .tag("status", status.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        for (LetterGauge<N> other : more)
            gauge(other.name(), other.description(), other.value()).register(registry);
    }

    private Gauge.Builder<LetterGauges<N>> gauge(String name, String description, ToDoubleFunction<? super N> value) {
        return Gauge.builder(name, this, gauges -> gauges.value(value)).description(description);
    }

    private double value(ToDoubleFunction<? super N> value) {
        Optional<N> now = numbers.get();
        return now.isEmpty() ? Double.NaN : value.applyAsDouble(now.get());
    }

    private Optional<N> numbers() {
        try {
            return Optional.of(read.get());
        } catch (RuntimeException e) {
            LOG.debug("the store does not answer, so the gauges have no value: {}", e.toString());
            return Optional.empty();
        }
    }

    private static double oldestSeconds(LetterNumbers numbers) {
        return numbers.oldestAge().map(age -> (double) age.toSeconds()).orElse(0.0);
    }
}

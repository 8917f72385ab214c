package dev.redrive.metrics;

import dev.redrive.Redrive;
import dev.redrive.retention.RetentionReport;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gauges of what retention has to do, and of letters that wait in the archive for the store. What is due is read from the store
 * at most once in half a minute, and has no value while the store does not answer: the probe finds that out sooner than a read.
 */
public final class RetentionGauges implements MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionGauges.class);
    private static final Duration FRESH = Duration.ofSeconds(30);

    private record Due(RetentionReport report, Instant at) {}

    private final Redrive redrive;
    private final StoreProbe probe;
    private final InstantSource clock;
    private final RecentValue<Optional<Due>> due;

    public RetentionGauges(Redrive redrive, StoreProbe probe, InstantSource clock) {
        this.redrive = redrive;
        this.probe = probe;
        this.clock = clock;
        this.due = new RecentValue<>(clock, FRESH, this::read);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge("dlq.retention.due", now -> now.report().dueLetters())
                .description("Letters whose retention ends today or is over, held ones included")
                .register(registry);
        gauge("dlq.retention.overdue.age", now -> now.report().overdue(now.at()).toSeconds())
                .description("How long the oldest letter that retention should have dealt with is overdue, in seconds")
                .register(registry);
        Gauge.builder("dlq.archive.pending", redrive, Redrive::pendingInArchive)
                .description("Captured letters that wait in the archive for the store")
                .register(registry);
    }

    private Gauge.Builder<RetentionGauges> gauge(String name, ToDoubleFunction<Due> value) {
        return Gauge.builder(
                name, this, gauges -> gauges.due.get().map(value::applyAsDouble).orElse(Double.NaN));
    }

    private Optional<Due> read() {
        if (probe.trouble().isPresent()) return Optional.empty();
        try {
            return Optional.of(new Due(redrive.retention().report(), clock.instant()));
        } catch (RuntimeException e) {
            LOG.debug("the store does not answer, so the gauges of retention have no value: {}", e.toString());
            return Optional.empty();
        }
    }
}

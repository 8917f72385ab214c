package dev.redrive.spring;

import dev.redrive.Letters;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.StatusCounts;
import dev.redrive.store.questions.Filter;
import dev.redrive.store.questions.Query;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Meters that show what is in the store, so every process that shares it shows the same. Asked for every few seconds at most. */
final class LetterGauges implements MeterBinder {
    private static final Logger LOG = LoggerFactory.getLogger(LetterGauges.class);
    private static final Duration FRESH = Duration.ofSeconds(5);

    /** How the letters stood at a time; without a view when the store did not answer. */
    private record Look(Instant at, Optional<View> view) {}

    private record View(StatusCounts counts, double oldestSeconds) {}

    private final Letters desk;
    private final InstantSource clock;
    private @Nullable Look last;

    LetterGauges(Letters desk, InstantSource clock) {
        this.desk = desk;
        this.clock = clock;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "dlq.queue.size", "Open letters", view -> view.counts().open());
        gauge(
                registry,
                "dlq.backlog",
                "Letters that will be tried by themselves",
                view -> view.counts().of(LetterStatus.PENDING) + view.counts().of(LetterStatus.RETRYING));
        gauge(registry, "dlq.oldest.age", "Age of the oldest open letter in seconds", View::oldestSeconds);
        for (LetterStatus status : LetterStatus.values())
            Gauge.builder(
                            "dlq.letters",
                            this,
                            self -> self.read(view -> view.counts().of(status)))
                    .description("Letters by status")
                    .tag("status", status.name().toLowerCase(Locale.ROOT))
                    .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, String description, ToDoubleFunction<View> value) {
        Gauge.builder(name, this, self -> self.read(value))
                .description(description)
                .register(registry);
    }

    private double read(ToDoubleFunction<View> value) {
        Optional<View> view = look();
        return view.isEmpty() ? Double.NaN : value.applyAsDouble(view.get());
    }

    /** Also remembers that there was no answer, or each gauge would wait for a store that is away. */
    private synchronized Optional<View> look() {
        Instant now = clock.instant();
        Look known = last;
        if (known == null || now.isAfter(known.at().plus(FRESH))) {
            known = new Look(now, view(now));
            last = known;
        }
        return known.view();
    }

    private Optional<View> view(Instant now) {
        try {
            StatusCounts counts = desk.tallies().byStatus();
            return Optional.of(new View(counts, oldestSeconds(counts, now)));
        } catch (RuntimeException e) {
            LOG.debug("the store does not answer, so the gauges have no value: {}", e.toString());
            return Optional.empty();
        }
    }

    /** Status by status, because each has an index by age and all of them together have none. */
    private double oldestSeconds(StatusCounts counts, Instant now) {
        return Arrays.stream(LetterStatus.values())
                .filter(status -> status.isOpen() && counts.of(status) > 0)
                .flatMap(status -> oldest(status).stream())
                .mapToDouble(created -> Duration.between(created, now).toSeconds())
                .max()
                .orElse(0);
    }

    private Optional<Instant> oldest(LetterStatus status) {
        Query query = Query.newest(Filter.builder().status(status).build(), 1)
                .sorted(Query.Sort.CREATED_AT, Query.Direction.ASC);
        return desk.search(query).items().stream()
                .findFirst()
                .map(summary -> summary.id().createdAt());
    }
}

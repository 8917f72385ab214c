package dev.redrive.server.metrics;

import dev.redrive.event.Events;
import dev.redrive.event.RedriveEvent;
import dev.redrive.ledger.LineState;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.server.caller.Scope;
import dev.redrive.server.stats.Overview;
import dev.redrive.server.stats.Overviews;
import dev.redrive.server.stats.RecentAnswers;
import dev.redrive.text.BoundedNames;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The meters. Counters grow with what this process does; gauges show what is in the store, so every process of a cluster shows
 * the same.
 */
@Component
public final class LetterMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(LetterMetrics.class);

    private static final int CHANNELS = 100;
    private static final int ERROR_TYPES = 50;
    private static final int TARGETS = 100;
    private static final Duration FRESH = Duration.ofSeconds(5);

    private static final Duration[] TIMES_IN_QUEUE = {
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofMinutes(30),
        Duration.ofHours(1),
        Duration.ofHours(6),
        Duration.ofDays(1),
        Duration.ofDays(7),
        Duration.ofDays(30)
    };

    private final MeterRegistry registry;
    private final Overviews overviews;
    private final InstantSource clock;
    /** Also remembers that there was no answer, or each gauge would wait for a store that is away. */
    private final RecentAnswers<Scope, Optional<Overview>> recent;

    private final BoundedNames channels = new BoundedNames(CHANNELS);
    private final BoundedNames errorTypes = new BoundedNames(ERROR_TYPES);
    private final BoundedNames targets = new BoundedNames(TARGETS);
    private final Map<String, AtomicInteger> circuits = new ConcurrentHashMap<>();
    private final Counter leasesLost;
    private final Counter spilled;
    private final Counter replaySuccess;
    private final Counter replayFailure;
    private final Timer timeInQueue;

    public LetterMetrics(MeterRegistry registry, Events events, Overviews overviews, InstantSource clock) {
        this.registry = registry;
        this.overviews = overviews;
        this.clock = clock;
        this.recent = new RecentAnswers<>(clock, FRESH, 1);
        leasesLost = Counter.builder("dlq.lease.lost")
                .description("Attempts that ended after their lease had gone to somebody else")
                .register(registry);
        spilled = Counter.builder("dlq.capture.spilled")
                .description("Letters that were kept in the local journal because the store was away")
                .register(registry);
        replaySuccess = Counter.builder("dlq.replay.success")
                .description("Letters that replays resolved, and letters sent to a broker that were processed there")
                .register(registry);
        replayFailure = Counter.builder("dlq.replay.failure")
                .description("Letters that failed again in replays, and letters sent to a broker that came back")
                .register(registry);
        timeInQueue = Timer.builder("dlq.time.in.queue")
                .description("Time from the capture of a letter until it was resolved")
                .serviceLevelObjectives(TIMES_IN_QUEUE)
                .register(registry);
        registerGauges();
        events.listen(this::hear);
    }

    // Gauges

    private void registerGauges() {
        gauge("dlq.queue.size", "Open letters", Overview::queueSize);
        gauge("dlq.backlog", "Letters that will be tried by themselves", Overview::backlog);
        gauge("dlq.ingestion.rate", "Letters captured in the last minute", Overview::ingestionPerMinute);
        gauge(
                "dlq.resolution.rate",
                "Share of the letters that ended in the last hour that was resolved",
                overview -> overview.resolutionRate().orElse(Double.NaN));
        gauge(
                "dlq.oldest.age",
                "Age of the oldest open letter in seconds",
                overview -> overview.oldestAge()
                        .map(age -> (double) age.toSeconds())
                        .orElse(0.0));
        for (LetterStatus status : LetterStatus.values())
            Gauge.builder(
                            "dlq.letters",
                            this,
                            self -> self.read(overview -> overview.counts().of(status)))
                    .description("Letters by status")
                    .tag("status", status.name().toLowerCase(Locale.ROOT))
                    .register(registry);
    }

    private void gauge(String name, String description, ToDoubleFunction<Overview> value) {
        Gauge.builder(name, this, self -> self.read(value))
                .description(description)
                .register(registry);
    }

    private double read(ToDoubleFunction<Overview> value) {
        Optional<Overview> overview = recent.get(Scope.all(), this::overview);
        return overview.isEmpty() ? Double.NaN : value.applyAsDouble(overview.get());
    }

    private Optional<Overview> overview() {
        try {
            return Optional.of(overviews.of(Scope.all()));
        } catch (RuntimeException e) {
            LOG.debug("the store does not answer, so the gauges have no value: {}", e.toString());
            return Optional.empty();
        }
    }

    // What happens

    private void hear(RedriveEvent event) {
        if (event instanceof RedriveEvent.NotCaptured failed) captureFailed(failed.channel(), failed.errorType());
        if (event instanceof RedriveEvent.Captured captured && captured.isNew()) captured(captured);
        else if (event instanceof RedriveEvent.Attempted attempted) attempted(attempted);
        else if (event instanceof RedriveEvent.Moved moved && moved.move() == Move.CONFIRM) confirmed(moved);
        else if (event instanceof RedriveEvent.CircuitChanged circuit)
            circuit(targets.of(circuit.target())).set(circuit.to().ordinal());
        else if (event instanceof RedriveEvent.LeaseLost) leasesLost.increment();
        else if (event instanceof RedriveEvent.Spilled letters) spilled.increment(letters.count());
        else if (event instanceof RedriveEvent.StoreFailed failed)
            registry.counter("dlq.store.failure", "operation", failed.operation())
                    .increment();
        else if (event instanceof RedriveEvent.ReplayMarked marked) marked(marked);
    }

    /** What a broker has is counted when it is confirmed or comes back, whoever sent it. */
    private void marked(RedriveEvent.ReplayMarked event) {
        if (event.from() != LineState.PLANNED) return;
        replaySuccess.increment((double) event.lines().getOrDefault(LineState.RESOLVED, 0L));
        replayFailure.increment((double) event.lines().getOrDefault(LineState.FAILED, 0L));
    }

    private void captured(RedriveEvent.Captured event) {
        String channel = channels.of(event.channel());
        registry.counter(
                        "dlq.publish.success",
                        "topic",
                        channel,
                        "failure_category",
                        event.category().name())
                .increment();
        registry.counter("dlq.messages", "error_type", errorTypes.of(event.errorType()), "pipeline_stage", channel)
                .increment();
    }

    private void attempted(RedriveEvent.Attempted event) {
        boolean success = event.result() == Attempt.Result.SUCCEEDED || event.result() == Attempt.Result.SENT;
        registry.counter(success ? "dlq.retry.success" : "dlq.retry.failure", "topic", channels.of(event.channel()))
                .increment();
        if (event.result() == Attempt.Result.CAME_BACK) replayFailure.increment();
        if (event.status() == LetterStatus.RESOLVED) resolved(event.id(), clock.instant());
    }

    private void confirmed(RedriveEvent.Moved event) {
        replaySuccess.increment(event.ids().size());
        Instant now = clock.instant();
        event.ids().forEach(id -> resolved(id, now));
    }

    /** The id holds the time of capture, so nobody has to be asked for it. */
    private void resolved(LetterId id, Instant now) {
        timeInQueue.record(Duration.between(id.createdAt(), now));
    }

    private AtomicInteger circuit(String target) {
        return circuits.computeIfAbsent(target, name -> {
            AtomicInteger state = new AtomicInteger();
            Gauge.builder("dlq.circuit.state", state, AtomicInteger::get)
                    .description(
                            "What a target's circuit lets through: 0 all (closed), 1 probes (half-open), 2 nothing (open)")
                    .tag("target", name)
                    .register(registry);
            return state;
        });
    }

    // What other parts report

    /** A letter could not be kept, neither in the store nor in the journal. */
    private void captureFailed(String channel, String errorType) {
        registry.counter("dlq.publish.failure", "topic", channels.of(channel), "error_type", errorTypes.of(errorType))
                .increment();
    }

    /** A message about a rule was delivered on a way such as {@code email}. */
    public void alertSent(String way, String severity) {
        registry.counter("dlq.alerts.sent", "channel", way, "severity", severity.toLowerCase(Locale.ROOT))
                .increment();
    }
}

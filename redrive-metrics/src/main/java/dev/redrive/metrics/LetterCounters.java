package dev.redrive.metrics;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.text.BoundedNames;
import dev.redrive.ledger.LineState;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.LetterId;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.store.retention.RetentionRun;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Meters that count what this process does. They listen to the events of its queue. */
public final class LetterCounters implements Consumer<RedriveEvent> {
    private static final int CHANNELS = 100;
    private static final int ERROR_TYPES = 50;
    private static final int TARGETS = 100;

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
    private final InstantSource clock;
    private final BoundedNames channels = new BoundedNames(CHANNELS);
    private final BoundedNames errorTypes = new BoundedNames(ERROR_TYPES);
    private final BoundedNames targets = new BoundedNames(TARGETS);
    private final Map<String, AtomicInteger> circuits = new ConcurrentHashMap<>();
    private final Counter leasesLost;
    private final Counter spilled;
    private final Counter lastResort;
    private final Counter removed;
    private final Counter archived;
    private final Counter retentionFailures;
    private final Counter replaySuccess;
    private final Counter replayFailure;
    private final Timer timeInQueue;

    public LetterCounters(MeterRegistry registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
        leasesLost = Counter.builder("dlq.lease.lost")
                .description("Attempts that ended after another worker had taken over their lease")
                .register(registry);
        spilled = Counter.builder("dlq.capture.spilled")
                .description("Letters that were kept in the local journal because the store was away")
                .register(registry);
        lastResort = Counter.builder("dlq.capture.last.resort")
                .description("Letters that were kept in the archive because both the store and the journal were unable")
                .register(registry);
        removed = Counter.builder("dlq.retention.removed")
                .description("Letters that left the store because their retention was over")
                .register(registry);
        archived = Counter.builder("dlq.retention.archived")
                .description("Letters that retention wrote to the archive")
                .register(registry);
        retentionFailures = Counter.builder("dlq.retention.failures")
                .description("Runs of retention that left something out")
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
    }

    @Override
    public void accept(RedriveEvent event) {
        if (event instanceof RedriveEvent.NotCaptured failed) notCaptured(failed);
        else if (event instanceof RedriveEvent.Captured captured && captured.isNew()) captured(captured);
        else if (event instanceof RedriveEvent.Attempted attempted) attempted(attempted);
        else if (event instanceof RedriveEvent.Moved moved && moved.move() == Move.CONFIRM) confirmed(moved);
        else if (event instanceof RedriveEvent.CircuitChanged circuit)
            circuit(targets.of(circuit.target())).set(circuit.to().ordinal());
        else if (event instanceof RedriveEvent.LeaseLost) leasesLost.increment();
        else if (event instanceof RedriveEvent.Spilled letters) spilled.increment(letters.count());
        else if (event instanceof RedriveEvent.CapturedToArchive letters) lastResort.increment(letters.count());
        else if (event instanceof RedriveEvent.RetentionEnded ended) retentionEnded(ended.run());
        else if (event instanceof RedriveEvent.StoreFailed failed)
            registry.counter("dlq.store.failure", "operation", failed.operation())
                    .increment();
        else if (event instanceof RedriveEvent.ReplayMarked marked) marked(marked);
    }

    /** A letter that was sent to a broker is counted when it is confirmed or comes back, not when it is sent. */
    private void marked(RedriveEvent.ReplayMarked event) {
        if (event.from() != LineState.PLANNED) return;
        replaySuccess.increment((double) event.lines().getOrDefault(LineState.RESOLVED, 0L));
        replayFailure.increment((double) event.lines().getOrDefault(LineState.FAILED, 0L));
    }

    private void retentionEnded(RetentionRun run) {
        removed.increment((double) run.removed());
        archived.increment((double) run.archived());
        if (run.problem() != null) retentionFailures.increment();
    }

    /** The letter was kept nowhere. */
    private void notCaptured(RedriveEvent.NotCaptured event) {
        String errorType = errorTypes.of(event.errorType());
        registry.counter("dlq.publish.failure", "topic", channels.of(event.channel()), "error_type", errorType)
                .increment();
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
        boolean isSuccess = event.result() == Attempt.Result.SUCCEEDED || event.result() == Attempt.Result.SENT;
        registry.counter(isSuccess ? "dlq.retry.success" : "dlq.retry.failure", "topic", channels.of(event.channel()))
                .increment();
        if (event.result() == Attempt.Result.CAME_BACK) replayFailure.increment();
        if (event.status() == LetterStatus.RESOLVED) resolved(event.id(), clock.instant());
    }

    private void confirmed(RedriveEvent.Moved event) {
        replaySuccess.increment(event.ids().size());
        Instant now = clock.instant();
        event.ids().forEach(id -> resolved(id, now));
    }

    /** The id holds the time of capture, so the store need not be read. */
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
}

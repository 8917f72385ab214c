package dev.redrive.internal.engine;

import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.engine.TargetState;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.Category;
import dev.redrive.letter.Failure;
import dev.redrive.letter.Retryability;
import dev.redrive.store.TransactionalStore;
import dev.redrive.text.Glob;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The route to one target: which channels it serves, and its limits. */
final class Route {
    private static final double PERMITS_PER_TURN = 10;
    private static final int MOST_BY_HAND = 8;

    /** How the letters are handed over: sent to a target, or worked on inside the store's transaction. */
    sealed interface Work {}

    record Sends(Target target) implements Work {}

    record Transacts(TransactionalStore.Work handler) implements Work {}

    private final Glob channels;
    private final Work work;
    private final InstantSource clock;
    private final CircuitBreaker circuit;
    private final @Nullable RateLimiter limiter;
    private final @Nullable Double ratePerSecond;
    private final Duration openFor;
    private final int probes;
    private final OptionalInt concurrency;
    private final @Nullable Semaphore places;
    private final Semaphore placesByHand;
    private final Duration slowAfter;
    private final AtomicInteger expected = new AtomicInteger();
    private volatile @Nullable Instant openUntil;
    /** The target itself said that it takes nothing until then. */
    private volatile Instant leftAloneUntil = Instant.MIN;

    Route(Glob channels, Work work, TargetOptions options, InstantSource clock, Events events) {
        this.channels = channels;
        this.work = work;
        this.clock = clock;
        this.openFor = options.circuit().openFor();
        this.probes = options.circuit().probes();
        this.slowAfter = options.circuit().slowAfter();
        this.concurrency = options.concurrency();
        this.places = concurrency.isPresent() ? new Semaphore(concurrency.getAsInt()) : null;
        this.placesByHand = places == null ? new Semaphore(MOST_BY_HAND) : places;
        this.circuit = circuit(options.circuit());
        this.ratePerSecond = options.ratePerSecond();
        this.limiter = options.ratePerSecond() == null ? null : limiter(options.ratePerSecond());
        circuit.getEventPublisher().onStateTransition(e -> {
            CircuitBreaker.State to = e.getStateTransition().getToState();
            openUntil = to == CircuitBreaker.State.OPEN ? clock.instant().plus(openFor) : null;
            events.publish(() -> new RedriveEvent.CircuitChanged(name(), shown(to)));
        });
    }

    private CircuitBreaker circuit(TargetOptions.CircuitOptions options) {
        return CircuitBreaker.of(
                name(),
                CircuitBreakerConfig.custom()
                        .clock(clock.withZone(ZoneOffset.UTC))
                        .slidingWindow(
                                options.window(), options.minimum(), CircuitBreakerConfig.SlidingWindowType.COUNT_BASED)
                        .failureRateThreshold((float) (options.failureShare() * 100))
                        .waitDurationInOpenState(options.openFor())
                        .permittedNumberOfCallsInHalfOpenState(options.probes())
                        .build());
    }

    private RateLimiter limiter(double perSecond) {
        int permits = (int) Math.max(1, Math.round(perSecond / PERMITS_PER_TURN));
        Duration turn = Duration.ofNanos((long) (permits * 1e9 / perSecond));
        return RateLimiter.of(
                name(),
                RateLimiterConfig.custom()
                        .limitForPeriod(permits)
                        .limitRefreshPeriod(turn)
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    private static RedriveEvent.Circuit shown(CircuitBreaker.State state) {
        return switch (state) {
            case OPEN, FORCED_OPEN -> RedriveEvent.Circuit.OPEN;
            case HALF_OPEN -> RedriveEvent.Circuit.HALF_OPEN;
            case CLOSED, DISABLED, METRICS_ONLY -> RedriveEvent.Circuit.CLOSED;
        };
    }

    String name() {
        return channels.pattern();
    }

    Work work() {
        return work;
    }

    boolean serves(String channel) {
        return channels.matches(channel);
    }

    boolean servesAll() {
        return channels.pattern().equals("*");
    }

    RedriveEvent.Circuit circuit() {
        return shown(circuit.getState());
    }

    TargetState state() {
        Instant until = openUntil;
        return new TargetState(
                name(),
                circuit(),
                until != null && isOpenStill() ? Optional.of(until) : Optional.empty(),
                ratePerSecond == null ? OptionalDouble.empty() : OptionalDouble.of(ratePerSecond),
                concurrency);
    }

    boolean isClosed() {
        return circuit() == RedriveEvent.Circuit.CLOSED;
    }

    /** True when nothing holds it back, so that its letters can be claimed together with those of others. */
    boolean isFree() {
        return limiter == null && isClosed() && !isLeftAlone();
    }

    /** How many letters may be claimed for it now. */
    int permits(int wanted) {
        if (isLeftAlone()) return 0;
        int byCircuit =
                switch (circuit()) {
                    case CLOSED -> wanted;
                    case HALF_OPEN -> Math.min(wanted, probes);
                    case OPEN -> isOpenStill() ? 0 : Math.min(wanted, probes);
                };
        if (limiter == null || byCircuit == 0) return byCircuit;
        return Math.min(byCircuit, Math.max(0, limiter.getMetrics().getAvailablePermissions() - expected.get()));
    }

    /** A letter was claimed for it and will ask for leave to go. */
    void expect() {
        expected.incrementAndGet();
    }

    /** It asks now, or will not come. */
    void arrived() {
        expected.decrementAndGet();
    }

    /** An open circuit that is due for a probe counts as closed, or nothing would ever find out. */
    boolean mayBeTried() {
        return circuit() != RedriveEvent.Circuit.OPEN || !isOpenStill();
    }

    private boolean isOpenStill() {
        Instant until = openUntil;
        return until != null && clock.instant().isBefore(until);
    }

    /** How long until it may take letters again, when it takes none now. */
    Duration pause() {
        if (isLeftAlone()) return Duration.between(clock.instant(), leftAloneUntil);
        Instant until = openUntil;
        if (until != null && isOpenStill()) return Duration.between(clock.instant(), until);
        return limiter == null
                ? Duration.ofSeconds(1)
                : limiter.getRateLimiterConfig().getLimitRefreshPeriod();
    }

    /** When a letter that may not be sent now should come back; empty when it may be sent. */
    @Nullable
    Instant refusal() {
        if (!circuit.tryAcquirePermission()) return clock.instant().plus(pause());
        if (limiter != null && !limiter.acquirePermission()) {
            circuit.releasePermission();
            // At once, or less urgent ones would overtake it; none is claimed before there are permits again.
            return clock.instant();
        }
        return null;
    }

    private boolean isLeftAlone() {
        return clock.instant().isBefore(leftAloneUntil);
    }

    /** The target took nothing and was not tried; a probe that came to this is free for the next letter. */
    void leaveAlone(Instant until) {
        leftAloneUntil = until;
        circuit.releasePermission();
    }

    /** It had leave to go and does not. */
    void notSent() {
        circuit.releasePermission();
    }

    // What it hears

    /** One that answers after a very long time is as much in need of rest as one that does not answer. */
    void succeeded(Duration took) {
        if (took.compareTo(slowAfter) < 0) circuit.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
        else circuit.onError(took.toNanos(), TimeUnit.NANOSECONDS, new TimeoutException("it took " + took));
    }

    /** A target that refuses a letter, or asks for patience, is alive: that says nothing against it. */
    void failed(Duration took, Throwable thrown, Failure failure) {
        if (failure.retryability() == Retryability.TRANSIENT && failure.category() != Category.RATE_LIMIT)
            circuit.onError(took.toNanos(), TimeUnit.NANOSECONDS, thrown);
        else succeeded(took);
    }

    // How many at once

    /** How many letters may be in flight to it at the same time, from engine, replays and manual retries; empty when not configured. */
    OptionalInt concurrency() {
        return concurrency;
    }

    boolean hasPlace() {
        return places == null || places.availablePermits() > 0;
    }

    /** False when the maximum of letters is in flight. */
    boolean enter() {
        return places == null || places.tryAcquire();
    }

    void leave() {
        if (places != null) places.release();
    }

    /** For a manual retry; waits so long for a permit. */
    boolean enterByHand(Duration patience) throws InterruptedException {
        return placesByHand.tryAcquire() || placesByHand.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    void leaveByHand() {
        placesByHand.release();
    }
}

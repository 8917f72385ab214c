package dev.redrive.internal.engine;

import dev.redrive.engine.EngineOptions;
import dev.redrive.engine.RetryResult;
import dev.redrive.engine.Target;
import dev.redrive.engine.TargetOptions;
import dev.redrive.engine.TargetState;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.internal.text.DoublingPause;
import dev.redrive.internal.text.OutageLog;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.policy.HostLoad;
import dev.redrive.policy.Policies;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.TransactionalStore;
import dev.redrive.store.channels.ChannelHold;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.ExpectedLetter;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.text.Glob;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The retry engine of one process: one thread that claims, one that settles, one that keeps leases, and the workers. */
public final class EngineThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineThreads.class);
    private static final Duration SETTING_OUT = Duration.ofMillis(100);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final Duration PATIENCE_BY_HAND = Duration.ofSeconds(2);
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(2);

    private final DeadLetterStore store;
    private final EngineOptions options;
    private final Events events;
    private final Routes routes = new Routes();
    private final AttemptRunner runner;
    private final ExecutorService workers;
    private final PayloadBudget budget = PayloadBudget.ofHeap();
    private final HeldChannels held;
    private final Engine engine;
    private final Semaphore wake = new Semaphore(0);
    private final OutageLog claims = new OutageLog(LOG, "claim letters");
    private final Thread poller = DaemonThreads.of("redrive-poller", this::poll);
    private final AttemptPool<LeasedLetter> attempts;
    private final PoolThreads<LeasedLetter> poolThreads;
    private volatile boolean claiming = true;
    private volatile boolean running = true;
    private volatile boolean interruptedWhileStopping;
    private boolean started;

    public EngineThreads(
            DeadLetterStore store,
            Diagnostics diagnostics,
            Policies policies,
            HostLoad hostLoad,
            Events events,
            EngineOptions options,
            RandomGenerator random,
            RedactionGate gate) {
        this.store = store;
        this.options = options;
        this.events = events;
        this.runner = new AttemptRunner(store, diagnostics, policies, hostLoad, random, gate);
        this.workers = WorkerThreads.startGrowing(options.concurrency());
        this.held = new HeldChannels(store.channelHolds(), store.clock());
        this.engine = new Engine(store, routes, runner, events, options, budget, held, workers);
        this.attempts = engine.attempts();
        this.poolThreads = new PoolThreads<>("redrive", attempts, options.leaseTime(), events, ended -> wake());
        events.listen(this::wakeOn);
    }

    // Targets

    /** Letters of these channels go to this target from now on; the engine starts with its first one. */
    public void add(String channels, Target target, TargetOptions targetOptions) {
        add(new Route(new Glob(channels), new Route.Sends(target), targetOptions, store.clock(), events));
    }

    /** The same with a handler that takes part in the store's transaction. */
    public void addTransactional(String channels, TransactionalStore.Work handler, TargetOptions targetOptions) {
        if (!(store instanceof TransactionalStore))
            throw new IllegalStateException(
                    "this store cannot share a transaction with a handler; use a SQLite or PostgreSQL store");
        add(new Route(new Glob(channels), new Route.Transacts(handler), targetOptions, store.clock(), events));
    }

    /** A target that serves no channel; what is sent there is sent by its name. */
    public void addAside(String name, Target target, TargetOptions targetOptions) {
        routes.addAside(new Route(new Glob(name), new Route.Sends(target), targetOptions, store.clock(), events));
    }

    /** Whether letters of this channel have a way back. */
    /** Whether it has a target, so that it claims letters. */
    public synchronized boolean isStarted() {
        return started;
    }

    /** How many letters are being tried or wait for a worker here. */
    public int attempts() {
        return attempts.size();
    }

    public boolean serves(String channel) {
        return routes.of(channel).isPresent();
    }

    private synchronized void add(Route route) {
        if (!running) throw new IllegalStateException("the engine has stopped");
        routes.add(route);
        if (!started) {
            started = true;
            store.onSignal(this::signal);
            poller.start();
            poolThreads.start();
        }
        signal();
    }

    /** Something changed, perhaps in another process: looks at once instead of at the next tick. */
    private void signal() {
        engine.changed();
        wake();
    }

    private void wakeOn(RedriveEvent event) {
        if (event instanceof RedriveEvent.ChannelHeld || event instanceof RedriveEvent.ChannelReleased) {
            held.changed();
            wake();
        }
        if (event instanceof RedriveEvent.Captured captured) captured(captured.channel());
        if (event instanceof RedriveEvent.Attempted attempted && attempted.result() == Attempt.Result.CAME_BACK)
            captured(attempted.channel());
        if (event instanceof RedriveEvent.Moved
                || event instanceof RedriveEvent.Recovered
                || event instanceof RedriveEvent.Imported) signal();
    }

    private void wake() {
        if (wake.availablePermits() == 0) wake.release();
    }

    void captured(String channel) {
        engine.captured(channel);
        wake();
    }

    // Threads

    private void poll() {
        // Targets are set one after the other: the first must not have all workers because it is alone for a moment.
        if (!sleep(SETTING_OUT)) return;
        DoublingPause pause = new DoublingPause(FIRST_PAUSE, LONGEST_PAUSE);
        while (claiming) {
            try {
                Duration idle = engine.claimOnce();
                claims.worked();
                pause.reset();
                if (!idle.isZero()) await(idle);
            } catch (Throwable e) {
                if (!claiming) return;
                claims.failed(e);
                events.publish(() -> new RedriveEvent.StoreFailed("claim"));
                await(pause.next());
            }
        }
    }

    private void await(Duration time) {
        try {
            if (wake.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) wake.drainPermits();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            claiming = false;
        }
    }

    private static boolean sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    // For replays

    /** Workers of their own for letters that a replay claims, to their own targets or to the one of a name. */
    public <K> ReplayAttempts<K> replayAttempts(
            int concurrency, Optional<String> target, @Nullable String by, ReplayAttempts.SendCheck check) {
        return new ReplayAttempts<>(
                store,
                runner,
                events,
                options,
                budget,
                new ReplayAttempts.Destination(routes, held, target, by, check),
                concurrency);
    }

    /** The hold on a channel; other nodes' holds are known a second later. */
    public Optional<ChannelHold> holdOn(String channel) {
        return held.on(channel);
    }

    public Optional<TargetState> targetState(String channel) {
        return routes.of(channel).map(Route::state);
    }

    /** The circuits that are not closed, by the name of their target. */
    public Map<String, RedriveEvent.Circuit> circuits() {
        return routes.all().stream()
                .filter(route -> route.circuit() != RedriveEvent.Circuit.CLOSED)
                .collect(Collectors.toMap(Route::name, Route::circuit));
    }

    /** The name of the target that gets the letters of a channel. */
    public Optional<String> targetOf(String channel) {
        return routes.of(channel).map(Route::name);
    }

    /** Whether letters can be sent to a target of this name. */
    public boolean hasTarget(String name) {
        return routes.named(name).isPresent();
    }

    /** Until when the target of this name is left alone because its circuit is open. */
    public Optional<Instant> openUntil(String target) {
        return routes.named(target)
                .filter(route -> !route.mayBeTried())
                .map(route -> store.clock().instant().plus(route.pause()));
    }

    // By hand

    /** Tries one letter now, on the calling thread, unless its channel is held. */
    public RetryResult retry(LetterId id, @Nullable String by) {
        Optional<String> channel = store.find(id).map(DeadLetter::channel);
        held.changed();
        Optional<ChannelHold> hold = channel.flatMap(held::on);
        return hold.isPresent() ? new RetryResult.ChannelIsHeld(hold.get()) : retry(id, channel, by);
    }

    /** The same, held or not. */
    public RetryResult retryThoughHeld(LetterId id, @Nullable String by) {
        return retry(id, store.find(id).map(DeadLetter::channel), by);
    }

    private RetryResult retry(LetterId id, Optional<String> channel, @Nullable String by) {
        Optional<Route> route = channel.flatMap(routes::of);
        if (channel.isPresent() && route.isEmpty()) return new RetryResult.NoHandler(channel.get());
        if (route.isEmpty()) return new RetryResult.NotTried(new ClaimResult.NoSuchLetter());
        if (!enters(route.get())) return new RetryResult.Busy(route.get().name());
        try {
            return retry(id, route.get(), by);
        } finally {
            route.get().leaveByHand();
        }
    }

    /** Every manual retry holds a thread of its caller: a target that hangs must not hold all of them. */
    private static boolean enters(Route route) {
        try {
            return route.enterByHand(PATIENCE_BY_HAND);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private RetryResult retry(LetterId id, Route route, @Nullable String by) {
        List<ExpectedLetter> one = List.of(new ExpectedLetter.InAnyState(id));
        String worker = by == null ? options.worker() : by;
        ClaimResult claim = store.claimExpected(one, worker, options.leaseTime(), Long.MAX_VALUE)
                .get(0);
        if (!(claim instanceof ClaimResult.Leased leased)) return new RetryResult.NotTried(claim);
        LeasedLetter claimed = leased.claimed();
        return attempts.runHere(
                claimed, running -> attemptByHand(running, route, by), tried -> settledByHand(tried, leased));
    }

    private AttemptResult attemptByHand(RunningAttempt running, Route route, @Nullable String by) {
        // Last of all before it is sent: this process may have been stopped or frozen since the claim.
        if (!running.isHeld(store.clock().instant())) return new SendResult.Recalled();
        return runner.attemptByHand(running.claimed, route, by);
    }

    private RetryResult settledByHand(AttemptResult result, ClaimResult.Leased leased) {
        DeadLetter letter = leased.claimed().letter();
        if (result instanceof SendResult.NotNow notNow) return notNow(leased, notNow.why());
        if (result instanceof SendResult.Undeliverable none) return notNow(leased, none.why());
        if (result instanceof SendResult.Recalled) {
            store.settle(List.of(ReplayAttempts.putBack(leased)));
            return new RetryResult.LeaseLost();
        }
        if (result instanceof AttemptResult.AlreadySettled done)
            return tried(done.settlement(), done.settled(), letter);
        Settlement settlement = ((AttemptResult.ToSettle) result).settlement();
        return tried(settlement, store.settle(List.of(settlement)).get(0), letter);
    }

    private RetryResult notNow(ClaimResult.Leased leased, String why) {
        store.settle(List.of(ReplayAttempts.putBack(leased)));
        return new RetryResult.NotNow(why);
    }

    private RetryResult tried(Settlement settlement, SettleResult settled, DeadLetter letter) {
        if (!(settled instanceof SettleResult.To to)) return new RetryResult.LeaseLost();
        attempts.publish(settlement, settled, letter);
        wake();
        return new RetryResult.Tried(to.status(), settlement);
    }

    // Stop

    /** Finishes what is being worked on, gives back the rest, and takes nothing new. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            stop();
        } finally {
            if (interrupted || interruptedWhileStopping) Thread.currentThread().interrupt();
        }
    }

    private void stop() {
        synchronized (this) {
            claiming = false;
            if (!started) {
                running = false;
                workers.shutdown();
                return;
            }
        }
        wake();
        join(poller, options.stopGrace());
        attempts.recallWaiting();
        workers.shutdown();
        if (!becomesIdle(options.stopGrace())) {
            LOG.warn("some attempts did not end within {}; their threads are interrupted", options.stopGrace());
            attempts.interruptRunning();
            becomesIdle(INTERRUPT_GRACE);
        }
        running = false;
        poolThreads.close();
        workers.shutdownNow();
    }

    private boolean becomesIdle(Duration within) {
        long until = System.nanoTime() + within.toNanos();
        while (!attempts.isEmpty() && System.nanoTime() - until < 0) {
            if (!sleep(Duration.ofMillis(5))) interruptedWhileStopping = true;
        }
        return attempts.isEmpty();
    }

    private void join(Thread thread, Duration time) {
        try {
            thread.join(time.toMillis());
        } catch (InterruptedException e) {
            interruptedWhileStopping = true;
        }
    }
}

package dev.redrive.internal.engine;

import dev.redrive.engine.EngineOptions;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.LetterId;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of one replay, on workers of their own: takes letters that were claimed, and returns each with what came of it.
 * Used by one thread.
 *
 * @param <K> what the replay keeps with each of its letters
 */
public final class ReplayAttempts<K> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayAttempts.class);
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(2);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(250);
    private static final Duration DRAIN_PATIENCE = Duration.ofMillis(50);

    /** Decides whether letters may still be sent; called by the worker that sends them. */
    public interface SendCheck {
        boolean mayGo();

        void tried(boolean hasFailed);
    }

    /** Where the letters go, and in whose name. */
    record Destination(
            Routes routes,
            HeldChannels held,
            Optional<String> target,
            @Nullable String by,
            SendCheck check) {
        Optional<Route> routeFor(String channel) {
            return target.isPresent() ? routes.named(target.get()) : routes.of(channel);
        }
    }

    /** What came of a letter. */
    public record Returned<K>(K of, SendResult result) {}

    private record Sent<K>(K of, ClaimResult.Leased letter) {
        LetterId id() {
            return letter.claimed().letter().id();
        }

        int size() {
            return letter.claimed().letter().payload().size();
        }
    }

    private final DeadLetterStore store;
    private final AttemptRunner runner;
    private final EngineOptions options;
    private final PayloadBudget budget;
    private final Destination destination;
    private final ExecutorService workers;
    private final Bulkheads bulkheads;
    private final AttemptPool<Sent<K>> attempts;
    private final PoolThreads<Sent<K>> threads;
    private final LinkedBlockingQueue<List<AttemptPool.Ended<Sent<K>>>> settled = new LinkedBlockingQueue<>();
    private final Map<LetterId, Sent<K>> inFlight = new HashMap<>();
    private long bytes;
    private long largest = 1;
    private volatile boolean isRecalled;

    ReplayAttempts(
            DeadLetterStore store,
            AttemptRunner runner,
            Events events,
            EngineOptions options,
            PayloadBudget budget,
            Destination destination,
            int concurrency) {
        this.store = store;
        this.runner = runner;
        this.options = options;
        this.budget = budget;
        this.destination = destination;
        this.workers = WorkerThreads.startGrowing(concurrency);
        int mostStuck = concurrency == 1 ? 0 : Bulkheads.MOST_STUCK;
        this.bulkheads = new Bulkheads(concurrency, mostStuck, workers, () -> 0, System::nanoTime);
        this.attempts = new AttemptPool<>(store, events, options, bulkheads, letter -> new SendResult.Recalled());
        this.threads = new PoolThreads<>("redrive-replay", attempts, options.leaseTime(), events, settled::add);
        threads.start();
    }

    // Claim

    /** Claims letters: a claim that takes no more than the given bytes, and {@link #send} for what it brought. */
    public interface Claim {
        void within(long maxBytes);
    }

    /** How many letters fit into memory if they are as large as the last ones; none when some have to be settled first. */
    public long roomInMemory() {
        return budget.hasRoomForReplay() ? Math.max(1, budget.perClaim() / largest) : 0;
    }

    /** Does it when there is room for what it may bring; returns whether there was. */
    public boolean claim(Claim claim) {
        if (!budget.reserve()) return false;
        largest = Math.max(1, largest / 2);
        try {
            claim.within(budget.perClaim());
        } finally {
            budget.endReservation();
        }
        return true;
    }

    // Send

    public void send(K of, ClaimResult.Leased letter) {
        Sent<K> sent = new Sent<>(of, letter);
        inFlight.put(sent.id(), sent);
        holds(sent.size());
        largest = Math.max(largest, sent.size());
        Optional<Route> route = destination.routeFor(letter.claimed().letter().channel());
        if (route.isPresent())
            attempts.submit(sent, letter.claimed(), route.get(), attempt -> run(attempt, route.get()));
        else attempts.reject(sent, letter.claimed(), new SendResult.NoTarget());
    }

    private AttemptResult run(RunningAttempt attempt, Route route) {
        try {
            Optional<AttemptResult> refused = awaitPermit(attempt, route);
            return refused.isPresent() ? refused.get() : deliver(attempt, route);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SendResult.Recalled();
        } catch (Throwable e) {
            LOG.error(
                    "letter {} of a replay was not tried as it should",
                    attempt.claimed.letter().id(),
                    e);
            return new SendResult.Broken(e);
        }
    }

    private AttemptResult deliver(RunningAttempt attempt, Route route) {
        // Last of all before it is sent: this process may have been stopped or frozen for any time until here.
        if (!destination.check().mayGo()
                || !attempt.isHeld(store.clock().instant())
                || destination.held().on(attempt.claimed.letter().channel()).isPresent()) {
            route.notSent();
            return new SendResult.Recalled();
        }
        AttemptResult result = runner.attemptInReplay(attempt.claimed, route, destination.by());
        if (result instanceof SendResult.Untried) return result;
        destination
                .check()
                .tried(result instanceof AttemptResult.ToSettle toSettle
                        && toSettle.settlement().outcome() instanceof Settlement.Failed);
        return result;
    }

    /** Waits for the rate of a target, however long that takes; empty when the letter may go. */
    private Optional<AttemptResult> awaitPermit(RunningAttempt attempt, Route route) throws InterruptedException {
        for (Instant refusal = route.refusal(); refusal != null; refusal = route.refusal()) {
            if (!route.mayBeTried()) return Optional.of(new SendResult.Refused(route.name(), refusal));
            if (isRecalled) return Optional.of(new SendResult.Recalled());
            Duration pause = Duration.between(store.clock().instant(), refusal);
            Thread.sleep(Math.max(1, Math.min(pause.toMillis(), LONGEST_WAIT.toMillis())));
            attempt.countFromNow();
        }
        return Optional.empty();
    }

    /** Recalls what is not being sent yet; it is returned like everything else. */
    public void recall() {
        isRecalled = true;
        attempts.recallWaiting();
    }

    /** Which of the letters of these channels should be claimed now; those of slow targets that have enough to do should not. */
    public List<Boolean> haveRoom(List<String> channels) {
        Map<Route, Integer> left = new HashMap<>();
        List<Boolean> answers = new ArrayList<>(channels.size());
        for (String channel : channels) {
            Optional<Route> route = destination.routeFor(channel);
            route.ifPresent(r -> left.compute(r, (k, n) -> (n == null ? bulkheads.roomBeforeSlow(k) : n) - 1));
            answers.add(route.isEmpty() || left.getOrDefault(route.get(), 0) >= 0);
        }
        return answers;
    }

    /** Starts what may start by now, and recalls what waits for a slow target in large numbers. */
    public void rebalance() {
        attempts.rebalance();
    }

    // In flight

    /** The letters that were sent and not returned yet. */
    public int size() {
        return inFlight.size();
    }

    public boolean isEmpty() {
        return inFlight.isEmpty();
    }

    public boolean has(LetterId letter) {
        return inFlight.containsKey(letter);
    }

    private void holds(int more) {
        bytes += more;
        budget.heldByReplay(more);
    }

    public Duration leaseTime() {
        return options.leaseTime();
    }

    // Return

    /**
     * Returns what is settled or was not tried, waiting for the first at most so long. What was not tried is put back as it was
     * before it was claimed.
     */
    public List<Returned<K>> returned(Duration patience) throws InterruptedException {
        List<Returned<K>> returned = new ArrayList<>();
        List<Settlement> untried = new ArrayList<>();
        for (AttemptPool.Ended<Sent<K>> ended : settled(patience)) {
            Sent<K> sent = ended.letter();
            if (!inFlight.remove(sent.id(), sent)) continue;
            holds(-sent.size());
            returned.add(new Returned<>(sent.of(), ended.result()));
            if (!(ended.result() instanceof SendResult.Tried)) untried.add(putBack(sent.letter()));
        }
        attempts.release(untried);
        return returned;
    }

    private List<AttemptPool.Ended<Sent<K>>> settled(Duration patience) throws InterruptedException {
        List<AttemptPool.Ended<Sent<K>>> all = new ArrayList<>();
        List<AttemptPool.Ended<Sent<K>>> batch = settled.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        while (batch != null) {
            all.addAll(batch);
            batch = settled.poll();
        }
        return all;
    }

    static Settlement putBack(ClaimResult.Leased letter) {
        return new Settlement(
                letter.claimed().lease(), Duration.ZERO, "none", new Settlement.PutBack(letter.from(), letter.dueAt()));
    }

    /**
     * Something went wrong, often with the store: waits for what is being sent, so that it is settled instead of sent
     * again. What became of it is found in the store when the replay goes on.
     */
    public void drain() throws InterruptedException {
        recall();
        long until = System.nanoTime() + options.leaseTime().toNanos();
        while (!isEmpty() && System.nanoTime() - until < 0) {
            try {
                List<Returned<K>> unused = returned(DRAIN_PATIENCE);
            } catch (StoreUnavailable e) {
                LOG.warn("letters of a replay that were not sent are free when their leases end: {}", e.toString());
            }
        }
    }

    /** Interrupts what is still being sent and ends the workers. */
    @Override
    public void close() {
        threads.close();
        workers.shutdownNow();
        budget.heldByReplay(-bytes);
        bytes = 0;
        try {
            if (!workers.awaitTermination(INTERRUPT_GRACE.toMillis(), TimeUnit.MILLISECONDS))
                LOG.warn("some letters of a replay are still being sent; their leases run out");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.redrive.engine;

import dev.redrive.event.Events;
import dev.redrive.store.DeadLetterStore;
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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of one replay, on workers of their own. One thread claims and sends the letters, another one may settle them.
 */
public final class ReplayAttempts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayAttempts.class);
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(2);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(250);

    /** Decides whether letters may still be sent; called by the worker that sends them. */
    public interface Gate {
        boolean mayGo();

        void tried(boolean hasFailed);
    }

    /** Where the letters go, in whose name, and how long. */
    record Way(
            Routes routes,
            Optional<String> target,
            @Nullable String by,
            Gate gate) {
        Optional<Route> routeFor(String channel) {
            return target.isPresent() ? routes.named(target.get()) : routes.of(channel);
        }
    }

    /** A letter and what came of it. */
    public record EndedLetter(ClaimResult.Leased letter, SendResult result) {}

    private final DeadLetterStore store;
    private final AttemptRunner runner;
    private final EngineOptions options;
    private final Way way;
    private final ExecutorService workers;
    private final Bulkheads bulkheads;
    private final AttemptPool<ClaimResult.Leased> attempts;
    private volatile boolean isRecalled;
    private long renewed = System.nanoTime();

    ReplayAttempts(
            DeadLetterStore store,
            AttemptRunner runner,
            Events events,
            EngineOptions options,
            Way way,
            int concurrency) {
        this.store = store;
        this.runner = runner;
        this.options = options;
        this.way = way;
        this.workers = WorkerThreads.start(concurrency);
        this.bulkheads = new Bulkheads(concurrency, workers, () -> 0, System::nanoTime);
        this.attempts = new AttemptPool<>(store, events, options, bulkheads, letter -> new SendResult.Recalled());
    }

    // Send

    public void send(ClaimResult.Leased letter) {
        Optional<Route> route = way.routeFor(letter.claimed().letter().channel());
        if (route.isPresent())
            attempts.submit(letter, letter.claimed(), route.get(), attempt -> run(attempt, route.get()));
        else attempts.reject(letter, letter.claimed(), new SendResult.NoTarget());
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
        if (!way.gate().mayGo() || !attempt.isHeld(store.clock().instant())) {
            route.notSent();
            return new SendResult.Recalled();
        }
        AttemptResult result = runner.attemptInReplay(attempt.claimed, route, way.by());
        if (result instanceof SendResult.NotNow) return result;
        way.gate()
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
            Optional<Route> route = way.routeFor(channel);
            route.ifPresent(r -> left.compute(r, (k, n) -> (n == null ? bulkheads.roomBeforeSlow(k) : n) - 1));
            answers.add(route.isEmpty() || left.getOrDefault(route.get(), 0) >= 0);
        }
        return answers;
    }

    /** Starts what may start by now, and recalls what waits for a slow target in large numbers. */
    public void rebalance() {
        attempts.rebalance();
    }

    // Settle

    /** Settles what has been tried, waiting for it at most so long. What was not tried is to be put back or sent again. */
    public List<EndedLetter> settle(Duration patience, int most) throws InterruptedException {
        return attempts.settle(patience, most).stream()
                .map(ended -> new EndedLetter(ended.letter(), ended.result()))
                .toList();
    }

    /** Puts letters that were not tried back as they were before they were claimed. */
    public void putBack(List<ClaimResult.Leased> letters) {
        attempts.release(letters.stream().map(ReplayAttempts::putBack).toList());
    }

    static Settlement putBack(ClaimResult.Leased letter) {
        return new Settlement(
                letter.claimed().lease(), Duration.ZERO, "none", new Settlement.PutBack(letter.from(), letter.dueAt()));
    }

    // Leases

    /** Renews the leases when it is time to. */
    public void renewLeases() {
        if (System.nanoTime() - renewed < options.leaseTime().toNanos() / 3) return;
        renewed = System.nanoTime();
        attempts.renewLeases();
    }

    public Duration leaseTime() {
        return options.leaseTime();
    }

    /** Interrupts what is still being sent and ends the workers. */
    @Override
    public void close() {
        workers.shutdownNow();
        try {
            if (!workers.awaitTermination(INTERRUPT_GRACE.toMillis(), TimeUnit.MILLISECONDS))
                LOG.warn("some letters of a replay are still being sent; their leases run out");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

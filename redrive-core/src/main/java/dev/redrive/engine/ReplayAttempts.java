package dev.redrive.engine;

import dev.redrive.event.Events;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.DeadLetter;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ClaimResult;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The letters of one replay on their way to their targets, with workers of their own. One thread claims and sends them,
 * another may land them.
 */
public final class ReplayAttempts implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayAttempts.class);
    private static final Duration INTERRUPT_GRACE = Duration.ofSeconds(2);
    private static final Duration LONGEST_WAIT = Duration.ofMillis(250);

    /** Lets letters go as long as they may, asked and told by the worker that sends them. */
    public interface Gate {
        boolean mayGo();

        void tried(boolean hasFailed);
    }

    /** Where the letters go, in whose name, and how long. */
    record Way(
            Routes lanes, Optional<String> target, @Nullable String by, Gate gate) {
        Optional<Route> laneFor(String channel) {
            return target.isPresent() ? lanes.named(target.get()) : lanes.of(channel);
        }
    }

    /** What came of a letter that was sent. */
    public sealed interface Fate {
        /** It was tried, and the letter is settled accordingly. */
        record Tried(Settlement settlement, SettleResult settled) implements Fate {}

        /** It was not tried: the circuit of this target is open until then. The letter is still ours. */
        record Refused(String target, Instant until) implements Fate {}

        /** It was not tried: its target takes nothing until then. The letter is still ours. */
        record NotNow(Instant until) implements Fate {}

        /** It was not tried: nothing takes letters of its channel. The letter is still ours. */
        record NoTarget() implements Fate {}

        /** It was not tried, because it was called back or its worker was interrupted. The letter is still ours. */
        record CalledBack() implements Fate {}

        /** Nobody knows whether it was tried: something went wrong that must not. The letter is still ours. */
        record Broken(Throwable thrown) implements Fate {}
    }

    /** A letter and what came of it. */
    public record Landed(ClaimResult.Leased letter, Fate fate) {}

    /** A letter that is back from its worker: tried, or with the fate of one that was not. */
    private record Arrival(
            ClaimResult.Leased letter,
            AttemptRunner.@Nullable Tried tried,
            @Nullable Fate fate) {
        static Arrival tried(ClaimResult.Leased letter, AttemptRunner.Tried tried) {
            return new Arrival(letter, tried, null);
        }

        static Arrival untried(ClaimResult.Leased letter, Fate fate) {
            return new Arrival(letter, null, fate);
        }
    }

    private final DeadLetterStore store;
    private final AttemptRunner courier;
    private final Events events;
    private final EngineOptions options;
    private final Way way;
    private final ExecutorService workers;
    private final Bulkheads bulkheads;
    private final Map<Lease, RunningAttempt> flights = new ConcurrentHashMap<>();
    private final Map<RunningAttempt, ClaimResult.Leased> waiting = new ConcurrentHashMap<>();
    private final LinkedBlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private volatile boolean isCalledBack;
    private long renewed = System.nanoTime();

    ReplayAttempts(
            DeadLetterStore store,
            AttemptRunner courier,
            Events events,
            EngineOptions options,
            Way way,
            int concurrency) {
        this.store = store;
        this.courier = courier;
        this.events = events;
        this.options = options;
        this.way = way;
        this.workers = WorkerThreads.start(concurrency);
        this.bulkheads = new Bulkheads(concurrency, workers, () -> 0, System::nanoTime);
    }

    // Out

    public void send(ClaimResult.Leased letter) {
        RunningAttempt flight = new RunningAttempt(letter.claimed(), options.leaseTime());
        flights.put(letter.claimed().lease(), flight);
        waiting.put(flight, letter);
        Optional<Route> lane = way.laneFor(letter.claimed().letter().channel());
        if (lane.isPresent())
            bulkheads.add(
                    lane.get(),
                    new Bulkheads.Job(flight, () -> fly(flight, letter, lane.get()), () -> callBack(flight, letter)));
        else back(flight, letter, new Fate.NoTarget());
    }

    private void fly(RunningAttempt flight, ClaimResult.Leased letter, Route lane) {
        if (!flight.start()) return;
        waiting.remove(flight);
        Arrival arrival;
        try {
            arrival = attempt(flight, letter, lane);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            arrival = Arrival.untried(letter, new Fate.CalledBack());
        } catch (Throwable e) {
            LOG.error(
                    "letter {} of a replay was not tried as it should",
                    flight.claimed.letter().id(),
                    e);
            arrival = Arrival.untried(letter, new Fate.Broken(e));
        }
        flight.finish();
        arrivals.add(arrival);
    }

    private Arrival attempt(RunningAttempt flight, ClaimResult.Leased letter, Route lane) throws InterruptedException {
        Optional<Fate> notNow = clearance(flight, lane);
        if (notNow.isPresent()) return Arrival.untried(letter, notNow.get());
        AttemptRunner.Tried tried = send(flight, letter.claimed(), lane);
        if (tried instanceof AttemptRunner.Tried.NotNow later)
            return Arrival.untried(letter, new Fate.NotNow(later.until()));
        return tried == null ? Arrival.untried(letter, new Fate.CalledBack()) : Arrival.tried(letter, tried);
    }

    /** Null when it must not be sent any more. */
    private AttemptRunner.@Nullable Tried send(RunningAttempt flight, LeasedLetter claimed, Route lane) {
        // Last of all before it is sent: this process may have been stopped or frozen for any time until here.
        if (!way.gate().mayGo() || !flight.isHeld(store.clock().instant())) {
            lane.notSent();
            return null;
        }
        AttemptRunner.Tried tried = courier.attemptInReplay(claimed, lane, way.by());
        if (tried instanceof AttemptRunner.Tried.NotNow) return tried;
        way.gate()
                .tried(tried instanceof AttemptRunner.Tried.ToSettle toSettle
                        && toSettle.settlement().outcome() instanceof Settlement.Failed);
        return tried;
    }

    /** Waits for the pace of a target, which takes as long as it takes; empty when the letter may go. */
    private Optional<Fate> clearance(RunningAttempt flight, Route lane) throws InterruptedException {
        for (Instant refusal = lane.refusal(); refusal != null; refusal = lane.refusal()) {
            if (!lane.mayBeTried()) return Optional.of(new Fate.Refused(lane.name(), refusal));
            if (isCalledBack) return Optional.of(new Fate.CalledBack());
            Duration pause = Duration.between(store.clock().instant(), refusal);
            Thread.sleep(Math.max(1, Math.min(pause.toMillis(), LONGEST_WAIT.toMillis())));
            flight.countFromNow();
        }
        return Optional.empty();
    }

    /** Calls back what is not being sent yet; it lands like everything else. */
    public void callBack() {
        isCalledBack = true;
        waiting.forEach(this::callBack);
    }

    private void callBack(RunningAttempt flight, ClaimResult.Leased letter) {
        back(flight, letter, new Fate.CalledBack());
    }

    private void back(RunningAttempt flight, ClaimResult.Leased letter, Fate fate) {
        if (!flight.giveBack()) return;
        waiting.remove(flight);
        arrivals.add(Arrival.untried(letter, fate));
    }

    /** Which of the letters of these channels should be claimed now; those of slow targets that have enough to do should not. */
    public List<Boolean> haveRoom(List<String> channels) {
        Map<Route, Integer> left = new HashMap<>();
        List<Boolean> answers = new ArrayList<>(channels.size());
        for (String channel : channels) {
            Optional<Route> lane = way.laneFor(channel);
            lane.ifPresent(l -> left.compute(l, (k, n) -> (n == null ? bulkheads.roomBeforeSlow(k) : n) - 1));
            answers.add(lane.isEmpty() || left.getOrDefault(lane.get(), 0) >= 0);
        }
        return answers;
    }

    /** Starts what may go by now, and calls back what waits for a slow target in large numbers. */
    public void shareOut() {
        bulkheads.start();
        for (RunningAttempt flight : bulkheads.takeBack()) {
            ClaimResult.Leased letter = waiting.get(flight);
            if (letter != null) callBack(flight, letter);
        }
    }

    // Back

    /** Settles what has been tried, waiting for it at most so long. What was not tried is to be put back or sent again. */
    public List<Landed> land(Duration patience, int most) throws InterruptedException {
        Arrival first = arrivals.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) return List.of();
        List<Arrival> batch = new ArrayList<>();
        batch.add(first);
        arrivals.drainTo(batch, most - 1);
        Iterator<SettleResult> answers = settle(batch).iterator();
        return batch.stream().map(arrival -> landed(arrival, answers)).toList();
    }

    private Landed landed(Arrival arrival, Iterator<SettleResult> answers) {
        if (arrival.fate() != null) return new Landed(arrival.letter(), arrival.fate());
        Fate.Tried fate = arrival.tried() instanceof AttemptRunner.Tried.AlreadySettled done
                ? new Fate.Tried(done.settlement(), done.settled())
                : new Fate.Tried(
                        ((AttemptRunner.Tried.ToSettle) Objects.requireNonNull(arrival.tried())).settlement(),
                        answers.next());
        tell(fate, arrival.letter().claimed().letter());
        forget(arrival.letter());
        return new Landed(arrival.letter(), fate);
    }

    private List<SettleResult> settle(List<Arrival> batch) {
        List<Settlement> settlements = new ArrayList<>(batch.size());
        for (Arrival arrival : batch)
            if (arrival.tried() instanceof AttemptRunner.Tried.ToSettle toSettle)
                settlements.add(toSettle.settlement());
        if (settlements.isEmpty()) return List.of();
        try {
            return store.settle(settlements);
        } catch (RuntimeException e) {
            arrivals.addAll(batch);
            throw e;
        }
    }

    private void tell(Fate.Tried fate, DeadLetter letter) {
        if (fate.settled() instanceof SettleResult.To to) {
            events.tell(() -> Engine.told(fate.settlement(), to, letter));
        } else {
            LOG.warn("letter {} was sent by a replay after its lease had gone to another worker", letter.id());
            events.tell(() -> new RedriveEvent.LeaseLost(letter.id()));
        }
    }

    private void forget(ClaimResult.Leased letter) {
        flights.remove(letter.claimed().lease());
    }

    /** Lets letters that were not tried stand again as they did before they were claimed. */
    public void putBack(List<ClaimResult.Leased> letters) {
        if (letters.isEmpty()) return;
        store.settle(letters.stream().map(ReplayAttempts::putBack).toList());
        letters.forEach(this::forget);
    }

    static Settlement putBack(ClaimResult.Leased letter) {
        return new Settlement(
                letter.claimed().lease(), Duration.ZERO, "none", new Settlement.PutBack(letter.from(), letter.dueAt()));
    }

    // Leases

    /** Renews the leases when it is time to; an attempt that takes too long is interrupted and on its own from here. */
    public void renewLeases() {
        if (System.nanoTime() - renewed < options.leaseTime().toNanos() / 3) return;
        renewed = System.nanoTime();
        List<RunningAttempt> kept = new ArrayList<>();
        for (RunningAttempt flight : flights.values()) {
            if (flight.runsLongerThan(options.attemptTimeout().toNanos())) flight.interrupt();
            else kept.add(flight);
        }
        LeaseRenewal.renew(store, kept, options.leaseTime());
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

package dev.redrive.internal.engine;

import dev.redrive.engine.EngineOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs attempts at leased letters on workers that routes share, keeps their leases, and settles what ended, many at once. The
 * engine has one, and each replay has one.
 *
 * @param <L> what the owner of the letters keeps with each of them
 */
final class AttemptPool<L> {
    private static final Logger LOG = LoggerFactory.getLogger(AttemptPool.class);

    /** Makes an attempt on a worker. */
    interface Work {
        AttemptResult run(RunningAttempt attempt);
    }

    /** A letter that is settled, or that was not tried. */
    record Ended<L>(L letter, SendResult result) {}

    private record Entry<L>(L letter, RunningAttempt attempt) {}

    private record Finished<L>(Entry<L> entry, AttemptResult result) {}

    /** By lease and not by letter: a letter may be claimed again while its first attempt is late. */
    private record Key(LetterId id, int token) {
        static Key of(Lease lease) {
            return new Key(lease.id(), lease.token());
        }
    }

    private final DeadLetterStore store;
    private final Events events;
    private final EngineOptions options;
    private final Bulkheads bulkheads;
    private final Function<L, AttemptResult> recalled;
    private final Map<Key, Entry<L>> entries = new ConcurrentHashMap<>();
    private final Map<Key, RunningAttempt> byHand = new ConcurrentHashMap<>();
    private final LinkedBlockingQueue<Finished<L>> finished = new LinkedBlockingQueue<>();
    private final AtomicLong bytes = new AtomicLong();

    /** @param recalled what is done with a letter that is taken back before a worker started it */
    AttemptPool(
            DeadLetterStore store,
            Events events,
            EngineOptions options,
            Bulkheads bulkheads,
            Function<L, AttemptResult> recalled) {
        this.store = store;
        this.events = events;
        this.options = options;
        this.bulkheads = bulkheads;
        this.recalled = recalled;
    }

    // Run

    /** Gives the letter a worker as soon as its route may have one more. */
    void submit(L letter, LeasedLetter leased, Route route, Work work) {
        Entry<L> entry = track(letter, leased);
        bulkheads.add(route, new Bulkheads.Job(entry.attempt(), () -> run(entry, work), () -> recall(entry)));
    }

    /** Ends a letter without a worker. */
    void reject(L letter, LeasedLetter leased, AttemptResult result) {
        end(track(letter, leased), result);
    }

    private Entry<L> track(L letter, LeasedLetter leased) {
        Entry<L> entry = new Entry<>(letter, new RunningAttempt(leased, options.leaseTime()));
        entries.put(Key.of(leased.lease()), entry);
        bytes.addAndGet(leased.letter().payload().size());
        return entry;
    }

    private void untrack(Lease lease) {
        Entry<L> entry = entries.remove(Key.of(lease));
        if (entry != null)
            bytes.addAndGet(-entry.attempt().claimed.letter().payload().size());
    }

    private void run(Entry<L> entry, Work work) {
        if (!entry.attempt().start()) return;
        AttemptResult result = work.run(entry.attempt());
        entry.attempt().finish();
        finished.add(new Finished<>(entry, result));
    }

    private void end(Entry<L> entry, AttemptResult result) {
        if (entry.attempt().giveBack()) finished.add(new Finished<>(entry, result));
    }

    // Recall

    private void recall(Entry<L> entry) {
        if (entry.attempt().giveBack()) finished.add(new Finished<>(entry, recalled.apply(entry.letter())));
    }

    /** Recalls what no worker has started yet. */
    void recallWaiting() {
        entries.values().forEach(this::recall);
    }

    /** Starts what may start by now, and recalls what waits for slow routes in large numbers. */
    void rebalance() {
        for (RunningAttempt attempt : bulkheads.takeBack()) {
            Entry<L> entry = entries.get(Key.of(attempt.claimed.lease()));
            if (entry != null) recall(entry);
        }
        bulkheads.start();
    }

    void interruptRunning() {
        entries.values().forEach(entry -> entry.attempt().interrupt());
        byHand.values().forEach(RunningAttempt::interrupt);
    }

    int size() {
        return entries.size() + byHand.size();
    }

    boolean isEmpty() {
        return size() == 0;
    }

    /** The bytes of the payloads of the letters in it. */
    long bytes() {
        return bytes.get();
    }

    // Manual retries, on the thread of the caller

    /**
     * Runs an attempt on the calling thread, with its lease kept like those of all others. An interrupt is the attempt's
     * matter and does not keep it from being settled; one from elsewhere is there again afterwards.
     */
    <T> T runHere(
            LeasedLetter leased, Function<RunningAttempt, AttemptResult> work, Function<AttemptResult, T> settle) {
        RunningAttempt attempt = new RunningAttempt(leased, options.leaseTime());
        attempt.start();
        byHand.put(Key.of(leased.lease()), attempt);
        boolean interrupted = false;
        try {
            AttemptResult result = work.apply(attempt);
            attempt.finish();
            interrupted = Thread.interrupted() && !attempt.wasInterrupted();
            return settle.apply(result);
        } finally {
            attempt.finish();
            byHand.remove(Key.of(leased.lease()));
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    // Settle

    /**
     * Settles what has ended, waiting for it at most so long. When the store fails, nothing is forgotten. Letters that were not
     * tried stay leased until they are {@linkplain #release released}.
     */
    List<Ended<L>> settle(Duration patience, int most) throws InterruptedException {
        Finished<L> first = finished.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) return List.of();
        List<Finished<L>> batch = new ArrayList<>();
        batch.add(first);
        finished.drainTo(batch, most - 1);
        Iterator<SettleResult> answers = settle(batch).iterator();
        return batch.stream().map(one -> ended(one, answers)).toList();
    }

    private List<SettleResult> settle(List<Finished<L>> batch) {
        List<Settlement> settlements = new ArrayList<>(batch.size());
        for (Finished<L> one : batch)
            if (one.result() instanceof AttemptResult.ToSettle toSettle) settlements.add(toSettle.settlement());
        if (settlements.isEmpty()) return List.of();
        try {
            return store.settle(settlements);
        } catch (RuntimeException | Error e) {
            finished.addAll(batch);
            throw e;
        }
    }

    private Ended<L> ended(Finished<L> one, Iterator<SettleResult> answers) {
        SendResult result = result(one.result(), answers);
        if (result instanceof SendResult.Tried tried) {
            publish(
                    tried.settlement(),
                    tried.settled(),
                    one.entry().attempt().claimed.letter());
            untrack(tried.settlement().lease());
        }
        return new Ended<>(one.entry().letter(), result);
    }

    private static SendResult result(AttemptResult result, Iterator<SettleResult> answers) {
        if (result instanceof AttemptResult.ToSettle toSettle)
            return new SendResult.Tried(toSettle.settlement(), answers.next());
        if (result instanceof AttemptResult.AlreadySettled done)
            return new SendResult.Tried(done.settlement(), done.settled());
        return (SendResult.Untried) result;
    }

    /** Puts letters that were not tried back as they were. */
    void release(List<Settlement> settlements) {
        if (settlements.isEmpty()) return;
        store.settle(settlements);
        settlements.forEach(settlement -> untrack(settlement.lease()));
    }

    // Events

    void publish(Settlement settlement, SettleResult settled, DeadLetter letter) {
        if (settled instanceof SettleResult.To to) {
            events.publish(() -> event(settlement, to, letter));
            return;
        }
        boolean wasSent = !(settlement.outcome() instanceof Settlement.Released);
        LOG.warn(
                wasSent
                        ? "letter {} was finished after its lease had gone to another worker; its outcome is not recorded"
                        : "letter {} was not sent: its lease had gone to another worker",
                letter.id());
        events.publish(() -> new RedriveEvent.LeaseLost(letter.id()));
    }

    private static RedriveEvent event(Settlement settlement, SettleResult.To to, DeadLetter letter) {
        Settlement.Outcome outcome = settlement.outcome();
        if (outcome instanceof Settlement.Released || outcome instanceof Settlement.PutBack)
            return new RedriveEvent.Released(letter.id(), letter.channel(), "given back untried");
        Attempt.Result result = Attempt.Result.FAILED;
        if (outcome instanceof Settlement.Succeeded) result = Attempt.Result.SUCCEEDED;
        if (outcome instanceof Settlement.Sent) result = Attempt.Result.SENT;
        return new RedriveEvent.Attempted(
                letter.id(),
                letter.channel(),
                result,
                to.status(),
                letter.retryCount(),
                settlement.took(),
                errorType(outcome),
                letter.eventId());
    }

    private static @Nullable String errorType(Settlement.Outcome outcome) {
        return outcome instanceof Settlement.Failed failed ? failed.failure().type() : null;
    }

    // Leases

    /** Renews the leases of all letters in it; an attempt that takes too long is interrupted and loses its lease. */
    void renewLeases() {
        List<RunningAttempt> kept = new ArrayList<>();
        entries.values().forEach(entry -> keep(entry.attempt(), kept));
        byHand.values().forEach(attempt -> keep(attempt, kept));
        LeaseRenewal.renew(store, kept, options.leaseTime());
    }

    private void keep(RunningAttempt attempt, List<RunningAttempt> kept) {
        if (!attempt.runsLongerThan(options.attemptTimeout().toNanos())) {
            kept.add(attempt);
            return;
        }
        LOG.warn(
                "letter {} has been worked on for more than {}; its worker is interrupted and others may take it",
                attempt.claimed.letter().id(),
                options.attemptTimeout());
        attempt.interrupt();
    }
}

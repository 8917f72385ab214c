package dev.redrive.engine;

import dev.redrive.event.Events;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.Lease;
import dev.redrive.store.leases.LeasedLetter;
import dev.redrive.store.leases.SettleResult;
import dev.redrive.store.leases.Settlement;
import dev.redrive.store.questions.Tallies;
import dev.redrive.text.OutageLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of letters through this process: claim, attempt, settle. It has no threads of its own; {@link EngineThreads} drives
 * it, and a test can drive it in one thread under a clock of its own.
 */
final class Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final int SETTLE_AT_ONCE = 2000;
    /** Letters in our hands are in memory; large ones are held in smaller numbers. */
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    private static final int TYPICAL_BYTES = 8 * 1024;

    /** While letters wait for a worker, how often it is looked whether their route has become slow. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private static final Duration CHANNELS_KNOWN_FOR = Duration.ofSeconds(1);

    private final DeadLetterStore store;
    private final Routes lanes;
    private final AttemptRunner courier;
    private final Events events;
    private final EngineOptions options;
    private final Bulkheads bulkheads;
    private final Runnable landed;
    private final InstantSource clock;
    /** By lease and not by letter: a letter may come back to us while its first attempt is late. */
    private final Map<Held, RunningAttempt> flights = new ConcurrentHashMap<>();

    private final LinkedBlockingQueue<AttemptRunner.Tried.ToSettle> finished = new LinkedBlockingQueue<>();
    private final ClaimWindow window;
    private final AtomicLong bytes = new AtomicLong();
    private long largest = TYPICAL_BYTES;
    /** Each kind of claim has its own: a route that gets few letters at a time must not get those that are due to others. */
    private final Map<Route, OldestShare> oldestOfLane = new HashMap<>();

    private final OldestShare oldestOfUntried = new OldestShare();
    private final OldestShare oldestTogether = new OldestShare();
    private final AtomicInteger changes = new AtomicInteger();
    private final OutageLog renewals = new OutageLog(LOG, "renew leases");
    private volatile Set<String> channels = Set.of();
    private Instant channelsAt = Instant.MIN;
    private int channelsAsOf = -1;

    private record Held(LetterId id, int token) {
        static Held of(Lease lease) {
            return new Held(lease.id(), lease.token());
        }
    }

    /** What {@code landed} does must be quick; it hears of letters that workers settled themselves, for others may come now. */
    Engine(
            DeadLetterStore store,
            Routes lanes,
            AttemptRunner courier,
            Events events,
            EngineOptions options,
            Executor workers,
            Runnable landed) {
        this.store = store;
        this.lanes = lanes;
        this.courier = courier;
        this.events = events;
        this.options = options;
        this.bulkheads =
                new Bulkheads(options.concurrency(), workers, () -> lanes.all().size(), System::nanoTime);
        this.landed = landed;
        this.clock = store.clock();
        this.window = new ClaimWindow(options.concurrency(), options.claimAhead());
    }

    // Claim

    /** Claims what is due and free to go, and hands it to the workers; returns how long nothing more is to be done. */
    Duration claimOnce() {
        bulkheads.takeBack().forEach(this::giveBack);
        if (lanes.all().isEmpty()) return options.tick();
        refreshChannels();
        bulkheads.start();
        Bulkheads.Held aside = bulkheads.heldByNotQuick();
        Duration pause = aside.isAnyWaiting() ? LOOK_AGAIN : options.tick();
        int held = flights.size() - aside.count();
        int room = window.size() - held;
        int free = room < window.worthClaiming() ? 0 : Math.min(room, roomInMemory(held, bytes.get() - aside.bytes()));
        int freeAside = roomInMemory(aside.count(), aside.bytes());
        for (Route lane : lanes.all()) {
            boolean isQuick = bulkheads.isQuick(lane);
            if (lane.isFree() && (isQuick || bulkheads.isUntried(lane))) continue;
            int most = isQuick ? free : Math.min(freeAside, bulkheads.room(lane));
            Set<String> own = most > 0 ? channelsOf(lane::equals) : Set.of();
            if (own.isEmpty()) continue;
            int permits = lane.permits(most);
            if (permits == 0) {
                pause = shorter(pause, lane.pause());
                continue;
            }
            int claimed = claim(permits, Optional.of(own), oldestOfLane.computeIfAbsent(lane, l -> new OldestShare()));
            if (isQuick) free -= claimed;
            else freeAside -= claimed;
            pause = shorter(pause, claimed == permits ? lane.pause() : untilDue(Optional.of(own)));
        }
        return shorter(pause, shorter(claimUntried(freeAside), claimTogether(free)));
    }

    /** A few letters of routes of which nothing is known: how quick they are shows when they are back. */
    private Duration claimUntried(int free) {
        int most = Math.min(free, options.concurrency());
        Set<String> untried = most > 0
                ? channelsOf(lane -> lane.isFree() && !bulkheads.isQuick(lane) && bulkheads.isUntried(lane))
                : Set.of();
        if (untried.isEmpty()) return options.tick();
        return claim(most, Optional.of(untried), oldestOfUntried) == most
                ? Duration.ZERO
                : untilDue(Optional.of(untried));
    }

    private Duration claimTogether(int free) {
        if (free <= 0) return options.tick();
        Optional<Set<String>> together = freeChannels();
        if (together.isPresent() && together.get().isEmpty()) return options.tick();
        boolean more = claim(free, together, oldestTogether) == free;
        window.claimed(more);
        return more ? Duration.ZERO : untilDue(together);
    }

    /** As many letters as fit beside those held if they are as large as the largest of the last claim. */
    private int roomInMemory(int held, long heldBytes) {
        if (held <= 0) return (int) Math.max(1, MOST_BYTES / largest);
        return (int) Math.max(0, (MOST_BYTES - heldBytes) / largest);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    private Duration untilDue(Optional<Set<String>> of) {
        return store.nextDue(of)
                .map(due -> Duration.between(clock.instant(), due))
                .map(time -> time.isNegative() ? Duration.ofMillis(1) : time.plusMillis(1))
                .orElse(options.tick());
    }

    private int claim(int limit, Optional<Set<String>> from, OldestShare share) {
        List<LeasedLetter> claimed =
                store.claim(new ClaimRequest(options.worker(), limit, share.of(limit), options.leaseTime(), from));
        share.claimed(claimed.size(), limit);
        largest = TYPICAL_BYTES;
        for (LeasedLetter one : claimed)
            largest = Math.max(largest, one.letter().payload().size());
        claimed.forEach(this::launch);
        return claimed.size();
    }

    private void refreshChannels() {
        Instant now = clock.instant();
        int asOf = changes.get();
        boolean fresh = !now.isBefore(channelsAt) && now.isBefore(channelsAt.plus(CHANNELS_KNOWN_FOR));
        if (fresh && asOf == channelsAsOf) return;
        Tallies tallies = store.tallies();
        Set<String> open = new HashSet<>();
        tallies.byChannel().forEach((name, counts) -> {
            if (counts.open() > 0) open.add(name);
        });
        channels = open;
        channelsAt = now;
        channelsAsOf = asOf;
    }

    /** Looks for channels again at the next claim: one that was not there before may have letters now. */
    void forgetChannels(String captured) {
        if (!channels.contains(captured)) forgetChannels();
    }

    void forgetChannels() {
        changes.incrementAndGet();
    }

    private Set<String> channelsOf(Predicate<Route> which) {
        Set<String> own = new HashSet<>();
        for (String channel : channels) {
            if (lanes.of(channel).filter(which).isPresent()) own.add(channel);
        }
        return own;
    }

    /** The channels that nothing holds back; empty means all there are, which is the quickest to claim. */
    private Optional<Set<String>> freeChannels() {
        Predicate<Route> isFree = lane -> lane.isFree() && bulkheads.isQuick(lane);
        Set<String> free = channelsOf(isFree);
        boolean all =
                free.size() == channels.size() && lanes.all().stream().anyMatch(l -> l.servesAll() && isFree.test(l));
        return all || (free.size() == channels.size() && !free.isEmpty()) ? Optional.empty() : Optional.of(free);
    }

    // Attempt

    private void launch(LeasedLetter claimed) {
        RunningAttempt flight = new RunningAttempt(claimed, options.leaseTime());
        takeOff(flight);
        DeadLetter letter = claimed.letter();
        Optional<Route> lane = lanes.of(letter.channel());
        if (lane.isPresent()) {
            lane.get().expect();
            bulkheads.add(lane.get(), new Bulkheads.Job(flight, () -> fly(flight, lane.get()), () -> giveBack(flight)));
        } else {
            events.tell(() -> new RedriveEvent.Released(letter.id(), letter.channel(), "no handler in this process"));
            giveBack(flight, clock.instant().plus(options.tick()));
        }
    }

    private void fly(RunningAttempt flight, Route lane) {
        if (!flight.start()) return;
        lane.arrived();
        window.waited(flight.waited());
        LeasedLetter claimed = flight.claimed;
        // Last of all before it is sent: this process may have been stopped or frozen for any time until here.
        AttemptRunner.Tried tried = flight.isHeld(clock.instant())
                ? attempt(claimed, lane)
                : AttemptRunner.released(claimed, clock.instant());
        flight.finish();
        if (tried instanceof AttemptRunner.Tried.ToSettle toSettle) {
            finished.add(toSettle);
        } else if (tried instanceof AttemptRunner.Tried.AlreadySettled done) {
            tell(done.settlement(), done.settled());
            land(claimed.lease());
            landed.run();
        }
    }

    /** Its conditions are foreign code; whatever comes out of it, the letter does not stay in our hands. */
    private AttemptRunner.Tried attempt(LeasedLetter claimed, Route lane) {
        try {
            return courier.attempt(claimed, lane);
        } catch (Throwable e) {
            LOG.error(
                    "letter {} could not be tried and comes back in {}",
                    claimed.letter().id(),
                    options.tick(),
                    e);
            return AttemptRunner.released(claimed, clock.instant().plus(options.tick()));
        }
    }

    private void giveBack(RunningAttempt flight) {
        giveBack(flight, clock.instant());
    }

    private void giveBack(RunningAttempt flight, Instant at) {
        if (!flight.giveBack()) return;
        lanes.of(flight.claimed.letter().channel()).ifPresent(Route::arrived);
        finished.add((AttemptRunner.Tried.ToSettle) AttemptRunner.released(flight.claimed, at));
    }

    /** Gives back what no worker has started yet. */
    void giveBackWaiting() {
        flights.values().forEach(this::giveBack);
    }

    void interruptRunning() {
        flights.values().forEach(RunningAttempt::interrupt);
    }

    boolean isIdle() {
        return flights.isEmpty();
    }

    // Settle

    /** Settles what is finished, waiting for it at most so long; returns how many. */
    int settleOnce(Duration patience) throws InterruptedException {
        AttemptRunner.Tried.ToSettle first = finished.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) return 0;
        List<AttemptRunner.Tried.ToSettle> batch = new ArrayList<>();
        batch.add(first);
        finished.drainTo(batch, SETTLE_AT_ONCE - 1);
        return settle(batch);
    }

    private int settle(List<AttemptRunner.Tried.ToSettle> batch) {
        List<Settlement> settlements =
                batch.stream().map(AttemptRunner.Tried.ToSettle::settlement).toList();
        List<SettleResult> answers;
        try {
            answers = store.settle(settlements);
        } catch (RuntimeException e) {
            finished.addAll(batch);
            throw e;
        }
        for (int i = 0; i < answers.size(); i++) tell(settlements.get(i), answers.get(i));
        for (Settlement settlement : settlements) land(settlement.lease());
        return batch.size();
    }

    private void takeOff(RunningAttempt flight) {
        flights.put(Held.of(flight.claimed.lease()), flight);
        bytes.addAndGet(flight.claimed.letter().payload().size());
    }

    /**
     * Works on a letter on the calling thread, with its lease kept like those of all others. An interrupt is the attempt's
     * matter and does not keep it from being settled; one that was not ours is there again afterwards.
     */
    <T> T byHand(LeasedLetter claimed, Supplier<AttemptRunner.Tried> attempt, Function<AttemptRunner.Tried, T> settle) {
        RunningAttempt flight = new RunningAttempt(claimed, options.leaseTime());
        flight.start(); // before a stop can see it: what waits is given back
        takeOff(flight);
        boolean interrupted = false;
        try {
            AttemptRunner.Tried tried = attempt.get();
            flight.finish();
            interrupted = Thread.interrupted() && !flight.wasInterrupted();
            return settle.apply(tried);
        } finally {
            flight.finish();
            land(claimed.lease());
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private void land(Lease lease) {
        RunningAttempt flight = flights.remove(Held.of(lease));
        if (flight != null) bytes.addAndGet(-flight.claimed.letter().payload().size());
    }

    private void tell(Settlement settlement, SettleResult answer) {
        LetterId id = settlement.lease().id();
        if (answer instanceof SettleResult.LeaseLost) {
            if (settlement.outcome() instanceof Settlement.Released)
                LOG.warn("letter {} was not sent: its lease had gone to another worker", id);
            else
                LOG.warn(
                        "letter {} was finished after its lease had gone to another worker; its outcome is not recorded",
                        id);
            events.tell(() -> new RedriveEvent.LeaseLost(id));
            return;
        }
        RunningAttempt flight = flights.get(Held.of(settlement.lease()));
        if (flight == null || !(answer instanceof SettleResult.To to)) return;
        DeadLetter letter = flight.claimed.letter();
        events.tell(() -> told(settlement, to, letter));
    }

    static RedriveEvent told(Settlement settlement, SettleResult.To to, DeadLetter letter) {
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

    /** Renews the leases of all letters in our hands; an attempt that takes too long is on its own from here. */
    void renewLeases() {
        long timeout = options.attemptTimeout().toNanos();
        List<RunningAttempt> kept = new ArrayList<>();
        for (RunningAttempt flight : flights.values()) {
            if (flight.runsLongerThan(timeout)) {
                LOG.warn(
                        "letter {} has been worked on for more than {}; its worker is interrupted and others may take it",
                        flight.claimed.letter().id(),
                        options.attemptTimeout());
                flight.interrupt();
            } else {
                kept.add(flight);
            }
        }
        if (kept.isEmpty()) return;
        try {
            LeaseRenewal.renew(store, kept, options.leaseTime());
            renewals.worked();
        } catch (RuntimeException e) {
            renewals.failed(e);
            events.tell(() -> new RedriveEvent.StoreFailed("renew"));
        }
    }
}

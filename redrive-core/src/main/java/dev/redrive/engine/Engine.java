package dev.redrive.engine;

import dev.redrive.event.Events;
import dev.redrive.event.RedriveEvent;
import dev.redrive.letter.Attempt;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
import dev.redrive.store.ClaimRequest;
import dev.redrive.store.Claimed;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.Lease;
import dev.redrive.store.Settled;
import dev.redrive.store.Settlement;
import dev.redrive.store.Tallies;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
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

    /** One in so many claimed letters is the oldest, whatever its priority. */
    private static final int OLDEST_SHARE = 10;

    private static final int TYPICAL_BYTES = 8 * 1024;

    private static final Duration CHANNELS_KNOWN_FOR = Duration.ofSeconds(1);

    private final DeadLetterStore store;
    private final Lanes lanes;
    private final Courier courier;
    private final Events events;
    private final EngineOptions options;
    private final Executor workers;
    private final Runnable landed;
    private final InstantSource clock;
    /** By lease and not by letter: a letter may come back to us while its first attempt is late. */
    private final Map<Held, Flight> flights = new ConcurrentHashMap<>();

    private final LinkedBlockingQueue<Courier.Tried.ToSettle> finished = new LinkedBlockingQueue<>();
    private final Window window;
    private final AtomicLong bytes = new AtomicLong();
    private long largest = TYPICAL_BYTES;
    private int sinceOldest;
    private final AtomicInteger changes = new AtomicInteger();
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
            Lanes lanes,
            Courier courier,
            Events events,
            EngineOptions options,
            Executor workers,
            Runnable landed) {
        this.store = store;
        this.lanes = lanes;
        this.courier = courier;
        this.events = events;
        this.options = options;
        this.workers = workers;
        this.landed = landed;
        this.clock = store.clock();
        this.window = new Window(options.concurrency(), options.claimAhead());
    }

    // Claim

    /** Claims what is due and free to go, and hands it to the workers; returns how long nothing more is to be done. */
    Duration claimOnce() {
        int room = window.size() - flights.size();
        int free = Math.min(room, roomInMemory());
        if (room < window.worthClaiming() || free == 0 || lanes.all().isEmpty()) return options.tick();
        refreshChannels();
        Duration pause = options.tick();
        boolean more = false;
        for (Lane lane : lanes.all()) {
            if (lane.isFree() || free <= 0) continue;
            Set<String> own = channelsOf(lane);
            if (own.isEmpty()) continue;
            int permits = lane.permits(free);
            if (permits == 0) {
                pause = shorter(pause, lane.pause());
                continue;
            }
            int claimed = claim(permits, Optional.of(own));
            free -= claimed;
            pause = shorter(pause, claimed == permits ? lane.pause() : untilDue(Optional.of(own)));
        }
        Optional<Set<String>> together = freeChannels();
        if (free > 0 && (together.isEmpty() || !together.get().isEmpty())) {
            int claimed = claim(free, together);
            more = claimed == free;
            window.claimed(more);
            if (!more) pause = shorter(pause, untilDue(together));
        }
        return more ? Duration.ZERO : pause;
    }

    /** As many letters as fit if they are as large as the largest of the last claim. */
    private int roomInMemory() {
        long room = MOST_BYTES - bytes.get();
        if (flights.isEmpty()) return (int) Math.max(1, MOST_BYTES / largest);
        return (int) Math.max(0, room / largest);
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

    private int claim(int limit, Optional<Set<String>> from) {
        sinceOldest += limit;
        int oldest = Math.min(limit, sinceOldest / OLDEST_SHARE);
        sinceOldest -= oldest * OLDEST_SHARE;
        List<Claimed> claimed =
                store.claim(new ClaimRequest(options.worker(), limit, oldest, options.leaseTime(), from));
        largest = TYPICAL_BYTES;
        for (Claimed one : claimed)
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

    private Set<String> channelsOf(Lane lane) {
        Set<String> own = new HashSet<>();
        for (String channel : channels) {
            if (lanes.of(channel).filter(l -> l == lane).isPresent()) own.add(channel);
        }
        return own;
    }

    /** The channels that nothing holds back; empty means all there are, which is the quickest to claim. */
    private Optional<Set<String>> freeChannels() {
        Set<String> free = new HashSet<>();
        for (String channel : channels) {
            if (lanes.of(channel).filter(Lane::isFree).isPresent()) free.add(channel);
        }
        boolean all = free.size() == channels.size() && lanes.all().stream().anyMatch(l -> l.servesAll() && l.isFree());
        return all || (free.size() == channels.size() && !free.isEmpty()) ? Optional.empty() : Optional.of(free);
    }

    // Attempt

    private void launch(Claimed claimed) {
        Flight flight = new Flight(claimed);
        takeOff(flight);
        try {
            workers.execute(() -> fly(flight));
        } catch (RejectedExecutionException stopping) {
            giveBack(flight);
        }
    }

    private void fly(Flight flight) {
        if (!flight.start()) return;
        window.waited(flight.waited());
        Claimed claimed = flight.claimed;
        Courier.Tried tried = attempt(claimed);
        flight.finish();
        if (tried instanceof Courier.Tried.ToSettle toSettle) {
            finished.add(toSettle);
        } else if (tried instanceof Courier.Tried.AlreadySettled done) {
            tell(done.settlement(), done.settled());
            land(claimed.lease());
            landed.run();
        }
    }

    private Courier.Tried attempt(Claimed claimed) {
        DeadLetter letter = claimed.letter();
        Optional<Lane> lane = lanes.of(letter.channel());
        if (lane.isPresent()) return attempt(claimed, lane.get());
        events.tell(() -> new RedriveEvent.Released(letter.id(), letter.channel(), "no handler in this process"));
        return Courier.released(claimed, clock.instant().plus(options.tick()));
    }

    /** Its conditions are foreign code; whatever comes out of it, the letter does not stay in our hands. */
    private Courier.Tried attempt(Claimed claimed, Lane lane) {
        try {
            return courier.attempt(claimed, lane);
        } catch (Throwable e) {
            LOG.error(
                    "letter {} could not be tried and comes back in {}",
                    claimed.letter().id(),
                    options.tick(),
                    e);
            return Courier.released(claimed, clock.instant().plus(options.tick()));
        }
    }

    private void giveBack(Flight flight) {
        if (flight.giveBack()) finished.add((Courier.Tried.ToSettle) Courier.released(flight.claimed, clock.instant()));
    }

    /** Gives back what no worker has started yet. */
    void giveBackWaiting() {
        flights.values().forEach(this::giveBack);
    }

    void interruptRunning() {
        flights.values().forEach(Flight::interrupt);
    }

    boolean isIdle() {
        return flights.isEmpty();
    }

    // Settle

    /** Settles what is finished, waiting for it at most so long; returns how many. */
    int settleOnce(Duration patience) throws InterruptedException {
        Courier.Tried.ToSettle first = finished.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        if (first == null) return 0;
        List<Courier.Tried.ToSettle> batch = new ArrayList<>();
        batch.add(first);
        finished.drainTo(batch, SETTLE_AT_ONCE - 1);
        return settle(batch);
    }

    private int settle(List<Courier.Tried.ToSettle> batch) {
        List<Settlement> settlements =
                batch.stream().map(Courier.Tried.ToSettle::settlement).toList();
        List<Settled> answers;
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

    private void takeOff(Flight flight) {
        flights.put(Held.of(flight.claimed.lease()), flight);
        bytes.addAndGet(flight.claimed.letter().payload().size());
    }

    /**
     * Works on a letter on the calling thread, with its lease kept like those of all others. An interrupt is the attempt's
     * matter and does not keep it from being settled; one that was not ours is there again afterwards.
     */
    <T> T byHand(Claimed claimed, Supplier<Courier.Tried> attempt, Function<Courier.Tried, T> settle) {
        Flight flight = new Flight(claimed);
        flight.start(); // before a stop can see it: what waits is given back
        takeOff(flight);
        boolean interrupted = false;
        try {
            Courier.Tried tried = attempt.get();
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
        Flight flight = flights.remove(Held.of(lease));
        if (flight != null) bytes.addAndGet(-flight.claimed.letter().payload().size());
    }

    private void tell(Settlement settlement, Settled answer) {
        LetterId id = settlement.lease().id();
        if (answer instanceof Settled.LeaseLost) {
            LOG.warn(
                    "letter {} was finished after its lease had gone to another worker; its outcome is not recorded",
                    id);
            events.tell(() -> new RedriveEvent.LeaseLost(id));
            return;
        }
        Flight flight = flights.get(Held.of(settlement.lease()));
        if (flight == null || !(answer instanceof Settled.To to)) return;
        DeadLetter letter = flight.claimed.letter();
        events.tell(() -> told(settlement, to, letter));
    }

    static RedriveEvent told(Settlement settlement, Settled.To to, DeadLetter letter) {
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
        List<Lease> leases = new ArrayList<>();
        for (Flight flight : flights.values()) {
            if (flight.runsLongerThan(timeout)) {
                LOG.warn(
                        "letter {} has been worked on for more than {}; its worker is interrupted and others may take it",
                        flight.claimed.letter().id(),
                        options.attemptTimeout());
                flight.interrupt();
            } else {
                leases.add(flight.claimed.lease());
            }
        }
        if (leases.isEmpty()) return;
        try {
            store.renew(leases, options.leaseTime());
        } catch (RuntimeException e) {
            LOG.warn("leases could not be renewed: {}", e.toString());
        }
    }
}

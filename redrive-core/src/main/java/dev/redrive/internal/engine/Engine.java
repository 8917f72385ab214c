package dev.redrive.internal.engine;

import dev.redrive.engine.EngineOptions;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.letter.DeadLetter;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.leases.ClaimRequest;
import dev.redrive.store.leases.LeasedLetter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims letters and runs attempts at them. It has no threads of its own; {@link EngineThreads} drives
 * it, and a test can drive it in one thread under a clock of its own.
 */
final class Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    /** While letters wait for a worker, how often it is looked whether their route has become slow. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private final DeadLetterStore store;
    private final Routes routes;
    private final AttemptRunner runner;
    private final Events events;
    private final EngineOptions options;
    private final Bulkheads bulkheads;
    private final InstantSource clock;
    private final AttemptPool<LeasedLetter> attempts;
    private final ClaimWindow window;
    private final PayloadBudget budget;
    private long largest = 1;
    /** Each kind of claim has its own: a route that gets few letters at a time must not get those that are due to others. */
    private final Map<Route, OldestShare> oldestOfRoute = new HashMap<>();

    private final OldestShare oldestOfUntried = new OldestShare();
    private final OldestShare oldestTogether = new OldestShare();
    private final OpenChannels open;
    private final HeldChannels held;
    /** Those of the current claim. */
    private Set<String> channels = Set.of();

    Engine(
            DeadLetterStore store,
            Routes routes,
            AttemptRunner runner,
            Events events,
            EngineOptions options,
            PayloadBudget budget,
            HeldChannels held,
            Executor workers) {
        this.store = store;
        this.routes = routes;
        this.runner = runner;
        this.events = events;
        this.options = options;
        this.budget = budget;
        this.held = held;
        // Where letters are worked on one at a time, that may be because handlers cannot do it otherwise.
        int mostStuck = options.concurrency() == 1 ? 0 : Bulkheads.MOST_STUCK;
        this.bulkheads = new Bulkheads(
                options.concurrency(), mostStuck, workers, () -> routes.all().size(), System::nanoTime);
        this.clock = store.clock();
        this.open = new OpenChannels(store::tallies, clock);
        this.attempts = new AttemptPool<>(store, events, options, bulkheads, this::released);
        this.window = new ClaimWindow(options.concurrency(), options.claimAhead());
    }

    /** The letters that are claimed and not settled yet. */
    AttemptPool<LeasedLetter> attempts() {
        return attempts;
    }

    // Claim

    /** Claims what is due and free to go, and hands it to the workers; returns how long nothing more is to be done. */
    Duration claimOnce() {
        attempts.rebalance();
        if (routes.all().isEmpty()) return options.tick();
        channels = open.now();
        Bulkheads.Held aside = bulkheads.heldByNotQuick();
        Duration pause = aside.isAnyWaiting() ? LOOK_AGAIN : options.tick();
        // Nobody signals that a channel was released.
        if (held.isAny()) pause = shorter(pause, HeldChannels.KNOWN_FOR);
        int free = window.size() - (attempts.size() - aside.count());
        Room room =
                new Room(free < window.worthClaiming() ? 0 : free, budget.part() - (attempts.bytes() - aside.bytes()));
        Room roomAside = new Room(Integer.MAX_VALUE, budget.part() - aside.bytes());
        for (Route route : routes.all()) {
            boolean isQuick = bulkheads.isQuick(route);
            if (route.isFree() && (isQuick || bulkheads.isUntried(route))) continue;
            Room own = isQuick ? room : roomAside;
            int most = isQuick ? own.letters() : Math.min(own.letters(), bulkheads.room(route));
            Set<String> channels = most > 0 ? channelsOf(route::equals) : Set.of();
            if (channels.isEmpty()) continue;
            int permits = route.permits(most);
            if (permits == 0) {
                pause = shorter(pause, route.pause());
                continue;
            }
            OldestShare share = oldestOfRoute.computeIfAbsent(route, l -> new OldestShare());
            int claimed = claim(permits, own, Optional.of(channels), share);
            pause = shorter(pause, claimed == permits ? route.pause() : untilDue(Optional.of(channels)));
        }
        return shorter(untilCounted(pause), shorter(claimUntried(roomAside), claimTogether(room)));
    }

    /** A few letters of routes of which nothing is known: how quick they are shows when they are back. */
    private Duration claimUntried(Room room) {
        int most = Math.min(room.letters(), options.concurrency());
        Set<String> untried = most > 0
                ? channelsOf(route -> route.isFree() && !bulkheads.isQuick(route) && bulkheads.isUntried(route))
                : Set.of();
        if (untried.isEmpty()) return options.tick();
        return claim(most, room, Optional.of(untried), oldestOfUntried) == most
                ? Duration.ZERO
                : untilDue(Optional.of(untried));
    }

    private Duration claimTogether(Room room) {
        int most = room.letters();
        if (most <= 0) return options.tick();
        Optional<Set<String>> together = freeChannels();
        if (together.isPresent() && together.get().isEmpty()) return options.tick();
        boolean more = claim(most, room, together, oldestTogether) == most;
        window.claimed(more);
        return more ? Duration.ZERO : untilDue(together);
    }

    /** What may still be claimed in one round. */
    private final class Room {
        private int letters;
        private long bytes;

        Room(int letters, long bytes) {
            this.letters = letters;
            this.bytes = bytes;
        }

        /** No more than fit if they are as large as the last ones: what is claimed in vain has to be put back. */
        int letters() {
            return bytes <= 0 ? 0 : (int) Math.min(letters, Math.max(1, bytes / largest));
        }

        void take(List<LeasedLetter> claimed) {
            letters -= claimed.size();
            for (LeasedLetter one : claimed) bytes -= one.letter().payload().size();
        }
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

    private int claim(int limit, Room room, Optional<Set<String>> from, OldestShare share) {
        List<LeasedLetter> claimed = store.claim(
                new ClaimRequest(options.worker(), limit, share.of(limit), options.leaseTime(), from, room.bytes));
        share.claimed(claimed.size(), limit);
        room.take(claimed);
        largest = Math.max(1, largest / 2);
        for (LeasedLetter one : claimed)
            largest = Math.max(largest, one.letter().payload().size());
        claimed.forEach(this::launch);
        return claimed.size();
    }

    /** At most until a channel shows that others brought letters into. */
    private Duration untilCounted(Duration pause) {
        return open.postponed()
                .map(at -> shorter(pause, Duration.between(clock.instant(), at)))
                .map(time -> time.isNegative() ? Duration.ofMillis(1) : time.plusMillis(1))
                .orElse(pause);
    }

    /** A letter of this channel was stored by this process. */
    void captured(String channel) {
        open.captured(channel);
    }

    /** Something changed, perhaps in another process: looks for channels again. */
    void changed() {
        open.changed();
    }

    private Set<String> channelsOf(Predicate<Route> which) {
        Set<String> own = new HashSet<>();
        for (String channel : channels) {
            if (held.on(channel).isEmpty() && routes.of(channel).filter(which).isPresent()) own.add(channel);
        }
        return own;
    }

    /** The channels that nothing holds back; empty means all there are, which is the quickest to claim. */
    private Optional<Set<String>> freeChannels() {
        Predicate<Route> isFree = route -> route.isFree() && bulkheads.isQuick(route);
        Set<String> free = channelsOf(isFree);
        // A claim of all channels would take letters of a held one that was not counted yet.
        if (held.isAny()) return Optional.of(free);
        boolean all =
                free.size() == channels.size() && routes.all().stream().anyMatch(l -> l.servesAll() && isFree.test(l));
        return all || (free.size() == channels.size() && !free.isEmpty()) ? Optional.empty() : Optional.of(free);
    }

    // Attempt

    private void launch(LeasedLetter claimed) {
        DeadLetter letter = claimed.letter();
        Optional<Route> route = routes.of(letter.channel());
        if (route.isPresent()) {
            route.get().expect();
            attempts.submit(claimed, claimed, route.get(), attempt -> run(attempt, route.get()));
        } else {
            events.publish(
                    () -> new RedriveEvent.Released(letter.id(), letter.channel(), "no handler in this process"));
            attempts.reject(
                    claimed,
                    claimed,
                    AttemptRunner.released(claimed, clock.instant().plus(options.tick())));
        }
    }

    private AttemptResult run(RunningAttempt attempt, Route route) {
        route.arrived();
        window.waited(attempt.waited());
        LeasedLetter claimed = attempt.claimed;
        // Last of all before it is sent: this process may have been stopped or frozen for any time until here.
        return attempt.isHeld(clock.instant())
                        && held.on(claimed.letter().channel()).isEmpty()
                ? attempt(claimed, route)
                : AttemptRunner.released(claimed, clock.instant());
    }

    /** Conditions are foreign code; whatever it throws, the letter is released. */
    private AttemptResult attempt(LeasedLetter claimed, Route route) {
        try {
            return runner.attempt(claimed, route);
        } catch (Throwable e) {
            LOG.error(
                    "letter {} could not be tried and comes back in {}",
                    claimed.letter().id(),
                    options.tick(),
                    e);
            return AttemptRunner.released(claimed, clock.instant().plus(options.tick()));
        }
    }

    private AttemptResult released(LeasedLetter claimed) {
        routes.of(claimed.letter().channel()).ifPresent(Route::arrived);
        return AttemptRunner.released(claimed, clock.instant());
    }
}

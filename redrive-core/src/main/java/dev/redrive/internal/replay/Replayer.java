package dev.redrive.internal.replay;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.internal.text.DoublingPause;
import dev.redrive.internal.text.OutageLog;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayId;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks after replays on this node: takes those that no living node has, and runs each on a thread of its own. */
public final class Replayer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Replayer.class);
    private static final int AT_ONCE = 8;
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final ReplayContext context;
    private final String node;
    private final Duration stopGrace;
    private final Semaphore wake = new Semaphore(0);
    private final Map<Thread, ReplayRun> runs = new ConcurrentHashMap<>();
    private final Thread poller = DaemonThreads.of("redrive-replays", this::poll);
    private final Set<ReplayId> startedHere = ConcurrentHashMap.newKeySet();
    private final OutageLog outage = new OutageLog(LOG, "go on with replays (no letter is sent twice)");
    private final AtomicLong taken = new AtomicLong();
    private volatile boolean stopping;
    private boolean started;

    public Replayer(ReplayContext context, String node, Duration stopGrace) {
        this.context = context;
        this.node = node;
        this.stopGrace = stopGrace;
    }

    /** No replay runs before this call. It is idempotent. */
    public synchronized void start() {
        if (started || stopping) return;
        started = true;
        poller.start();
    }

    /** Notes that it was started or resumed in this process; false when that was noted already. */
    public boolean startedHere(ReplayId id) {
        return startedHere.add(id);
    }

    public void notStartedHere(ReplayId id) {
        startedHere.remove(id);
    }

    /** A replay was started, paused, resumed or cancelled: looks at once instead of at the next turn. */
    public void commanded(ReplayId id) {
        for (ReplayRun run : runs.values()) if (run.id().equals(id)) run.listen();
        wake();
    }

    /** Those that this node looks after now. */
    public Set<ReplayId> running() {
        return runs.values().stream().map(ReplayRun::id).collect(Collectors.toUnmodifiableSet());
    }

    private void wake() {
        if (wake.availablePermits() == 0) wake.release();
    }

    private void poll() {
        DoublingPause pauses = new DoublingPause(LOOK_EVERY, LONGEST_PAUSE);
        while (!stopping) {
            Duration pause = pauses.next();
            try {
                while (!stopping && runs.size() < AT_ONCE && takeOne()) {}
                outage.worked();
                pauses.reset();
                pause = LOOK_EVERY;
            } catch (RuntimeException | Error e) {
                // Of a store that is away, others speak.
                if (e instanceof StoreUnavailable) LOG.debug("cannot look for replays: {}", e.toString());
                else LOG.warn("cannot look for replays; trying again in {}: {}", pause, e.toString());
            }
            if (!await(pause)) return;
        }
    }

    private boolean takeOne() {
        // A name for each run, not for each node: one that was away for too long must not keep what another one has.
        String owner = node + "#" + taken.incrementAndGet();
        Optional<Replay> found = context.book().take(owner, ReplayRun.OWNED_FOR);
        if (found.isPresent()) {
            ReplayId id = found.get().id();
            TargetAvailability targets = new TargetAvailability(context, found.get(), () -> startedHere.contains(id));
            ReplayRun run =
                    new ReplayRun(context, found.get(), new ReplayRun.Owner(node, owner), targets, () -> stopping);
            Thread thread = DaemonThreads.of("redrive-replay-" + run.id(), () -> run(run));
            runs.put(thread, run);
            thread.start();
        }
        return found.isPresent();
    }

    private boolean await(Duration time) {
        try {
            if (wake.tryAcquire(time.toNanos(), TimeUnit.NANOSECONDS)) wake.drainPermits();
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void run(ReplayRun run) {
        ReplayId id = run.id();
        try {
            run.run();
            run.leave();
            if (run.isOver()) startedHere.remove(id);
        } catch (InterruptedException e) {
            LOG.warn("replay {} was interrupted; its letters are free when their leases end", id);
        } catch (RuntimeException e) {
            // It stays ours until its time is over: then this or another node goes on with it.
            if (e instanceof StoreUnavailable) storeFailed(id, e);
            else LOG.error("replay {} goes on in a while, after something unexpected", id, e);
        } finally {
            runs.remove(Thread.currentThread());
            wake();
        }
    }

    /** One line for all replays, until the store answers again. */
    private void storeFailed(ReplayId id, RuntimeException why) {
        outage.failed(why);
        LOG.debug("replay {} goes on in a while: {}", id, why.toString());
        context.events().publish(() -> new RedriveEvent.StoreFailed("replay"));
    }

    /** Finishes what is being sent and leaves the rest to other nodes, or to this one when it starts again. */
    @Override
    public void close() {
        synchronized (this) {
            stopping = true;
        }
        wake();
        boolean interrupted = Thread.interrupted();
        long until = System.nanoTime() + stopGrace.toNanos();
        interrupted |= !join(poller, until);
        for (Thread run : runs.keySet()) interrupted |= !join(run, until);
        runs.keySet().forEach(Thread::interrupt);
        if (interrupted) Thread.currentThread().interrupt();
    }

    private static boolean join(Thread thread, long until) {
        try {
            thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime())));
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}

package dev.redrive.internal.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares workers among routes, so that one whose target is slow or hangs takes only its own part of them. A quick route may
 * use all workers but two, in the order in which its letters came. Slow routes together leave half of the workers to quick
 * ones, or two of them when there were none for a while; of a route that was never tried, one letter finds out. A route that
 * is alone has all workers. When the first letter of a route hangs, it keeps its worker, and another one is added: any number
 * of routes may hang in this way before a good one is tried for the first time.
 */
final class Bulkheads {
    private static final Logger LOG = LoggerFactory.getLogger(Bulkheads.class);
    private static final int LEFT_TO_OTHERS = 2;
    private static final int WAITING_PER_WORKER = 2;
    /** So many routes may hang at their first letter without taking a worker from others. */
    static final int MOST_STUCK = 64;

    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** A letter that waits for a worker or has one. */
    static final class Job {
        final RunningAttempt attempt;
        private final Runnable work;
        private final Runnable refused;
        private @Nullable Bulkhead bulkhead;
        private long order;
        long startedNanos;

        /** Does the work, or the other thing when there are no workers any more. */
        Job(RunningAttempt attempt, Runnable work, Runnable refused) {
            this.attempt = attempt;
            this.work = work;
            this.refused = refused;
        }

        /** How long it has been sent; to wait for the pace that its target was given is no fault of the target. */
        long age(long now) {
            return now - startedNanos - attempt.heldUpNanos();
        }

        int bytes() {
            return attempt.claimed.letter().payload().size();
        }

        private Bulkhead bulkhead() {
            if (bulkhead == null) throw new IllegalStateException("the job was not added");
            return bulkhead;
        }
    }

    private final int workers;
    private final int mostStuck;
    private final Executor executor;
    private final IntSupplier routes;
    private final LongSupplier nanos;
    private final Map<Route, Bulkhead> bulkheads = new HashMap<>();
    private int running;
    private long added;
    private long quickNanos;

    /**
     * @param mostStuck how many workers may be added for routes that hang at their first letter
     * @param routes those that letters may come for count like those they came for when it is asked whether one is alone
     */
    Bulkheads(int workers, int mostStuck, Executor executor, IntSupplier routes, LongSupplier nanos) {
        this.workers = workers;
        this.mostStuck = mostStuck;
        this.executor = executor;
        this.routes = routes;
        this.nanos = nanos;
        this.quickNanos = nanos.getAsLong() - QUIET_NANOS;
    }

    // Work

    /** Gives the letter a worker as soon as its route may have one more. */
    void add(Route route, Job job) {
        synchronized (this) {
            Bulkhead bulkhead = of(route);
            job.bulkhead = bulkhead;
            job.order = added++;
            bulkhead.add(job);
            long now = nanos.getAsLong();
            if (bulkhead.pace(now) == Bulkhead.Pace.QUICK) quickNanos = now;
        }
        start();
    }

    /** Starts what may start by now; for when something changed that these workers do not see. */
    void start() {
        startable().forEach(this::execute);
    }

    private void execute(Job job) {
        try {
            executor.execute(() -> work(job));
        } catch (RejectedExecutionException stopping) {
            synchronized (this) {
                job.bulkhead().dropped(job);
                leave(job);
            }
            job.refused.run();
        }
    }

    /** Goes on with what comes next on the same thread. */
    private void work(Job first) {
        Job job = first;
        while (job != null) {
            try {
                job.work.run();
            } catch (Throwable e) {
                LOG.error(
                        "letter {} was left in the middle",
                        job.attempt.claimed.letter().id(),
                        e);
            }
            List<Job> next = ended(job);
            next.stream().skip(1).forEach(this::execute);
            job = next.isEmpty() ? null : next.get(0);
        }
    }

    private synchronized List<Job> ended(Job job) {
        job.bulkhead().end(job, nanos.getAsLong());
        leave(job);
        return startable();
    }

    private void leave(Job job) {
        running--;
        job.bulkhead().route.leave();
    }

    // Whose turn it is

    private synchronized List<Job> startable() {
        List<Job> jobs = new ArrayList<>(1);
        for (Bulkhead next = next(); next != null; next = next()) {
            Job job = next.waiting.remove();
            next.start(job, nanos.getAsLong());
            running++;
            jobs.add(job);
        }
        return jobs;
    }

    /** Of the routes that may have one more worker, the one whose letter came first; it has its place then. */
    private @Nullable Bulkhead next() {
        long now = nanos.getAsLong();
        if (running - stuck(now) >= workers) return null;
        Bulkhead first = null;
        for (Bulkhead one : bulkheads.values()) {
            if (one.waiting.isEmpty() || (first != null && first.waiting.element().order < one.waiting.element().order))
                continue;
            if (mayStart(one, now) && one.route.hasPlace()) first = one;
        }
        return first != null && first.route.enter() ? first : null;
    }

    private boolean mayStart(Bulkhead one, long now) {
        if (one.running() >= limit(one.route)) return false;
        if (isAlone()) return true;
        return switch (one.pace(now)) {
            case QUICK -> true;
            case SLOW -> notQuick(now) < forSlow(now);
            case UNKNOWN ->
                one.running() == 0 && notQuick(now) - stuck(now) < Math.max(1, Math.min(workers - 1, forSlow(now) + 1));
        };
    }

    private int limit(Route route) {
        int most = isAlone() ? workers : Math.max(1, workers - LEFT_TO_OTHERS);
        return Math.min(most, route.concurrency().orElse(most));
    }

    private boolean isAlone() {
        return routes.getAsInt() <= 1 && bulkheads.size() <= 1;
    }

    /** How many workers are with routes that are slow, or may be. */
    private int notQuick(long now) {
        int count = 0;
        for (Bulkhead one : bulkheads.values()) if (one.pace(now) != Bulkhead.Pace.QUICK) count += one.running();
        return count;
    }

    /** How many routes hang at their first letter, as far as workers are added for them. */
    private int stuck(long now) {
        if (mostStuck == 0) return 0;
        int count = 0;
        for (Bulkhead one : bulkheads.values()) if (one.isStuckAtFirst(now)) count++;
        return Math.min(mostStuck, count);
    }

    private int forSlow(long now) {
        boolean quiet = now - quickNanos >= QUIET_NANOS;
        return Math.max(1, quiet ? workers - LEFT_TO_OTHERS : workers / 2);
    }

    // What a route may hold

    /** True when letters of this route may be taken with those of others, as many as there are. */
    synchronized boolean isQuick(Route route) {
        Bulkhead one = bulkheads.get(route);
        return isAlone() || (one != null && one.pace(nanos.getAsLong()) == Bulkhead.Pace.QUICK);
    }

    /** True when nothing is known of a route and none of its letters is on the way to find out. */
    synchronized boolean isUntried(Route route) {
        Bulkhead one = bulkheads.get(route);
        return one == null || (one.held() == 0 && one.pace(nanos.getAsLong()) == Bulkhead.Pace.UNKNOWN);
    }

    /** How many letters of a route that is not quick may be taken now: so many that none of its workers has to wait. */
    synchronized int room(Route route) {
        Bulkhead one = bulkheads.get(route);
        if (one == null) return limit(route);
        boolean isSlow = one.pace(nanos.getAsLong()) == Bulkhead.Pace.SLOW;
        return Math.max(0, isSlow ? one.running() + 1 - one.waiting.size() : limit(route) - one.held());
    }

    /** How many more letters of a route should be taken: for a slow one so many that its workers have enough to do. */
    synchronized int roomBeforeSlow(Route route) {
        Bulkhead one = bulkheads.get(route);
        if (one == null || one.pace(nanos.getAsLong()) != Bulkhead.Pace.SLOW) return Integer.MAX_VALUE;
        return Math.max(0, WAITING_PER_WORKER * workers - one.waiting.size());
    }

    /** Takes away what waits for slow routes in larger numbers: these letters are better where others can see them. */
    synchronized List<RunningAttempt> takeBack() {
        List<RunningAttempt> back = new ArrayList<>();
        long now = nanos.getAsLong();
        for (Bulkhead one : bulkheads.values()) {
            while (one.waiting.size() > WAITING_PER_WORKER * workers && one.staysSlow(now)) {
                Job job = one.waiting.removeLast();
                one.dropped(job);
                back.add(job.attempt);
            }
        }
        return back;
    }

    /** The letters of routes that are not quick, which wait or are being sent. */
    record Held(int count, long bytes, boolean isAnyWaiting) {}

    synchronized Held heldByNotQuick() {
        int count = 0;
        long bytes = 0;
        boolean waiting = false;
        long now = nanos.getAsLong();
        for (Bulkhead one : bulkheads.values()) {
            waiting |= !one.waiting.isEmpty();
            if (isAlone() || one.pace(now) == Bulkhead.Pace.QUICK) continue;
            count += one.held();
            bytes += one.bytes();
        }
        return new Held(count, bytes, waiting);
    }

    private Bulkhead of(Route route) {
        return bulkheads.computeIfAbsent(route, Bulkhead::new);
    }
}

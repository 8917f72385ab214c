package dev.redrive.server.stats;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.text.BoundedNames;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.letter.LetterStatus;
import dev.redrive.letter.Move;
import dev.redrive.series.MinuteCount;
import dev.redrive.series.MinuteCount.Measure;
import dev.redrive.series.MinuteCounts;
import dev.redrive.store.StoreUnavailable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Counts what happens, by minute and channel, and writes the counts to the store every few seconds. While the store is
 * away it keeps them, within bounds.
 */
@Component
final class SeriesRecorder implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(SeriesRecorder.class);

    private static final Duration EVERY = Duration.ofSeconds(5);
    private static final Duration FORGET_EVERY = Duration.ofDays(1);
    private static final Duration KEPT = Duration.ofDays(90);
    private static final int CHANNELS = 500;
    private static final int AT_ONCE = 500;

    /**
     * The channel of what is counted without one. No letter has it, so it is in the sums over all channels only, and
     * callers with limited channels do not see it.
     */
    private static final String NO_CHANNEL = "";

    /** Counts that may wait by channel, and as many more without one: about half a day of a busy node. */
    static final int MOST_WAITING = 20_000;

    private record Key(Instant minute, String channel, Measure measure) {}

    private final MinuteCounts minutes;
    private final InstantSource clock;
    private final BoundedNames channels = new BoundedNames(CHANNELS, NO_CHANNEL);
    private final Map<Key, Long> waiting = new ConcurrentHashMap<>();
    private final AtomicLong lost = new AtomicLong();
    private final ReentrantLock writing = new ReentrantLock();
    private @Nullable Instant forgotAt;
    private boolean troubled;
    private @Nullable ScheduledExecutorService thread;

    SeriesRecorder(Events events, MinuteCounts minutes, InstantSource clock) {
        this.minutes = minutes;
        this.clock = clock;
        events.listen(this::accept);
    }

    // Counting, on the threads that do the work

    private void accept(RedriveEvent event) {
        if (event instanceof RedriveEvent.Captured captured && captured.isNew()) {
            count(captured.channel(), Measure.CAPTURED, 1);
            countEnd(captured.channel(), captured.status());
        } else if (event instanceof RedriveEvent.Attempted attempted) {
            count(attempted.channel(), Measure.ATTEMPTED, 1);
            countEnd(attempted.channel(), attempted.status());
        } else if (event instanceof RedriveEvent.Moved moved) {
            countMoved(moved);
        }
    }

    private void countEnd(String channel, LetterStatus status) {
        if (status == LetterStatus.RESOLVED) count(channel, Measure.RESOLVED, 1);
        if (status == LetterStatus.FAILED || status == LetterStatus.MANUAL) count(channel, Measure.FAILED, 1);
    }

    private void countMoved(RedriveEvent.Moved moved) {
        int letters = moved.ids().size();
        if (moved.move() == Move.ARCHIVE || moved.move() == Move.DISCARD)
            count(moved.channel(), Measure.ARCHIVED, letters);
        if (moved.move() == Move.CONFIRM) count(moved.channel(), Measure.RESOLVED, letters);
    }

    private void count(String channel, Measure measure, long count) {
        add(new Key(clock.instant().truncatedTo(ChronoUnit.MINUTES), channels.of(channel), measure), count);
    }

    private void add(Key key, long count) {
        if (waiting.size() < MOST_WAITING) waiting.merge(key, count, Long::sum);
        else if (waiting.size() < 2 * MOST_WAITING)
            waiting.merge(new Key(key.minute(), NO_CHANNEL, key.measure()), count, Long::sum);
        else lost.addAndGet(count);
    }

    // Writing, on a thread of its own, or before a read

    void tick() {
        flush();
        forget();
    }

    /** What was counted before is in the store when it returns, unless the store is away. */
    void flush() {
        writing.lock();
        try {
            List<MinuteCount> taken = take();
            for (int i = 0; i < taken.size(); i += AT_ONCE) {
                if (!write(taken.subList(i, Math.min(i + AT_ONCE, taken.size())))) {
                    putBack(taken.subList(i, taken.size()));
                    return;
                }
            }
        } finally {
            writing.unlock();
        }
    }

    private List<MinuteCount> take() {
        List<MinuteCount> taken = new ArrayList<>();
        for (Key key : List.copyOf(waiting.keySet())) {
            Long count = waiting.remove(key);
            if (count != null) taken.add(new MinuteCount(key.minute(), key.channel(), key.measure(), count));
        }
        return taken;
    }

    private void putBack(List<MinuteCount> counts) {
        counts.forEach(c -> add(new Key(c.minute(), c.channel(), c.measure()), c.count()));
    }

    private boolean write(List<MinuteCount> counts) {
        try {
            minutes.add(counts);
        } catch (RuntimeException e) {
            // Of a store that is away, others speak.
            if (!troubled && !(e instanceof StoreUnavailable))
                LOG.warn("the counts behind the charts cannot be stored and wait in memory until they can", e);
            troubled = true;
            return false;
        }
        if (lost.get() > 0) LOG.warn("{} counts behind the charts were lost: there were too many", lost.getAndSet(0));
        troubled = false;
        return true;
    }

    private void forget() {
        Instant now = clock.instant();
        if (forgotAt != null && now.isBefore(forgotAt.plus(FORGET_EVERY))) return;
        try {
            minutes.deleteBefore(now.minus(KEPT));
            channels.clear();
            forgotAt = now;
        } catch (RuntimeException e) {
            LOG.debug("old counts could not be deleted; the next try is in {} s", EVERY.toSeconds(), e);
        }
    }

    // Life

    /** Stops after nearly everything else, so that it counts what others do while they stop. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE + 1000;
    }

    @Override
    public synchronized void start() {
        if (thread != null) return;
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-series"));
        var unused =
                started.scheduleWithFixedDelay(this::tick, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        thread = started;
    }

    @Override
    public synchronized void stop() {
        ScheduledExecutorService running = thread;
        if (running == null) return;
        thread = null;
        running.shutdown();
        try {
            if (running.awaitTermination(EVERY.toMillis(), TimeUnit.MILLISECONDS)) flush();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }
}

package dev.redrive.server.live;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.server.caller.Scope;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clients of one stream of events. Offering an event only puts it into bounded queues; a few threads of their own write, to
 * each watcher at most once in a gathering time, however much happens.
 */
final class Watchers {
    private static final Logger LOG = LoggerFactory.getLogger(Watchers.class);
    private static final int THREADS = 4;

    private final int most;
    private final Duration gather;
    private final String heartbeat;
    private final Set<Watcher> joined = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places;
    private final ScheduledThreadPoolExecutor senders;

    /** @param heartbeat what is sent when nothing happened for a while */
    Watchers(String name, int most, Duration gather, String heartbeat) {
        this.most = most;
        this.gather = gather;
        this.heartbeat = heartbeat;
        this.places = new AtomicInteger(most);
        senders = new ScheduledThreadPoolExecutor(THREADS, DaemonThreads.numbered(name));
        senders.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    boolean isEmpty() {
        return joined.isEmpty();
    }

    int count() {
        return most - places.get();
    }

    void start(Duration beatEvery) {
        every(beatEvery, this::beat);
    }

    /** Work of the stream itself, on one of its threads. */
    void every(Duration time, Runnable work) {
        var unused = senders.scheduleWithFixedDelay(work, time.toMillis(), time.toMillis(), TimeUnit.MILLISECONDS);
    }

    void offer(LiveEvent event) {
        for (Watcher watcher : joined) if (watcher.maySee(event) && watcher.offer(event)) sendSoon(watcher);
    }

    /** Offers to each watcher what is for its channels. */
    void offer(Function<Scope, Optional<LiveEvent>> events) {
        for (Watcher watcher : joined) {
            Optional<LiveEvent> event = events.apply(watcher.scope());
            if (event.isPresent() && watcher.offer(event.get())) sendSoon(watcher);
        }
    }

    /** Adds a watcher and returns what to call when it leaves; empty when there are too many already. */
    Optional<Runnable> join(Scope scope, Watcher.Outlet outlet, Optional<LiveEvent> first) {
        if (places.getAndDecrement() <= 0) {
            places.incrementAndGet();
            return Optional.empty();
        }
        Watcher watcher = new Watcher(scope, outlet, heartbeat);
        boolean mustSend = first.isPresent() && watcher.offer(first.get());
        joined.add(watcher);
        // A watcher that joins during the shutdown may have been missed.
        if (senders.isShutdown()) disconnect(watcher);
        // The first sign of life lets the browser know that it is connected.
        if (mustSend || watcher.wantsToSend()) sendSoon(watcher);
        return Optional.of(() -> leave(watcher));
    }

    private void leave(Watcher watcher) {
        if (joined.remove(watcher)) places.incrementAndGet();
    }

    /** Ends the stream as well: an open one without events would keep its page from reconnecting. */
    private void disconnect(Watcher watcher) {
        leave(watcher);
        try {
            watcher.close();
        } catch (RuntimeException e) {
            LOG.debug("a watcher's stream could not be closed: {}", e.toString());
        }
    }

    private void sendSoon(Watcher watcher) {
        try {
            var unused = senders.schedule(() -> send(watcher), gather.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("an event comes too late for a watcher: the server stops");
        }
    }

    private void send(Watcher watcher) {
        if (!joined.contains(watcher)) return;
        try {
            if (watcher.send()) sendSoon(watcher);
        } catch (IOException | RuntimeException | Error e) {
            LOG.debug("a watcher has gone, or an event cannot be sent to it: {}", e.toString());
            disconnect(watcher);
        }
    }

    private void beat() {
        for (Watcher watcher : joined) if (watcher.wantsToSend()) sendSoon(watcher);
    }

    /** Ends all streams: an open one would delay the end of the web server. */
    void stop() {
        senders.shutdown();
        for (Watcher watcher : joined) disconnect(watcher);
    }
}

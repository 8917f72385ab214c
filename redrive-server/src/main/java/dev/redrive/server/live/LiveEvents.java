package dev.redrive.server.live;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends events to watchers. Publishing only puts the event into bounded queues; a few threads of its own write,
 * to each watcher at most ten times a second, however much happens.
 */
@Component
public final class LiveEvents implements SmartLifecycle {
    static final int MOST_WATCHERS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(LiveEvents.class);
    private static final int THREADS = 4;
    private static final Duration GATHER = Duration.ofMillis(100);
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final JsonMapper json;
    private final Duration gather;
    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger places = new AtomicInteger(MOST_WATCHERS);
    private final ScheduledThreadPoolExecutor senders;
    private volatile boolean running;

    @Autowired
    public LiveEvents(Events events, JsonMapper json) {
        this(events, json, GATHER);
    }

    LiveEvents(Events events, JsonMapper json, Duration gather) {
        this.json = json;
        this.gather = gather;
        senders = new ScheduledThreadPoolExecutor(THREADS, DaemonThreads.numbered("redrive-live"));
        senders.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        events.listen(this::accept);
    }

    // Publishing

    /** Publishes to watchers with all channels. The data is written as JSON, later and on another thread. */
    public void publish(String name, Object data) {
        publish(name, LiveEvent.about(null), () -> data);
    }

    /** Publishes to watchers with this channel. */
    public void publish(String name, String channel, Object data) {
        publish(name, LiveEvent.about(channel), () -> data);
    }

    private void accept(RedriveEvent event) {
        if (watchers.isEmpty()) return;
        LiveEventData data = LiveEventData.of(event);
        if (data != null) publish(data.name(), LiveEvent.about(data.channel()), data::data);
    }

    /** Sends to those whose channels are among the ones that it is for. The data is made when it is written. */
    public void publish(String name, Predicate<Scope> audience, Supplier<Object> data) {
        if (watchers.isEmpty()) return;
        LiveEvent event = new LiveEvent(audience, () -> LiveEvent.text(name, json.writeValueAsString(data.get())));
        for (Watcher watcher : watchers) if (watcher.maySee(event) && watcher.offer(event)) sendSoon(watcher);
    }

    // Watching

    /** Adds a watcher and returns what to call when it leaves; empty when there are too many already. */
    Optional<Runnable> join(Scope scope, Watcher.Outlet outlet) {
        if (places.getAndDecrement() <= 0) {
            places.incrementAndGet();
            return Optional.empty();
        }
        Watcher watcher = new Watcher(scope, outlet);
        watchers.add(watcher);
        // A watcher that joins during the shutdown may have been missed.
        if (senders.isShutdown()) disconnect(watcher);
        // The first sign of life lets the browser know that it is connected.
        if (watcher.wantsToSend()) sendSoon(watcher);
        return Optional.of(() -> leave(watcher));
    }

    private void leave(Watcher watcher) {
        if (watchers.remove(watcher)) places.incrementAndGet();
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

    // Sending

    private void sendSoon(Watcher watcher) {
        try {
            var unused = senders.schedule(() -> send(watcher), gather.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("an event comes too late for a watcher: the server stops");
        }
    }

    private void send(Watcher watcher) {
        if (!watchers.contains(watcher)) return;
        try {
            if (watcher.send()) sendSoon(watcher);
        } catch (IOException | RuntimeException | Error e) {
            LOG.debug("a watcher has gone, or an event cannot be sent to it: {}", e.toString());
            disconnect(watcher);
        }
    }

    private void beat() {
        for (Watcher watcher : watchers) if (watcher.wantsToSend()) sendSoon(watcher);
    }

    // Life

    @Override
    public void start() {
        running = true;
        var unused = senders.scheduleWithFixedDelay(
                this::beat, HEARTBEAT.toMillis(), HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends all streams: an open one would delay the end of the web server. */
    @Override
    public void stop() {
        running = false;
        senders.shutdown();
        for (Watcher watcher : watchers) disconnect(watcher);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}

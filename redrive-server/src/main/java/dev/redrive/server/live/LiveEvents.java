package dev.redrive.server.live;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import dev.redrive.server.caller.Scope;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Sends what happens to the watchers of the API, each event as it is. Pages have {@link PageChanges}. */
@Component
public final class LiveEvents implements SmartLifecycle {
    static final int MOST_WATCHERS = 100;

    private static final Duration GATHER = Duration.ofMillis(100);
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final String COMMENT = ":\n\n";

    private final JsonMapper json;
    private final Watchers watchers;
    private volatile boolean running;

    @Autowired
    public LiveEvents(Events events, JsonMapper json) {
        this(events, json, GATHER);
    }

    LiveEvents(Events events, JsonMapper json, Duration gather) {
        this.json = json;
        watchers = new Watchers("redrive-live", MOST_WATCHERS, gather, COMMENT);
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
        watchers.offer(event);
    }

    // Watching

    /** Adds a watcher and returns what to call when it leaves; empty when there are too many already. */
    Optional<Runnable> join(Scope scope, Watcher.Outlet outlet) {
        return watchers.join(scope, outlet, Optional.empty());
    }

    // Life

    @Override
    public void start() {
        running = true;
        watchers.start(HEARTBEAT);
    }

    @Override
    public void stop() {
        running = false;
        watchers.stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}

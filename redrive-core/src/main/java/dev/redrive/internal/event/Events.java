package dev.redrive.internal.event;

import dev.redrive.event.RedriveEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what happened, on the thread on which it happened; a listener that fails is logged and left out. */
public final class Events {
    private static final Logger LOG = LoggerFactory.getLogger(Events.class);

    private final List<Consumer<RedriveEvent>> listeners = new CopyOnWriteArrayList<>();

    /** A listener must be quick: longer work belongs on a thread of its own. */
    public void listen(Consumer<RedriveEvent> listener) {
        listeners.add(listener);
    }

    /** The event is only made when there are listeners. */
    public void publish(Supplier<RedriveEvent> event) {
        if (listeners.isEmpty()) return;
        RedriveEvent made = event.get();
        for (Consumer<RedriveEvent> listener : listeners) publish(listener, made);
    }

    private static void publish(Consumer<RedriveEvent> listener, RedriveEvent event) {
        try {
            listener.accept(event);
        } catch (Throwable e) {
            LOG.warn("a listener failed on {}", event.getClass().getSimpleName(), e);
        }
    }
}

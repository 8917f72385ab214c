package dev.redrive.server.doctor;

import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.event.Events;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/** What the circuits to the targets let through, as far as they ever changed. */
@Component
final class CircuitStates {
    private static final int MOST = 1000;

    private final Map<String, RedriveEvent.Circuit> states = new ConcurrentHashMap<>();

    CircuitStates(Events events) {
        events.listen(this::accept);
    }

    private void accept(RedriveEvent event) {
        if (event instanceof RedriveEvent.CircuitChanged changed
                && (states.size() < MOST || states.containsKey(changed.target())))
            states.put(changed.target(), changed.to());
    }

    RedriveEvent.Circuit of(String target) {
        return states.getOrDefault(target, RedriveEvent.Circuit.CLOSED);
    }
}

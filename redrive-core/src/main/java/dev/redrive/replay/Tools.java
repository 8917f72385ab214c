package dev.redrive.replay;

import dev.redrive.capture.RedactionGate;
import dev.redrive.engine.EngineThreads;
import dev.redrive.event.Events;
import dev.redrive.policy.Vitals;
import dev.redrive.store.DeadLetterStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/**
 * What replays work with.
 *
 * @param health why the target of a name is not well; empty when it is
 */
public record Tools(
        DeadLetterStore store,
        EngineThreads engine,
        Workshop workshop,
        Function<String, Optional<String>> health,
        Vitals vitals,
        Events events,
        RedactionGate gate) {
    ReplayBook book() {
        return store.replays();
    }

    /** The store's time, as exact as stores keep it. */
    Instant now() {
        return store.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }
}

package dev.redrive.internal.replay;

import dev.redrive.internal.engine.EngineThreads;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.redaction.RedactionGate;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.policy.HostLoad;
import dev.redrive.replay.LetterTransformer;
import dev.redrive.store.DeadLetterStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;

/**
 * The store, engine and other parts that all replays share.
 *
 * @param health why the target of a name is not well; empty when it is
 */
public record ReplayContext(
        DeadLetterStore store,
        EngineThreads engine,
        LetterTransformer transformer,
        Function<String, Optional<String>> health,
        HostLoad hostLoad,
        Events events,
        RedactionGate gate) {
    public ReplayBook book() {
        return store.replays();
    }

    /** The store's time, as exact as stores keep it. */
    public Instant now() {
        return store.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }
}

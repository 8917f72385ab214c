package dev.redrive.internal.retention;

import dev.redrive.event.RedriveEvent;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets captures and attempts of this process go first: while there are any, a run of retention rests after each batch as long
 * as the batch took. One run uses it at a time.
 */
public final class RunPace {
    private final LongSupplier nanos;
    private final Consumer<Duration> rest;
    private final LongAdder otherWork = new LongAdder();
    private long seenWork;
    private long begun;

    /** @param rest is given how long to rest, and may come back early */
    public RunPace(LongSupplier nanos, Consumer<Duration> rest) {
        this.nanos = nanos;
        this.rest = rest;
    }

    public void listen(RedriveEvent event) {
        if (event instanceof RedriveEvent.Captured || event instanceof RedriveEvent.Attempted) otherWork.increment();
    }

    /** A batch begins now; time until here was not spent on the store. */
    void begin() {
        seenWork = otherWork.sum();
        begun = nanos.getAsLong();
    }

    /** A batch ended, and the next one begins after the rest. */
    void betweenBatches() {
        long took = nanos.getAsLong() - begun;
        if (otherWork.sum() != seenWork) rest.accept(Duration.ofNanos(took));
        begin();
    }
}

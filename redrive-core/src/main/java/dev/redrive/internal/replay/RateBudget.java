package dev.redrive.internal.replay;

import dev.redrive.ledger.Brakes;
import java.util.Optional;
import java.util.function.LongSupplier;

/** How many letters may go out now, so that there are never more in a second than the rate says. */
final class RateBudget {
    /** What was not used is forgotten after so long: a pause is not caught up with a burst. */
    private static final double KEPT_SECONDS = 0.5;

    /** So much goes out together: a letter at a time would cost the store a transaction each. */
    private static final double TOGETHER_SECONDS = 0.025;

    private final double perNano;
    private final double most;
    private final double together;
    private final LongSupplier nanos;
    private double permits;
    private long last;

    private RateBudget(double perSecond, LongSupplier nanos) {
        this.perNano = perSecond / 1e9;
        this.most = Math.max(1, perSecond * KEPT_SECONDS);
        this.together = Math.max(1, perSecond * TOGETHER_SECONDS);
        this.nanos = nanos;
        this.permits = together;
        this.last = nanos.getAsLong();
    }

    static Optional<RateBudget> of(Brakes brakes, LongSupplier nanos) {
        return Optional.ofNullable(brakes.ratePerSecond()).map(rate -> new RateBudget(rate, nanos));
    }

    int permits() {
        long now = nanos.getAsLong();
        permits = Math.min(most, permits + (now - last) * perNano);
        last = now;
        return permits < together ? 0 : (int) permits;
    }

    void used(int count) {
        permits -= count;
    }

    /** How long until the next letters may go. */
    long nanosToNext() {
        return permits >= together ? 0 : (long) Math.ceil((together - permits) / perNano);
    }
}

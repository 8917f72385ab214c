package dev.redrive.policy;

import java.time.Duration;

/**
 * Backs off like {@link Exponential#defaults()}, and when the time has come goes ahead only under the conditions;
 * otherwise it looks again after {@code recheck}, which costs no retry.
 */
public record Conditional(Conditions when, Duration recheck) implements Strategy {
    private static final Exponential BACKOFF = Exponential.defaults();

    public Conditional {
        Limits.positive("recheck", recheck);
    }

    public static Conditional defaults() {
        return new Conditional(Conditions.defaults(), Duration.ofSeconds(30));
    }

    @Override
    public Decision next(RetryContext context) {
        return BACKOFF.next(context);
    }

    public boolean met(HostLoad load, boolean circuitClosed) {
        return when.met(load, circuitClosed);
    }

    @Override
    public String word() {
        return "conditional";
    }
}

package dev.redrive.internal.capture;

import dev.redrive.internal.cause.Diagnostics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/** The parts that all guards of one Redrive share. */
public record GuardContext(
        Capturer capturer, Diagnostics diagnostics, InstantSource clock, RandomGenerator random, Sleeper sleeper) {
    /** Waits; handed in so that tests need not. */
    @FunctionalInterface
    public interface Sleeper {
        void sleep(Duration time) throws InterruptedException;
    }
}

package dev.redrive.engine;

import java.time.Duration;

/**
 * The settings of the retry engine.
 *
 * @param worker the name of this node in leases and attempts
 * @param concurrency how many letters are worked on at the same time
 * @param claimAhead the most letters that are held at once, worked on or waiting for a worker; it takes so many only when
 *     they are done quickly
 * @param leaseTime how long a letter is ours before others may take it, unless it is renewed
 * @param attemptTimeout how long one attempt may last; after that its lease is not renewed and its thread is interrupted
 * @param tick the longest time between two looks into the store
 * @param stopGrace how long a stop waits for attempts that are under way
 */
public record EngineOptions(
        String worker,
        int concurrency,
        int claimAhead,
        Duration leaseTime,
        Duration attemptTimeout,
        Duration tick,
        Duration stopGrace) {
    public EngineOptions {
        if (concurrency < 1) throw new IllegalArgumentException("concurrency must be at least 1, was " + concurrency);
        if (claimAhead < concurrency)
            throw new IllegalArgumentException(
                    "claim ahead must be at least the concurrency of " + concurrency + ", was " + claimAhead);
        if (leaseTime.toMillis() < 100)
            throw new IllegalArgumentException("lease time must be at least 100 ms, was " + leaseTime);
    }

    public static EngineOptions defaults(String worker) {
        return new EngineOptions(
                worker,
                8,
                4000,
                Duration.ofSeconds(30),
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                Duration.ofSeconds(20));
    }

    public EngineOptions concurrency(int value) {
        return new EngineOptions(
                worker, value, Math.max(claimAhead, value), leaseTime, attemptTimeout, tick, stopGrace);
    }

    public EngineOptions claimAhead(int value) {
        return new EngineOptions(worker, concurrency, value, leaseTime, attemptTimeout, tick, stopGrace);
    }

    public EngineOptions tick(Duration value) {
        return new EngineOptions(worker, concurrency, claimAhead, leaseTime, attemptTimeout, value, stopGrace);
    }

    public EngineOptions worker(String value) {
        return new EngineOptions(value, concurrency, claimAhead, leaseTime, attemptTimeout, tick, stopGrace);
    }

    public EngineOptions leaseTime(Duration value) {
        return new EngineOptions(worker, concurrency, claimAhead, value, attemptTimeout, tick, stopGrace);
    }

    public EngineOptions attemptTimeout(Duration value) {
        return new EngineOptions(worker, concurrency, claimAhead, leaseTime, value, tick, stopGrace);
    }

    public EngineOptions stopGrace(Duration value) {
        return new EngineOptions(worker, concurrency, claimAhead, leaseTime, attemptTimeout, tick, value);
    }
}

package dev.redrive.mongo.database;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;

/** The clock of the primary server: the local clock corrected by its difference to the server's, which is asked for now and then. */
final class ServerClock implements InstantSource {
    private static final Duration FRESH = Duration.ofSeconds(10);

    private final InstantSource local;
    private final Supplier<Instant> server;
    private volatile long offset;
    private volatile long askedAt;

    ServerClock(InstantSource local, Supplier<Instant> server) {
        this.local = local;
        this.server = server;
    }

    void ask() {
        long before = local.millis();
        long there = server.get().toEpochMilli();
        long after = local.millis();
        offset = there - (before + after) / 2;
        askedAt = after;
    }

    /** As the server's, with the difference asked for again when it is old. */
    Instant checked() {
        if (Math.abs(local.millis() - askedAt) > FRESH.toMillis()) ask();
        return instant();
    }

    @Override
    public Instant instant() {
        return local.instant().plusMillis(offset);
    }
}

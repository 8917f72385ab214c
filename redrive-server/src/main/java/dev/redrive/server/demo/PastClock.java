package dev.redrive.server.demo;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that is moved through the past by hand. */
final class PastClock implements InstantSource {
    private volatile Instant now;

    PastClock(Instant start) {
        now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    void moveTo(Instant time) {
        now = time;
    }
}

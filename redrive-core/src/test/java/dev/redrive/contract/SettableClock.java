package dev.redrive.contract;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. */
public final class SettableClock implements InstantSource {
    private volatile Instant now;

    public SettableClock(Instant start) {
        now = start;
    }

    public static SettableClock standing() {
        return new SettableClock(Instant.parse("2026-03-02T10:00:00Z"));
    }

    @Override
    public Instant instant() {
        return now;
    }

    public SettableClock forward(Duration time) {
        now = now.plus(time);
        return this;
    }
}

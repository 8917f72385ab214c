package dev.redrive.server.demo;

import dev.redrive.engine.RejectedByTarget;
import dev.redrive.letter.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Simulates a partner that receives orders by webhook. While its limit is on, it takes one call every two seconds. */
final class Partner {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final Duration BETWEEN_CALLS = Duration.ofSeconds(2);

    private final Switch limit;
    private final InstantSource clock;
    private Instant nextCall = Instant.MIN;

    Partner(Switch limit, InstantSource clock) {
        this.limit = limit;
        this.clock = clock;
    }

    void receive(Message webhook) {
        post(Fields.text(webhook, "callback"));
    }

    private void post(String address) {
        admit(address);
    }

    private synchronized void admit(String address) {
        if (!limit.isBroken()) return;
        Instant now = clock.instant();
        if (now.isBefore(nextCall))
            throw new RejectedByTarget(
                    TOO_MANY_REQUESTS, BETWEEN_CALLS, "429 Too Many Requests from " + address + ", Retry-After: 2");
        nextCall = now.plus(BETWEEN_CALLS);
    }
}

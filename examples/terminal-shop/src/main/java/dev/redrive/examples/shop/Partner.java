package dev.redrive.examples.shop;

import dev.redrive.engine.RejectedByTarget;
import dev.redrive.letter.Message;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Stands for a partner that wants to hear of orders. While its limit is on, it takes one call a second. */
final class Partner {
    private static final Duration BETWEEN_CALLS = Duration.ofSeconds(1);

    final Switch limit = new Switch();
    private final InstantSource clock;
    private Instant nextCall = Instant.MIN;

    Partner(InstantSource clock) {
        this.clock = clock;
    }

    void hear(Message webhook) {
        post(Fields.text(webhook.payload().text(), "url"));
    }

    private void post(String url) {
        admit(url);
    }

    private synchronized void admit(String url) {
        if (!limit.isBroken()) return;
        Instant now = clock.instant();
        if (now.isBefore(nextCall)) throw new RejectedByTarget(429, BETWEEN_CALLS, "429 Too Many Requests from " + url);
        nextCall = now.plus(BETWEEN_CALLS);
    }
}

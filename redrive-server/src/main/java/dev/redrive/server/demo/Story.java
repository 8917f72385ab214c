package dev.redrive.server.demo;

import java.time.Duration;
import java.time.Instant;

/** What goes wrong by itself: a schema bug from the start, then an outage, then a limit. Repairs are left to the visitor. */
final class Story {
    private static final Duration PAYMENTS_DOWN = Duration.ofSeconds(10);
    private static final Duration PARTNER_LIMITS = Duration.ofSeconds(40);

    private final Shop shop;
    private final Instant opened;
    private Duration played = Duration.ofMillis(-1);

    Story(Shop shop, Instant opened) {
        this.shop = shop;
        this.opened = opened;
    }

    /** Plays everything that is due and was not played yet. */
    void playUntil(Instant now) {
        Duration until = Duration.between(opened, now);
        play(Duration.ZERO, until, Part.INVOICES);
        play(PAYMENTS_DOWN, until, Part.PAYMENTS);
        play(PARTNER_LIMITS, until, Part.PARTNER);
        played = until;
    }

    private void play(Duration due, Duration until, Part breaks) {
        if (due.compareTo(played) > 0 && due.compareTo(until) <= 0) shop.breakPart(breaks);
    }
}

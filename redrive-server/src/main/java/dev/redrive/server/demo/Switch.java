package dev.redrive.server.demo;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says whether a part of the shop is in order, and since when it is not. */
final class Switch {
    private final InstantSource clock;
    private volatile @Nullable Instant brokenSince;

    Switch(InstantSource clock) {
        this.clock = clock;
    }

    boolean isBroken() {
        return brokenSince != null;
    }

    Optional<Instant> brokenSince() {
        return Optional.ofNullable(brokenSince);
    }

    void breakIt() {
        if (!isBroken()) brokenSince = clock.instant();
    }

    void repair() {
        brokenSince = null;
    }
}

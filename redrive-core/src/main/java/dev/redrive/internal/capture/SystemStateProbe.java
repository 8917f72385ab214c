package dev.redrive.internal.capture;

import dev.redrive.letter.SystemState;
import dev.redrive.policy.HostLoad;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Measures the machine's load at most once a second, because a measurement costs more than a capture. */
public final class SystemStateProbe implements Supplier<Optional<SystemState>> {
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final HostLoad hostLoad;
    private final InstantSource clock;
    private volatile @Nullable Seen last;

    private record Seen(Instant time, SystemState state) {}

    public SystemStateProbe(HostLoad hostLoad, InstantSource clock) {
        this.hostLoad = hostLoad;
        this.clock = clock;
    }

    @Override
    public Optional<SystemState> get() {
        Instant now = clock.instant();
        Seen seen = last;
        if (seen == null || Duration.between(seen.time(), now).abs().compareTo(FRESH) >= 0) {
            seen = new Seen(now, new SystemState(hostLoad.cpuLoad(), hostLoad.memoryUse()));
            last = seen;
        }
        return Optional.of(seen.state());
    }
}

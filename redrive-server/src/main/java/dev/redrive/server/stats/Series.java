package dev.redrive.server.stats;

import dev.redrive.Letters;
import dev.redrive.series.MinuteCounts;
import dev.redrive.series.StepSum;
import dev.redrive.server.caller.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads the kept counts of minutes for one channel, some or all. */
public final class Series {
    /** Each named channel is a question to the store, so there is a limit to them. */
    private static final int CHANNELS = 100;

    private final Letters letters;
    private final MinuteCounts minutes;

    public Series(Letters letters, MinuteCounts minutes) {
        this.letters = letters;
        this.minutes = minutes;
    }

    /** Sums over steps; a step comes once per channel. */
    public List<StepSum> read(Scope scope, Instant from, Instant to, Duration step) {
        if (scope.isAll()) return minutes.sums(from, to, step, Optional.empty());
        return scope.names(letters.tallies()).stream()
                .limit(CHANNELS)
                .flatMap(channel -> minutes.sums(from, to, step, Optional.of(channel)).stream())
                .toList();
    }
}

package dev.redrive.metrics;

import dev.redrive.letter.LetterId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** A check whether the store answers, made at most once a second and bounded in time. For health checks. */
public final class StoreProbe implements AutoCloseable {
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final StoreCheck check;
    private final RecentValue<Optional<String>> trouble;

    /** @param find looks a letter up in the store */
    public StoreProbe(Function<LetterId, ?> find, InstantSource clock) {
        this(find, clock, TIMEOUT);
    }

    public StoreProbe(Function<LetterId, ?> find, InstantSource clock, Duration timeout) {
        this.check = new StoreCheck(find, timeout);
        this.trouble = new RecentValue<>(clock, FRESH, check::trouble);
    }

    /** What is wrong with the store, or empty when it answers. */
    public Optional<String> trouble() {
        return trouble.get();
    }

    @Override
    public void close() {
        check.close();
    }
}

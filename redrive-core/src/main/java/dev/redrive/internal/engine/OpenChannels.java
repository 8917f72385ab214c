package dev.redrive.internal.engine;

import dev.redrive.store.questions.Tallies;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The channels with letters that may have to be retried: those that the store counted, and those of which a letter was captured
 * since. Counting takes at most a fiftieth of the time. It takes long on PostgreSQL while many changes of the counters are not
 * folded or a transaction holds an old snapshot.
 */
final class OpenChannels {
    private static final Duration KNOWN_FOR = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
    private static final int SPACING = 50;

    private final Supplier<Tallies> tallies;
    private final InstantSource clock;
    private final AtomicInteger changes = new AtomicInteger();
    private volatile Set<String> captured = ConcurrentHashMap.newKeySet();
    private Set<String> counted = Set.of();
    private Instant countedAt = Instant.MIN;
    private Duration took = Duration.ZERO;
    private int countedAsOf = -1;

    OpenChannels(Supplier<Tallies> tallies, InstantSource clock) {
        this.tallies = tallies;
        this.clock = clock;
    }

    /** A letter of this channel was stored. */
    void captured(String channel) {
        if (!captured.contains(channel)) captured.add(channel);
    }

    /** Any channel may have letters now. */
    void changed() {
        changes.incrementAndGet();
    }

    /** The channels as of now. For one thread. */
    Set<String> now() {
        Instant now = clock.instant();
        if (now.isBefore(countedAt) || !now.isBefore(nextCount())) count(now);
        Set<String> all = new HashSet<>(counted);
        all.addAll(captured);
        return all;
    }

    /** When a change is counted that has not been yet. */
    Optional<Instant> postponed() {
        return isChanged() ? Optional.of(nextCount()) : Optional.empty();
    }

    private boolean isChanged() {
        return changes.get() != countedAsOf;
    }

    private Instant nextCount() {
        if (countedAt.equals(Instant.MIN)) return countedAt;
        Duration spaced = shorter(took.multipliedBy(SPACING), LONGEST_PAUSE);
        return countedAt.plus(isChanged() || spaced.compareTo(KNOWN_FOR) > 0 ? spaced : KNOWN_FOR);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void count(Instant began) {
        int asOf = changes.get();
        // Whatever was added to the set until here is in the store, and counted.
        captured = ConcurrentHashMap.newKeySet();
        Set<String> open = new HashSet<>();
        tallies.get().byChannel().forEach((name, counts) -> {
            if (counts.open() > 0) open.add(name);
        });
        Duration time = Duration.between(began, clock.instant());
        counted = open;
        took = time.isNegative() ? Duration.ZERO : time;
        countedAt = began;
        countedAsOf = asOf;
    }
}

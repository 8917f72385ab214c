package dev.redrive.server.stats;

import dev.redrive.internal.text.LruMap;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Remembers answers for a short time, so that many requests at once cost as much as one. Bounded; safe for many threads. */
public final class RecentAnswers<K, V> {
    private record CachedAnswer<V>(V value, Instant until) {}

    private final InstantSource clock;
    private final Duration time;
    private final Map<K, CachedAnswer<V>> answers;

    public RecentAnswers(InstantSource clock, Duration time, int most) {
        this.clock = clock;
        this.time = time;
        this.answers = new LruMap<>(most);
    }

    /** The answer that is remembered. */
    public Optional<V> known(K key) {
        synchronized (answers) {
            CachedAnswer<V> kept = answers.get(key);
            return kept != null && clock.instant().isBefore(kept.until())
                    ? Optional.of(kept.value())
                    : Optional.empty();
        }
    }

    /** The answer that is remembered, or a new one. It is made outside of the lock, so that no request waits for another key. */
    public V get(K key, Supplier<V> make) {
        Instant now = clock.instant();
        Optional<V> known = known(key);
        if (known.isPresent()) return known.get();
        V made = make.get();
        synchronized (answers) {
            answers.put(key, new CachedAnswer<>(made, now.plus(time)));
        }
        return made;
    }
}

package dev.redrive.server.access.signin;

import dev.redrive.internal.text.LruMap;
import dev.redrive.server.access.ClientNetwork;
import dev.redrive.server.access.TokenBucket;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Slows down guessing. An address has five wrong tries; each more makes it wait twice as long, up to a quarter of
 * an hour. All addresses together get two tries a second after the first hundred. Tokens in headers are not affected, so
 * that guessing cannot lock out programs.
 */
public final class LoginThrottle {
    public static final int FREE = 5;
    static final int MOST_ADDRESSES = 10_000;
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final Duration MEMORY = Duration.ofHours(1);

    private final LongSupplier nanos;
    private final TokenBucket allAddresses;
    private final LruMap<String, Tries> tries = new LruMap<>(MOST_ADDRESSES);

    public LoginThrottle(LongSupplier nanos) {
        this.nanos = nanos;
        this.allAddresses = new TokenBucket(2, 100, nanos.getAsLong());
    }

    /** Zero when a try may be made, otherwise how long to wait. It counts as wrong until it is known to be right. */
    public synchronized Duration begin(String address) {
        long now = nanos.getAsLong();
        Tries of = tries.computeIfAbsent(ClientNetwork.of(address), ignored -> new Tries(now));
        if (of.next - now > 0) return Duration.ofNanos(of.next - now);
        Duration wait = allAddresses.take(now);
        if (wait.isZero()) of.count(now);
        return wait;
    }

    /** Takes the last try back. Earlier ones stay, or one good token would buy any number of guesses. */
    public synchronized void succeeded(String address) {
        long now = nanos.getAsLong();
        tries.computeIfAbsent(ClientNetwork.of(address), ignored -> new Tries(now))
                .takeBack(now);
    }

    private static final class Tries {
        private int wrong;
        private long last;
        private long next;

        Tries(long now) {
            last = now;
            next = now;
        }

        void count(long now) {
            if (now - last > MEMORY.toNanos()) wrong = 0;
            wrong++;
            last = now;
            next = now + delay().toNanos();
        }

        void takeBack(long now) {
            wrong = Math.max(0, wrong - 1);
            next = now;
        }

        private Duration delay() {
            if (wrong < FREE) return Duration.ZERO;
            Duration doubled = Duration.ofSeconds(1L << Math.min(wrong - FREE, 20));
            return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        }
    }
}

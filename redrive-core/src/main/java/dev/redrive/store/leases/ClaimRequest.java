package dev.redrive.store.leases;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A request of a worker for due letters of some channels.
 *
 * @param limit the most letters to take, higher priority first and then older
 * @param oldest how many of these go to the oldest letters whatever their priority, so that low ones do not starve
 * @param channels the channels it can handle; empty means all
 * @param maxBytes the most bytes that the payloads of these letters may have together; the first letter is taken whatever
 *     its size
 */
public record ClaimRequest(
        String worker, int limit, int oldest, Duration leaseTime, Optional<Set<String>> channels, long maxBytes) {
    public ClaimRequest {
        if (limit < 1) throw new IllegalArgumentException("a claim wants at least 1 letter, not " + limit);
        if (oldest < 0 || oldest > limit)
            throw new IllegalArgumentException("of " + limit + " letters, " + oldest + " cannot be the oldest");
    }

    /** Without a limit of bytes. */
    public ClaimRequest(String worker, int limit, int oldest, Duration leaseTime, Optional<Set<String>> channels) {
        this(worker, limit, oldest, leaseTime, channels, Long.MAX_VALUE);
    }

    public static ClaimRequest of(String worker, int limit, Duration leaseTime) {
        return new ClaimRequest(worker, limit, 0, leaseTime, Optional.empty());
    }

    public ClaimRequest within(long bytes) {
        return new ClaimRequest(worker, limit, oldest, leaseTime, channels, bytes);
    }
}

package dev.redrive.server.access;

import dev.redrive.internal.text.LruMap;
import java.time.Duration;
import java.util.function.LongSupplier;

/** How many requests an address may send in a second, on average, with twice as many at once. */
public final class RequestLimit {
    static final int MOST_ADDRESSES = 10_000;

    private final int perSecond;
    private final LongSupplier nanos;
    private final LruMap<String, TokenBucket> paces = new LruMap<>(MOST_ADDRESSES);

    public RequestLimit(int perSecond, LongSupplier nanos) {
        this.perSecond = perSecond;
        this.nanos = nanos;
    }

    /** Zero when the request may pass, otherwise how long to wait. */
    Duration take(String address) {
        String network = ClientNetwork.of(address);
        long now = nanos.getAsLong();
        synchronized (paces) {
            return paces.computeIfAbsent(network, ignored -> new TokenBucket(perSecond, burst(), now))
                    .take(now);
        }
    }

    private int burst() {
        return (int) Math.min(Integer.MAX_VALUE, 2L * perSecond);
    }
}

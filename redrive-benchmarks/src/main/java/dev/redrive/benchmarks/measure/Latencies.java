package dev.redrive.benchmarks.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/** How long many calls took, from many threads, in buckets that are less than one percent wide. */
public final class Latencies {
    /** Each power of two has 128 buckets; below 256 microseconds every one has its own. */
    private static final int BITS = 7;

    private final AtomicLongArray buckets = new AtomicLongArray(1 << 13);

    public void add(long nanos) {
        buckets.incrementAndGet(bucketOf(nanos / 1_000));
    }

    /** What this share of the calls took at most. */
    public double millis(double share) {
        long wanted = (long) Math.ceil(share * count());
        int bucket = 0;
        for (long seen = buckets.get(0); seen < wanted; seen += buckets.get(bucket)) bucket++;
        return longestOf(bucket) / 1e3;
    }

    private long count() {
        long count = 0;
        for (int bucket = 0; bucket < buckets.length(); bucket++) count += buckets.get(bucket);
        return count;
    }

    private static int bucketOf(long micros) {
        int highestBit = 63 - Long.numberOfLeadingZeros(micros | 1);
        int shift = Math.max(0, highestBit - BITS);
        return (shift << BITS) + (int) (micros >>> shift);
    }

    private static long longestOf(int bucket) {
        int shift = Math.max(0, (bucket >> BITS) - 1);
        return ((bucket - ((long) shift << BITS) + 1) << shift) - 1;
    }
}

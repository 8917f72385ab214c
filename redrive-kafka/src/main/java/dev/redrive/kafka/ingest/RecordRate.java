package dev.redrive.kafka.ingest;

/** Counts per second over the last half minute. Not safe for many threads. */
final class RecordRate {
    private static final int SECONDS = 30;

    private final long[] counts = new long[SECONDS];
    private long second;

    void add(long count, long nowSecond) {
        advance(nowSecond);
        counts[(int) (nowSecond % SECONDS)] += count;
    }

    double perSecond(long nowSecond) {
        advance(nowSecond);
        long sum = 0;
        for (long count : counts) sum += count;
        return (double) sum / SECONDS;
    }

    private void advance(long nowSecond) {
        long from = Math.max(second + 1, nowSecond - SECONDS + 1);
        for (long at = from; at <= nowSecond; at++) counts[(int) (at % SECONDS)] = 0;
        second = Math.max(second, nowSecond);
    }
}

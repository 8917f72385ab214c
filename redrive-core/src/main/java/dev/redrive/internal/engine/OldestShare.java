package dev.redrive.internal.engine;

/** One in ten of the letters claimed is the oldest, whatever its priority, so that low ones do not starve. */
final class OldestShare {
    private static final int ONE_IN = 10;

    private int sinceOldest;

    /** How many of the next letters go to the oldest, when so many are asked for. */
    int of(int limit) {
        return Math.min(limit, (sinceOldest + limit) / ONE_IN);
    }

    /** What the claim brought: where it took all there were, the oldest were among them. */
    void claimed(int count, int limit) {
        sinceOldest = count < limit ? (sinceOldest + count) % ONE_IN : sinceOldest + count - of(limit) * ONE_IN;
    }
}

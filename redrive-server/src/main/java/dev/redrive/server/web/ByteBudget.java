package dev.redrive.server.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.http.HttpStatus;

/**
 * So many bytes of memory, or of disk, that all requests share. A request that needs more than is free waits, in the order of
 * arrival and for a limited time, and is then refused.
 */
public final class ByteBudget {
    /** Permits are counted in these, so that an int has room for all memory there is. */
    private static final int UNIT = 1024;

    /** So little may be taken before others that wait for much. */
    private static final int LITTLE = 1024;

    private final String what;
    private final int all;
    private final Duration patience;
    private final Semaphore free;
    private final AtomicLong refused = new AtomicLong();

    /** @param what is shared, in the words of the refusal: memory, or room on the disk */
    public ByteBudget(String what, long bytes, Duration patience) {
        this.what = what;
        this.all = units(bytes);
        this.patience = patience;
        this.free = new Semaphore(all, true);
    }

    public static ByteBudget unlimited() {
        return new ByteBudget("memory", Long.MAX_VALUE, Duration.ZERO);
    }

    private static int units(long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, bytes / UNIT) + 1);
    }

    public Share share() {
        return new Share();
    }

    public long bytes() {
        return (long) all * UNIT;
    }

    public long used() {
        return (long) (all - free.availablePermits()) * UNIT;
    }

    /** How many requests were refused. */
    public long refused() {
        return refused.get();
    }

    /** What one request holds. For one thread at a time. */
    public final class Share implements AutoCloseable {
        private int held;

        private Share() {}

        /** Waits until so much is free; a {@link Problem} when that takes too long. A request for more than the whole budget does not wait. */
        public void take(long bytes) {
            int wanted = wanted(bytes);
            if (!(wanted <= LITTLE && free.tryAcquire(wanted)) && !await(wanted)) {
                refused.incrementAndGet();
                throw Problem.of(
                        HttpStatus.SERVICE_UNAVAILABLE,
                        "the server has no " + what + " left for this request, which waited " + patience.toSeconds()
                                + " seconds for it; send it again in a few seconds");
            }
            held += wanted;
        }

        /** False when so much is not free right now. */
        public boolean tryTake(long bytes) {
            int wanted = wanted(bytes);
            if (!free.tryAcquire(wanted)) return false;
            held += wanted;
            return true;
        }

        private int wanted(long bytes) {
            return Math.min(units(bytes), all - held);
        }

        private boolean await(int wanted) {
            try {
                return free.tryAcquire(wanted, patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public void close() {
            free.release(held);
            held = 0;
        }
    }
}

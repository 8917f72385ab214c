package dev.redrive.testing;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Checks a condition repeatedly until it holds; fails with a description after a timeout. */
public final class Await {
    public static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final long FIRST_PAUSE_NANOS = 500_000;
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;

    private Await() {}

    public static void until(Callable<Boolean> condition) {
        until("the condition", condition);
    }

    public static void until(String what, Callable<Boolean> condition) {
        var unused = until(what, TIMEOUT, condition, Boolean::booleanValue);
    }

    /** Fails with the state that is described after the timeout. */
    public static void until(Callable<Boolean> condition, Supplier<?> state) {
        try {
            until(condition);
        } catch (TimedOut e) {
            throw new AssertionError(e.getMessage() + "; state: " + state.get(), e);
        }
    }

    /** Returns the first value that is accepted; fails with the last one that was not. */
    public static <T> T until(String what, Duration timeout, Callable<T> value, Predicate<T> accepted) {
        long deadline = System.nanoTime() + timeout.toNanos();
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            T current = read(what, value);
            if (accepted.test(current)) return current;
            if (System.nanoTime() - deadline > 0)
                throw new TimedOut(what + ": not true after " + timeout.toMillis() + " ms; last: " + current);
            LockSupport.parkNanos(pause);
            if (Thread.currentThread().isInterrupted()) throw new AssertionError(what + ": interrupted");
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
    }

    /** Takes values until one is of this type. */
    public static <T> T next(Class<T> type, BlockingQueue<? super T> values, Duration timeout)
            throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            Object value = values.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (value == null)
                throw new TimedOut("no " + type.getSimpleName() + " after " + timeout.toMillis() + " ms");
            if (type.isInstance(value)) return type.cast(value);
        }
    }

    public static void countedDown(CountDownLatch latch) {
        try {
            if (!latch.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS))
                throw new TimedOut("not counted down after " + TIMEOUT.toMillis() + " ms: " + latch);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    private static <T> T read(String what, Callable<T> value) {
        try {
            return value.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(what + ": could not be read", e);
        }
    }

    private static final class TimedOut extends AssertionError {
        private static final long serialVersionUID = 1L;

        TimedOut(String message) {
            super(message);
        }
    }
}

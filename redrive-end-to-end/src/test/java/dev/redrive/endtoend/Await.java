package dev.redrive.endtoend;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Looks again and again until something is as it should be, or it is too late. */
public final class Await {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 50;

    private Await() {}

    public static void until(String what, Callable<Boolean> condition) {
        var unused = until(what, PATIENCE, condition, Boolean::booleanValue);
    }

    /** Returns the first value that is as it should be; fails with the last one that was not. */
    public static <T> T until(String what, Duration patience, Callable<T> look, Predicate<T> asItShouldBe) {
        long deadline = System.nanoTime() + patience.toNanos();
        @Nullable T last = null;
        do {
            try {
                last = look.call();
                if (asItShouldBe.test(Objects.requireNonNull(last))) return last;
                Thread.sleep(PAUSE_MILLIS);
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(what + ": interrupted or broken", e);
            }
        } while (System.nanoTime() - deadline < 0);
        throw new AssertionError(what + " did not come true within " + patience.toSeconds() + " s; last seen: " + last);
    }
}

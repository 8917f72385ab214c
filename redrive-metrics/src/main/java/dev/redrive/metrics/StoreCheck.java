package dev.redrive.metrics;

import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.letter.LetterId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Checks within a time limit whether a store answers. */
final class StoreCheck implements AutoCloseable {
    /** The id of no letter: the probe is one lookup by primary key. */
    private static final LetterId UNUSED_ID = LetterId.firstAt(Instant.EPOCH);

    private final Function<LetterId, ?> find;
    private final Duration patience;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(DaemonThreads.named("redrive-store-probe"));
    private @Nullable Future<?> asked;

    StoreCheck(Function<LetterId, ?> find, Duration patience) {
        this.find = find;
        this.patience = patience;
    }

    /** What is wrong with the store, or empty when it answers. A store that hangs is not asked again until it answers. */
    synchronized Optional<String> trouble() {
        if (asked != null && !asked.isDone())
            return Optional.of("the store has not answered an earlier question yet; see whether its database works");
        Future<?> question = thread.submit(() -> find.apply(UNUSED_ID));
        asked = question;
        try {
            question.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.of(
                    "the store did not answer within " + patience.toMillis() + " ms; see whether its database works");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return Optional.of("the store does not work: " + cause.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the check was interrupted before the store answered");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

package dev.redrive.store;

import dev.redrive.letter.LetterId;
import dev.redrive.text.DaemonThreads;
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

/** Asks a store for one letter to see whether it answers, and does not wait for ever. For the probes of an application. */
public final class StoreCheck implements AutoCloseable {
    /** A letter that nobody has: finding out is one look at the primary key. */
    private static final LetterId NOBODYS = LetterId.firstAt(Instant.EPOCH);

    private final Function<LetterId, ?> find;
    private final Duration patience;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(DaemonThreads.named("redrive-store-probe"));
    private @Nullable Future<?> asked;

    public StoreCheck(Function<LetterId, ?> find, Duration patience) {
        this.find = find;
        this.patience = patience;
    }

    /** What is wrong with the store, or empty when it answers. A store that hangs is not asked again until it answers. */
    public synchronized Optional<String> trouble() {
        if (asked != null && !asked.isDone())
            return Optional.of("the store has not answered an earlier question yet; see whether its database works");
        Future<?> question = thread.submit(() -> find.apply(NOBODYS));
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
            return Optional.of("nobody waited for the store's answer");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}

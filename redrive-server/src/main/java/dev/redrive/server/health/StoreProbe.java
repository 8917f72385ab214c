package dev.redrive.server.health;

import dev.redrive.letter.LetterId;
import dev.redrive.server.stats.Recent;
import dev.redrive.store.DeadLetterStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Asks the store for one letter, at most once a second, and does not wait for ever. */
@Component
final class StoreProbe implements DisposableBean {
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** A letter that nobody has: finding out is one look at the primary key. */
    private static final LetterId NOBODYS = LetterId.firstAt(Instant.EPOCH);

    private final DeadLetterStore store;
    private final Duration patience;
    private final Recent<String, Optional<String>> recent;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "redrive-store-probe");
        made.setDaemon(true);
        return made;
    });
    private @Nullable Future<?> hanging;

    @Autowired
    StoreProbe(DeadLetterStore store, InstantSource clock) {
        this(store, clock, PATIENCE);
    }

    StoreProbe(DeadLetterStore store, InstantSource clock, Duration patience) {
        this.store = store;
        this.patience = patience;
        this.recent = new Recent<>(clock, FRESH, 1);
    }

    /** What is wrong with the store, or empty when it answers. */
    Optional<String> trouble() {
        return recent.get("store", this::ask);
    }

    private synchronized Optional<String> ask() {
        Future<?> before = hanging;
        if (before != null && !before.isDone())
            return Optional.of("the store has not answered an earlier question yet; see whether its database works");
        Future<?> asked = thread.submit(() -> store.find(NOBODYS));
        hanging = asked;
        try {
            asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
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
    public void destroy() {
        thread.shutdownNow();
    }
}

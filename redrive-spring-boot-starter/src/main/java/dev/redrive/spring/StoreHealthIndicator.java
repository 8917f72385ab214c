package dev.redrive.spring;

import dev.redrive.Desk;
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
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Says whether the store answers, without waiting for it for ever. Shown as {@code redrive}. */
final class StoreHealthIndicator implements HealthIndicator, DisposableBean {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** A letter that nobody has: finding out is one look at the primary key. */
    private static final LetterId NOBODYS = LetterId.firstAt(Instant.EPOCH);

    private final Desk desk;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "redrive-store-probe");
        made.setDaemon(true);
        return made;
    });
    private @Nullable Future<?> asked;

    StoreHealthIndicator(Desk desk) {
        this.desk = desk;
    }

    @Override
    public Health health() {
        return trouble()
                .map(trouble -> Health.down().withDetail("error", trouble).build())
                .orElseGet(() -> Health.up().build());
    }

    private synchronized Optional<String> trouble() {
        if (asked != null && !asked.isDone())
            return Optional.of("the store has not answered an earlier question yet; see whether its database works");
        Future<?> question = thread.submit(() -> desk.find(NOBODYS));
        asked = question;
        try {
            question.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return Optional.empty();
        } catch (TimeoutException e) {
            return Optional.of(
                    "the store did not answer within " + PATIENCE.toMillis() + " ms; see whether its database works");
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

package dev.redrive.server.alerts;

import dev.redrive.alert.AlertMessage.Delivery;
import dev.redrive.internal.text.ShortText;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A notifier with a thread of its own, so that one that hangs does not delay the others. */
final class NotifierQueue {
    private static final int MOST_WAITING = 100;
    private static final int LONGEST_ERROR = 300;

    private final Notifier notifier;
    private final ScheduledExecutorService timer;
    private final ExecutorService worker;
    private final Set<QueuedMessage> inFlight = ConcurrentHashMap.newKeySet();

    NotifierQueue(Notifier notifier, ScheduledExecutorService timer) {
        this.notifier = notifier;
        this.timer = timer;
        this.worker = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), Deliveries.threads(name()));
    }

    String name() {
        return notifier.name();
    }

    /** A message, its pauses between tries, and its outcome. */
    private static final class QueuedMessage {
        private final Alert alert;
        private final List<Duration> pauses;
        private final CompletableFuture<Delivery> outcome = new CompletableFuture<>();
        private volatile int tries;

        QueuedMessage(Alert alert, List<Duration> pauses) {
            this.alert = alert;
            this.pauses = pauses;
        }
    }

    /**
     * Sends a message, now or as soon as those before it are through.
     *
     * @param pauses how long to wait after each try that failed; after the last one it is given up
     */
    CompletableFuture<Delivery> send(Alert alert, List<Duration> pauses) {
        QueuedMessage message = new QueuedMessage(alert, pauses);
        inFlight.add(message);
        enqueue(message);
        return message.outcome;
    }

    private void enqueue(QueuedMessage message) {
        try {
            worker.execute(() -> attempt(message));
        } catch (RejectedExecutionException full) {
            end(message, "more than " + MOST_WAITING + " messages wait for this notification channel already");
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one try of a message at a time
    private void attempt(QueuedMessage message) {
        message.tries++;
        try {
            notifier.send(message.alert);
            end(message, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(message, "the server stopped");
        } catch (Throwable e) {
            failed(message, reason(e));
        }
    }

    private void failed(QueuedMessage message, String reason) {
        int tries = message.tries;
        if (tries > message.pauses.size() || timer.isShutdown()) {
            end(message, reason);
            return;
        }
        long pause = message.pauses.get(tries - 1).toMillis();
        var unused = timer.schedule(() -> enqueue(message), pause, TimeUnit.MILLISECONDS);
    }

    private void end(QueuedMessage message, @Nullable String error) {
        inFlight.remove(message);
        message.outcome.complete(new Delivery(name(), error == null, message.tries, error));
    }

    private static String reason(Throwable thrown) {
        String message = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        String line = message.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return ShortText.withDots(line, LONGEST_ERROR);
    }

    /** Leaves a moment to what is being sent; what is not through then has failed, and says so. */
    void close(Duration patience) throws InterruptedException {
        worker.shutdown();
        if (!worker.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) worker.shutdownNow();
        inFlight.forEach(message -> end(message, "the server stopped before it was delivered"));
    }
}

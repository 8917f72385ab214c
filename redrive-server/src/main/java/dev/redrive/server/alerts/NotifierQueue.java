package dev.redrive.server.alerts;

import dev.redrive.alert.AlertMessage.Delivery;
import dev.redrive.text.ShortText;
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

/** A notifier with a thread of its own, so that one that hangs keeps nobody else waiting. */
final class NotifierQueue {
    private static final int MOST_WAITING = 100;
    private static final int LONGEST_ERROR = 300;

    private final Notifier notifier;
    private final ScheduledExecutorService timer;
    private final ExecutorService worker;
    private final Set<Parcel> underWay = ConcurrentHashMap.newKeySet();

    NotifierQueue(Notifier notifier, ScheduledExecutorService timer) {
        this.notifier = notifier;
        this.timer = timer;
        this.worker = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), Deliveries.threads(name()));
    }

    String name() {
        return notifier.way();
    }

    /** A message, when to try it again, and who waits for the outcome. */
    private static final class Parcel {
        private final Alert alert;
        private final List<Duration> pauses;
        private final CompletableFuture<Delivery> outcome = new CompletableFuture<>();
        private volatile int tries;

        Parcel(Alert alert, List<Duration> pauses) {
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
        Parcel parcel = new Parcel(alert, pauses);
        underWay.add(parcel);
        enqueue(parcel);
        return parcel.outcome;
    }

    private void enqueue(Parcel parcel) {
        try {
            worker.execute(() -> attempt(parcel));
        } catch (RejectedExecutionException full) {
            end(parcel, "more than " + MOST_WAITING + " messages wait for this way already");
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one try of a parcel at a time
    private void attempt(Parcel parcel) {
        parcel.tries++;
        try {
            notifier.send(parcel.alert);
            end(parcel, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end(parcel, "the server stopped");
        } catch (Throwable e) {
            failed(parcel, reason(e));
        }
    }

    private void failed(Parcel parcel, String reason) {
        int tries = parcel.tries;
        if (tries > parcel.pauses.size() || timer.isShutdown()) {
            end(parcel, reason);
            return;
        }
        long pause = parcel.pauses.get(tries - 1).toMillis();
        var unused = timer.schedule(() -> enqueue(parcel), pause, TimeUnit.MILLISECONDS);
    }

    private void end(Parcel parcel, @Nullable String error) {
        underWay.remove(parcel);
        parcel.outcome.complete(new Delivery(name(), error == null, parcel.tries, error));
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
        underWay.forEach(parcel -> end(parcel, "the server stopped before it was delivered"));
    }
}

package dev.redrive.kafka.publish;

import dev.redrive.internal.text.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers records that the producer does not answer in time. A producer alone does not ensure it: it asks the broker for an
 * id first, and when the broker goes away before it gave one, the producer lets no record expire, however old.
 */
final class AnswerDeadlines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerDeadlines.class);
    private static final Duration CHECK_INTERVAL = Duration.ofMillis(250);

    /** A record that was sent, with its callback. Only the first answer counts. */
    static final class PendingSend {
        private final AtomicReference<RecordSender.@Nullable Outcome> outcome;
        private volatile long deadline;

        PendingSend(RecordSender.Outcome outcome) {
            this.outcome = new AtomicReference<>(outcome);
        }

        void answer(@Nullable Exception failure) {
            RecordSender.Outcome open = take();
            if (open != null) open.sent(failure);
        }

        /** The callback, which the caller must then call; null when the record was answered. */
        RecordSender.@Nullable Outcome take() {
            return outcome.getAndSet(null);
        }

        private boolean isAnswered() {
            return outcome.get() == null;
        }
    }

    private final Duration time;
    private final ConcurrentLinkedQueue<PendingSend> open = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-dlq-clock"));

    /** A record times out when the producer has not answered within one and a half times its own timeout. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the clock, and never fails
    AnswerDeadlines(Duration ofProducer) {
        this.time = ofProducer.plus(ofProducer.dividedBy(2)).plus(CHECK_INTERVAL);
        timer.scheduleWithFixedDelay(
                this::expire, CHECK_INTERVAL.toMillis(), CHECK_INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Starts the time of a record. */
    void watch(PendingSend sent) {
        forgetAnswered();
        if (sent.isAnswered()) return;
        sent.deadline = System.nanoTime() + time.toNanos();
        open.add(sent);
    }

    private void forgetAnswered() {
        PendingSend first = open.peek();
        while (first != null && first.isAnswered()) {
            open.remove(first);
            first = open.peek();
        }
    }

    private void expire() {
        forgetAnswered();
        long now = System.nanoTime();
        for (PendingSend one : open) {
            if (one.deadline - now > 0) return;
            timeOut(one);
        }
    }

    /** A callback that fails must not keep the other records from being answered. */
    private void timeOut(PendingSend one) {
        try {
            one.answer(new TimeoutException("the producer has not said anything for " + time.toMillis() + " ms"));
        } catch (RuntimeException e) {
            LOG.error("a record without an answer from the broker could not be given up", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}

package dev.redrive.kafka.publish;

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
 * Sees to it that every record that was sent is answered in time. A producer alone does not: it asks the broker for an
 * identity first, and when that goes away before it gave one, the producer lets no record expire, however old.
 */
final class AnswerDeadlines implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerDeadlines.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(250);

    /** A record that was sent, and who wants to hear what became of it. Only the first answer counts. */
    static final class Sent {
        private final AtomicReference<RecordSender.@Nullable Outcome> outcome;
        private volatile long deadline;

        Sent(RecordSender.Outcome outcome) {
            this.outcome = new AtomicReference<>(outcome);
        }

        void answer(@Nullable Exception failure) {
            RecordSender.Outcome open = take();
            if (open != null) open.sent(failure);
        }

        /** Whoever gets it has to answer; null when somebody has. */
        RecordSender.@Nullable Outcome take() {
            return outcome.getAndSet(null);
        }

        private boolean isOver() {
            return outcome.get() == null;
        }
    }

    private final Duration time;
    private final ConcurrentLinkedQueue<Sent> open = new ConcurrentLinkedQueue<>();
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "redrive-dlq-clock");
        thread.setDaemon(true);
        return thread;
    });

    /** The producer itself has the given time, and gets half of it again before nobody waits for it any more. */
    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the clock, and never fails
    AnswerDeadlines(Duration ofProducer) {
        this.time = ofProducer.plus(ofProducer.dividedBy(2)).plus(LOOK_EVERY);
        clock.scheduleWithFixedDelay(this::look, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** From now on its time runs. */
    void watch(Sent sent) {
        forgetAnswered();
        if (sent.isOver()) return;
        sent.deadline = System.nanoTime() + time.toNanos();
        open.add(sent);
    }

    private void forgetAnswered() {
        Sent first = open.peek();
        while (first != null && first.isOver()) {
            open.remove(first);
            first = open.peek();
        }
    }

    private void look() {
        forgetAnswered();
        long now = System.nanoTime();
        for (Sent one : open) {
            if (one.deadline - now > 0) return;
            giveUp(one);
        }
    }

    /** Whoever hears it may fail, with a meter of its own perhaps; the others are answered all the same. */
    private void giveUp(Sent one) {
        try {
            one.answer(new TimeoutException("the producer has not said anything for " + time.toMillis() + " ms"));
        } catch (RuntimeException e) {
            LOG.error("a record without an answer from the broker could not be given up", e);
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}

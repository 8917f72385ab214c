package dev.redrive.replay;

import dev.redrive.engine.ReplayAttempts;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.text.DaemonThreads;
import dev.redrive.text.DoublingPause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles letters that are back from their targets, on a thread of its own, while others are claimed. */
final class ReplaySettler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReplaySettler.class);
    private static final int AT_ONCE = 2000;
    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final ReplayAttempts attempts;
    private final LinkedBlockingQueue<List<ReplayAttempts.EndedLetter>> ended = new LinkedBlockingQueue<>();
    private final Thread thread = DaemonThreads.of("redrive-replay-settler", this::settle);
    private volatile boolean isOver;
    private volatile @Nullable Throwable failed;

    ReplaySettler(ReplayAttempts attempts) {
        this.attempts = attempts;
        thread.start();
    }

    private void settle() {
        try {
            while (!isOver) {
                List<ReplayAttempts.EndedLetter> batch = settleWhenPossible();
                if (!batch.isEmpty()) ended.add(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Throwable e) {
            failed = e;
            ended.add(List.of());
        }
    }

    /** Letters that were sent would be sent again if they were not settled, so a store that is away is waited for. */
    private List<ReplayAttempts.EndedLetter> settleWhenPossible() throws InterruptedException {
        DoublingPause pauses = new DoublingPause(FIRST_PAUSE, LONGEST_PAUSE);
        while (true) {
            try {
                return attempts.settle(PATIENCE, AT_ONCE);
            } catch (StoreUnavailable e) {
                Duration pause = pauses.next();
                LOG.warn("letters of a replay cannot be settled; trying again in {}: {}", pause, e.toString());
                Thread.sleep(pause.toMillis());
            }
        }
    }

    /** All that has landed, waiting for the first at most so long; fails when letters cannot be settled at all. */
    List<ReplayAttempts.EndedLetter> ended(Duration patience) throws InterruptedException {
        List<ReplayAttempts.EndedLetter> all = new ArrayList<>();
        List<ReplayAttempts.EndedLetter> batch = ended.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        while (batch != null) {
            all.addAll(batch);
            batch = ended.poll();
        }
        if (failed != null) throw new IllegalStateException("letters of a replay cannot be settled", failed);
        return all;
    }

    @Override
    public void close() {
        isOver = true;
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

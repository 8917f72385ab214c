package dev.redrive.replay;

import dev.redrive.engine.Convoy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Settles letters that are back from their targets, on a thread of its own, while others are claimed. */
final class Landing implements AutoCloseable {
    private static final int AT_ONCE = 2000;
    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final Convoy convoy;
    private final LinkedBlockingQueue<List<Convoy.Landed>> landed = new LinkedBlockingQueue<>();
    private final Thread thread = new Thread(this::land, "redrive-replay-landing");
    private volatile boolean isOver;
    private volatile @Nullable RuntimeException failed;

    Landing(Convoy convoy) {
        this.convoy = convoy;
        thread.setDaemon(true);
        thread.start();
    }

    private void land() {
        try {
            while (!isOver) {
                List<Convoy.Landed> batch = convoy.land(PATIENCE, AT_ONCE);
                if (!batch.isEmpty()) landed.add(batch);
            }
        } catch (RuntimeException e) {
            failed = e;
            landed.add(List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** All that has landed, waiting for the first at most so long; fails when letters cannot be settled. */
    List<Convoy.Landed> landed(Duration patience) throws InterruptedException {
        List<Convoy.Landed> all = new ArrayList<>();
        List<Convoy.Landed> batch = landed.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
        while (batch != null) {
            all.addAll(batch);
            batch = landed.poll();
        }
        if (failed != null) throw failed;
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

package dev.redrive.internal.retention;

import dev.redrive.archive.ArchiveException;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.archive.LetterArchive;
import dev.redrive.internal.event.Events;
import dev.redrive.retention.RunResult;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.retention.RetentionRules;
import dev.redrive.store.retention.RetentionRun;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs retention on one node at a time. A run may end anywhere: a letter leaves the store only after it is in the archive, and
 * the next run finds it there and does not write it again.
 */
public final class RetentionRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionRunner.class);
    private static final Duration STOP_GRACE = Duration.ofSeconds(30);

    private final DeadLetterStore store;
    private final RetentionRules rules;
    private final Optional<LetterArchive> archive;
    private final Events events;
    private final String node;
    private final LongSupplier nanos;
    private final RunPace pace;
    private final Semaphore here = new Semaphore(1);
    private final CountDownLatch stopped = new CountDownLatch(1);

    public RetentionRunner(
            DeadLetterStore store,
            RetentionRules rules,
            Optional<LetterArchive> archive,
            Events events,
            String node,
            LongSupplier nanos) {
        this.store = store;
        this.rules = rules;
        this.archive = archive;
        this.events = events;
        this.node = node;
        this.nanos = nanos;
        this.pace = new RunPace(nanos, this::rest);
        events.listen(pace::listen);
    }

    private void rest(Duration time) {
        try {
            var unused = stopped.await(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public RetentionRules rules() {
        return rules;
    }

    public RunResult run() {
        if (!here.tryAcquire()) return new RunResult.Busy(node);
        try {
            Optional<RetentionLease> lease = RetentionLease.take(store.retentionLog(), node, nanos);
            if (lease.isEmpty())
                return new RunResult.Busy(store.retentionLog().running().orElse("another node"));
            try (RetentionLease held = lease.get()) {
                return new RunResult.Done(run(held));
            }
        } finally {
            here.release();
        }
    }

    private RetentionRun run(RetentionLease lease) {
        Instant startedAt = store.clock().instant();
        RunCounts counts = new RunCounts();
        try {
            run(lease, counts);
        } catch (ArchiveException | StoreException e) {
            LOG.debug("retention ended early", e);
            counts.problem(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("retention ended early for a reason that it does not know", e);
            counts.problem(e.toString());
        }
        return end(counts.end(node, startedAt, store.clock().instant()));
    }

    private void run(RetentionLease lease, RunCounts counts) {
        RunContext run = new RunContext(
                store,
                rules,
                store.tallies().byChannel().keySet(),
                events,
                pace,
                counts,
                () -> !isStopping() && lease.isHeld());
        new LetterClosing(run).closeAll();
        archive.ifPresent(LetterArchive::look);
        new LetterRemoval(run, archive).removeAll();
        pace.begin();
        while (run.goesOn().getAsBoolean() && store.reclaim()) pace.betweenBatches();
        if (isStopping()) counts.problem("this process stopped meanwhile; the next run goes on");
        else if (!lease.isHeld()) counts.problem("the lease was lost meanwhile; the next run goes on");
    }

    private boolean isStopping() {
        return stopped.getCount() == 0 || Thread.currentThread().isInterrupted();
    }

    private RetentionRun end(RetentionRun run) {
        try {
            store.retentionLog().end(run);
        } catch (StoreException e) {
            LOG.warn("a run of retention could not be recorded: {}", e.getMessage());
        }
        events.publish(() -> new RedriveEvent.RetentionEnded(run));
        String problem = run.problem();
        if (problem != null) LOG.warn("retention did not do all it should: {}", problem);
        if (run.archived() + run.closed() + run.removed() > 0)
            LOG.info(
                    "retention closed {} letters, archived {} in {} objects and removed {}",
                    run.closed(),
                    run.archived(),
                    run.objects(),
                    run.removed());
        return run;
    }

    /** Ends a run that is under way between two batches, without waiting for that; later runs end at once. */
    void stop() {
        stopped.countDown();
    }

    /** Waits until a run that is under way has ended between two batches. */
    @Override
    public void close() {
        stop();
        try {
            if (here.tryAcquire(STOP_GRACE.toMillis(), TimeUnit.MILLISECONDS)) here.release();
            else LOG.warn("a run of retention has not ended after {} s; it is cut off", STOP_GRACE.toSeconds());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

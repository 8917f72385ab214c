package dev.redrive;

import dev.redrive.internal.capture.Capturer;
import dev.redrive.internal.text.DaemonThreads;
import dev.redrive.ledger.Replay;
import dev.redrive.ledger.ReplayBook;
import dev.redrive.ledger.ReplayState;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.attributes.SearchPaths;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What has to be done now and then: letters out of local journal and archive, old replays out of their book. */
final class Housekeeping implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final int RECOVER_EVERY_SECONDS = 1;
    private static final int IGNORED_EVERY_SECONDS = 30;
    private static final int EXPIRE_EVERY_SECONDS = 600;
    private static final int FIRST_EXPIRE_SECONDS = 60;
    private static final int EXPIRE_AT_ONCE = 500;
    private static final int STOP_SECONDS = 5;
    private static final Duration KEEP_REPLAYS = Duration.ofDays(90);
    private static final Duration LONGEST_PLANNING = Duration.ofHours(1);

    private static final String KEEP_PATHS = "set the search paths";
    private static final int EXTRACT_EVERY_SECONDS = 1;
    private static final int EXTRACT_AT_ONCE = 200;
    private static final Duration EXTRACT_FOR = Duration.ofMillis(200);

    private final DeadLetterStore store;
    /** For one thread at a time: the one that opens the queue, then the timer's. */
    private volatile Optional<SearchPaths> unkeptPaths;

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("redrive-housekeeping"));

    Housekeeping(DeadLetterStore store, Capturer capturer, Optional<SearchPaths> searchPaths, Runnable endIgnoring) {
        this.store = store;
        this.unkeptPaths = searchPaths;
        safely(KEEP_PATHS, this::keepSearchPaths);
        every(EXTRACT_EVERY_SECONDS, EXTRACT_EVERY_SECONDS, "extract the attributes of letters", this::extract);
        every(EXPIRE_EVERY_SECONDS, FIRST_EXPIRE_SECONDS, "forget old replays", this::forgetReplays);
        every(IGNORED_EVERY_SECONDS, IGNORED_EVERY_SECONDS, "open causes that were ignored long enough", endIgnoring);
        every(RECOVER_EVERY_SECONDS, 0, "bring captured letters into the store", capturer::recover);
    }

    /** At the start, or as soon as the store is there. */
    private void keepSearchPaths() {
        unkeptPaths.ifPresent(paths -> store.attributes().keep(paths));
        unkeptPaths = Optional.empty();
    }

    /** For at most a fifth of the time, so that it does not keep letters from being stored. */
    private void extract() {
        keepSearchPaths();
        long until = System.nanoTime() + EXTRACT_FOR.toNanos();
        boolean more = true;
        while (more && System.nanoTime() - until < 0) more = store.attributes().extract(EXTRACT_AT_ONCE);
    }

    /** Replays that ended long ago, and those whose planning ended with its process. */
    private void forgetReplays() {
        Instant now = store.clock().instant();
        ReplayBook replays = store.replays();
        int gone = replays.expire(now.minus(KEEP_REPLAYS), EXPIRE_AT_ONCE);
        if (gone > 0)
            LOG.info("{} replays that ended more than {} days ago are forgotten", gone, KEEP_REPLAYS.toDays());
        for (Replay replay : replays.list(EnumSet.of(ReplayState.PLANNING), EXPIRE_AT_ONCE, null))
            if (replay.createdAt().isBefore(now.minus(LONGEST_PLANNING))) replays.remove(replay.id());
    }

    private void every(int seconds, int first, String what, Runnable work) {
        var unused = timer.scheduleWithFixedDelay(() -> safely(what, work), first, seconds, TimeUnit.SECONDS);
    }

    /** A timer ends with the first exception or error that comes out, and this one must go on. */
    private static void safely(String what, Runnable work) {
        try {
            work.run();
        } catch (StoreUnavailable e) {
            LOG.debug("could not {} while the store is away", what, e);
        } catch (StoreException e) {
            LOG.warn("could not {}: {}", what, e.getMessage());
        } catch (Throwable e) {
            LOG.error("could not {}", what, e);
        }
    }

    @Override
    public void close() {
        timer.shutdown();
        try {
            if (!timer.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) timer.shutdownNow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

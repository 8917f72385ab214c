package dev.redrive.internal.capture;

import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.FailedMessage;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.journal.JournalKeys;
import dev.redrive.internal.journal.LetterJournal;
import dev.redrive.internal.text.OutageLog;
import dev.redrive.policy.Policies;
import dev.redrive.store.DeadLetterStore;
import dev.redrive.store.StoreException;
import dev.redrive.store.StoreUnavailable;
import dev.redrive.store.captures.CaptureKey;
import dev.redrive.store.captures.CaptureResult;
import dev.redrive.store.captures.NewLetter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures failed messages. When a call returns, the letter is durable: in the store, or, while the store is unavailable, in
 * the local journal; when neither takes it, the call throws.
 */
public final class Capturer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Capturer.class);
    /** After the store was away, how long captures go straight to the journal before one tries the store again. */
    private static final Duration AWAY = Duration.ofSeconds(2);

    private final DeadLetterStore store;
    private final LetterMaker maker;
    private final Events events;
    final @Nullable LetterJournal journal;
    private final @Nullable TimedCaptures timed;
    private final JournalKeys journalKeys = new JournalKeys();
    private final OutageLog captures = new OutageLog(LOG, "write letters to the store (they go to the local journal)");
    private volatile @Nullable Instant awaySince;
    /** True from the first capture that the store did not answer until letters of the journal are in the store. */
    private volatile boolean hangs;
    /** True while letters may be in the journal. */
    private volatile boolean spilled;

    public Capturer(
            DeadLetterStore store,
            CaptureRules rules,
            Diagnostics diagnostics,
            Policies policies,
            Events events,
            RandomGenerator random,
            Optional<SpillFile> spill) {
        this.store = store;
        this.events = events;
        this.maker = new LetterMaker(rules, diagnostics, policies, store.clock(), random);
        this.journal = spill.map(s -> new LetterJournal(s.path(), s.maxBytes())).orElse(null);
        this.timed = spill.map(s -> new TimedCaptures(store, s.patience())).orElse(null);
        this.spilled = journal != null && !journal.isEmpty();
        if (spilled) readJournal(Objects.requireNonNull(journal));
    }

    private void readJournal(LetterJournal from) {
        try {
            from.read(journalKeys::add);
        } catch (IOException e) {
            LOG.warn("the local journal could not be read; letters in it may be captured once more", e);
        }
    }

    /**
     * Where letters wait while the store is away.
     *
     * @param maxBytes how much of them at the most
     * @param patience how long a capture waits for a store that does not answer
     */
    public record SpillFile(Path path, long maxBytes, Duration patience) {
        public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(2);

        public SpillFile(Path path, long maxBytes) {
            this(path, maxBytes, DEFAULT_PATIENCE);
        }

        public SpillFile {
            if (patience.toMillis() < 1)
                throw new IllegalArgumentException("a capture waits at least 1 ms for the store, not " + patience);
        }
    }

    public CaptureResult capture(FailedMessage failed) {
        return captureAll(List.of(failed)).get(0);
    }

    /** All or none: a message that is not valid is named, and nothing is stored. */
    public List<CaptureResult> captureAll(List<FailedMessage> batch) {
        if (batch.isEmpty()) return List.of();
        List<NewLetter> letters = maker.make(batch);
        List<CaptureResult> captured = keepOrPublishFailure(letters);
        for (int i = 0; i < letters.size(); i++) publish(letters.get(i), captured.get(i));
        return captured;
    }

    private List<CaptureResult> keepOrPublishFailure(List<NewLetter> letters) {
        try {
            return keep(letters);
        } catch (RuntimeException e) {
            for (NewLetter letter : letters)
                events.publish(() -> new RedriveEvent.NotCaptured(
                        letter.channel(), letter.failure().type()));
            throw e;
        }
    }

    private void publish(NewLetter letter, CaptureResult captured) {
        events.publish(() -> RedriveEvent.Captured.of(letter, captured));
    }

    private List<CaptureResult> keep(List<NewLetter> letters) {
        if (journal == null || timed == null) return store.capture(letters);
        if (isAway() || wouldOvertake(letters) || isInJournal(letters)) return spill(letters, null);
        try {
            List<CaptureResult> captured = timed.capture(letters);
            captures.worked();
            awaySince = null;
            return captured;
        } catch (StoreUnavailable e) {
            awaySince = store.clock().instant();
            return spill(letters, e);
        } catch (TimedCaptures.Hangs e) {
            hangs = true;
            return spill(letters, new StoreUnavailable("it hangs", e));
        }
    }

    /** A letter of a sequence must not reach the store before an earlier one that is still in the journal. */
    private boolean wouldOvertake(List<NewLetter> letters) {
        return spilled && letters.stream().anyMatch(letter -> letter.sequence() != null);
    }

    /** In the store it would be the first, and the one in the journal would never be found under its id. */
    private boolean isInJournal(List<NewLetter> letters) {
        return spilled && journalKeys.knowsAny(letters);
    }

    private boolean isAway() {
        if (hangs) return true;
        Instant since = awaySince;
        return since != null && store.clock().instant().isBefore(since.plus(AWAY));
    }

    private List<CaptureResult> spill(List<NewLetter> letters, @Nullable StoreUnavailable why) {
        JournalKeys.Sorted sorted;
        try {
            sorted = append(letters, Objects.requireNonNull(journal));
        } catch (IOException e) {
            CaptureFailed failed = new CaptureFailed(
                    letters.size() + " letters could not be kept: the store is away and the local journal failed: "
                            + e.getMessage(),
                    why == null ? e : why);
            failed.addSuppressed(e);
            throw failed;
        }
        if (why != null) {
            captures.failed(why);
            events.publish(() -> new RedriveEvent.StoreFailed("capture"));
        }
        int count = sorted.fresh().size();
        if (count > 0) events.publish(() -> new RedriveEvent.Spilled(count));
        return sorted.answers();
    }

    /** The journal is locked meanwhile, or a recovery that found it empty would say so when these are in it. */
    private JournalKeys.Sorted append(List<NewLetter> letters, LetterJournal to) throws IOException {
        synchronized (to) {
            JournalKeys.Sorted sorted = journalKeys.sorted(letters);
            if (sorted.fresh().isEmpty()) return sorted;
            spilled = true;
            to.append(sorted.fresh());
            sorted.fresh().forEach(journalKeys::add);
            return sorted;
        }
    }

    /** Brings letters of the local journal into the store; returns how many. Does nothing while the store is away. */
    public int recover() {
        LetterJournal from = journal;
        if (from == null || timed == null || !spilled) return 0;
        // One that hangs may keep its letters at any moment, and they are in the journal too.
        if (timed.hasUnfinished()) return 0;
        try {
            int count = from.drain(letters -> store.capture(letters.stream()
                    .filter(l -> store.find(l.id()).isEmpty())
                    .map(Capturer::onlyOnce)
                    .toList()));
            if (count > 0) {
                LOG.info("{} letters of the local journal are in the store now", count);
                events.publish(() -> new RedriveEvent.Recovered(count));
            }
            captures.worked();
            awaySince = null;
            hangs = false;
            synchronized (from) {
                spilled = !from.isEmpty();
                if (!spilled) journalKeys.clear();
            }
            return count;
        } catch (StoreUnavailable e) {
            LOG.debug("the store is still away", e);
            return 0;
        } catch (StoreException | IOException e) {
            LOG.error("the local journal could not be brought into the store; its letters stay in it", e);
            return 0;
        }
    }

    /** A crash in the middle of a recovery must not store a letter twice. */
    private static NewLetter onlyOnce(NewLetter letter) {
        if (letter.key() != null) return letter;
        return new NewLetter(
                letter.id(),
                letter.channel(),
                letter.message(),
                letter.failure(),
                letter.fingerprint(),
                letter.priority(),
                letter.tags(),
                letter.ordered(),
                CaptureKey.ofLetter(letter.id()),
                letter.firstFailedAt(),
                letter.start(),
                letter.history());
    }

    @Override
    public void close() {
        if (journal == null) return;
        try {
            recover();
            if (timed != null) timed.close();
            journal.close();
        } catch (IOException | RuntimeException e) {
            LOG.warn("the local journal could not be closed", e);
        }
    }
}

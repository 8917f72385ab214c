package dev.redrive.internal.capture;

import dev.redrive.archive.ArchiveException;
import dev.redrive.capture.CaptureFailed;
import dev.redrive.capture.FailedMessage;
import dev.redrive.event.RedriveEvent;
import dev.redrive.internal.cause.Diagnostics;
import dev.redrive.internal.event.Events;
import dev.redrive.internal.journal.JournalKeys;
import dev.redrive.internal.journal.LetterJournal;
import dev.redrive.internal.text.OutageLog;
import dev.redrive.letter.DeadLetter;
import dev.redrive.letter.LetterId;
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
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures failed messages. When a call returns, the letter is durable: in the store, or, while the store is unavailable, in
 * the local journal, or, where that is switched on and the journal cannot take it, in the archive; when none takes it, the call
 * throws.
 */
public final class Capturer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Capturer.class);
    /** After the store was away, how long captures go straight to the journal before one tries the store again. */
    private static final Duration AWAY = Duration.ofSeconds(2);
    /** Asked for to see whether the store answers. */
    private static final LetterId NO_LETTER = new LetterId(new UUID(0, 0));

    private final DeadLetterStore store;
    private final LetterMaker maker;
    private final Events events;
    final @Nullable LetterJournal journal;
    private final @Nullable LastResort lastResort;
    private final @Nullable TimedCalls timed;
    private final JournalKeys journalKeys = new JournalKeys();
    private final OutageLog captures;
    private final OutageLog lastCaptures = new OutageLog(
            LOG, "keep letters in the store or in the local journal (they go to the archive, below pending/)");
    private volatile @Nullable Instant awaySince;
    /** True from the first capture that the store did not answer until it answers again. */
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
            Fallbacks fallbacks) {
        this.store = store;
        this.events = events;
        this.maker = new LetterMaker(rules, diagnostics, policies, store.clock(), random);
        this.journal = fallbacks
                .journal()
                .map(file -> new LetterJournal(file.path(), file.maxBytes()))
                .orElse(null);
        this.lastResort = fallbacks
                .archive()
                .map(archive -> new LastResort(archive, rules.maxPayloadBytes(), store.clock()))
                .orElse(null);
        this.timed = fallbacks.areNone() ? null : new TimedCalls("store", fallbacks.patience());
        this.captures = new OutageLog(
                LOG,
                "write letters to the store (they go to the "
                        + (journal == null ? "archive, below pending/)" : "local journal)"));
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
     */
    public record SpillFile(Path path, long maxBytes) {
        public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(2);
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
        if (timed == null) return store.capture(letters);
        if (isAway() || wouldOvertake(letters) || isWaiting(letters)) return fallBack(letters, null);
        try {
            List<CaptureResult> captured = timed.call(() -> store.capture(letters));
            captures.worked();
            awaySince = null;
            return captured;
        } catch (StoreUnavailable e) {
            awaySince = store.clock().instant();
            return fallBack(letters, e);
        } catch (TimedCalls.Hangs e) {
            hangs = true;
            return fallBack(letters, new StoreUnavailable("it hangs", e));
        }
    }

    /** A letter of a sequence must not reach the store before an earlier one that still waits for it. */
    private boolean wouldOvertake(List<NewLetter> letters) {
        return isHeldBack(letters) || (spilled && letters.stream().anyMatch(letter -> letter.sequence() != null));
    }

    /** Nor may it go to the journal, which is read first, before an earlier one that is in the archive. */
    private boolean isHeldBack(List<NewLetter> letters) {
        return lastResort != null && lastResort.holdsBack(letters);
    }

    /** In the store it would be the first, and the one that waits would never be found under its id. */
    private boolean isWaiting(List<NewLetter> letters) {
        boolean mayWait = spilled || (lastResort != null && lastResort.holdsAny());
        return mayWait && journalKeys.knowsAny(letters);
    }

    private boolean isAway() {
        if (hangs) return true;
        Instant since = awaySince;
        return since != null && store.clock().instant().isBefore(since.plus(AWAY));
    }

    // Falling back

    private List<CaptureResult> fallBack(List<NewLetter> letters, @Nullable StoreUnavailable why) {
        if (journal == null) return toArchive(letters, why, null);
        if (isHeldBack(letters)) return toArchive(letters, why, null);
        try {
            return spill(letters, journal, why);
        } catch (IOException e) {
            return toArchive(letters, why, e);
        }
    }

    private List<CaptureResult> spill(List<NewLetter> letters, LetterJournal to, @Nullable StoreUnavailable why)
            throws IOException {
        JournalKeys.Sorted sorted = append(letters, to);
        if (why != null) tell(why);
        int count = sorted.fresh().size();
        if (count > 0) events.publish(() -> new RedriveEvent.Spilled(count));
        return sorted.answers();
    }

    private void tell(StoreUnavailable why) {
        captures.failed(why);
        events.publish(() -> new RedriveEvent.StoreFailed("capture"));
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

    /** @param journalFailed why the journal did not take them; null when it was not asked */
    private List<CaptureResult> toArchive(
            List<NewLetter> letters, @Nullable StoreUnavailable why, @Nullable IOException journalFailed) {
        JournalKeys.Sorted sorted = journalKeys.sorted(letters);
        List<NewLetter> fresh = sorted.fresh();
        if (fresh.isEmpty()) return sorted.answers();
        try {
            if (lastResort == null || !lastResort.takesCaptures()) throw failed(letters, why, journalFailed, null);
            lastResort.keep(fresh);
        } catch (ArchiveException e) {
            throw failed(letters, why, journalFailed, e);
        }
        fresh.forEach(journalKeys::add);
        if (why != null) tell(why);
        lastCaptures.failed(journalFailed != null ? journalFailed : new IOException("there is no local journal"));
        events.publish(() -> new RedriveEvent.CapturedToArchive(fresh.size()));
        return sorted.answers();
    }

    private static CaptureFailed failed(
            List<NewLetter> letters,
            @Nullable StoreUnavailable why,
            @Nullable IOException journal,
            @Nullable ArchiveException archive) {
        List<Exception> reasons = Stream.<@Nullable Exception>of(why, journal, archive)
                .filter(Objects::nonNull)
                .toList();
        CaptureFailed failed = new CaptureFailed(
                letters.size() + " letters could not be kept: the store is away"
                        + (why == null ? "" : " (" + why.getMessage() + ")")
                        + (journal == null ? "" : " and the local journal failed: " + journal.getMessage())
                        + (archive == null ? "" : " and the archive failed: " + archive.getMessage()),
                reasons.get(0));
        reasons.subList(1, reasons.size()).forEach(failed::addSuppressed);
        return failed;
    }

    // Recovering

    /** Brings letters of local journal and archive into the store; returns how many. Does nothing while the store is away. */
    public int recover() {
        // A store that hangs may keep its letters at any moment, and they are in the journal or in the archive too.
        if (timed != null && timed.unfinished() > 0) return 0;
        int count = 0;
        try {
            count += recoverJournal();
            count += recoverArchive();
        } catch (StoreUnavailable e) {
            LOG.debug("the store is still away", e);
        }
        return count;
    }

    private int recoverJournal() {
        LetterJournal from = journal;
        if (from == null || !spilled) return 0;
        try {
            int count = from.drain(this::storeOnce);
            recovered(count, "local journal");
            isBack();
            synchronized (from) {
                spilled = !from.isEmpty();
                forgetKeys();
            }
            return count;
        } catch (StoreUnavailable e) {
            throw e;
        } catch (StoreException | IOException e) {
            LOG.error("the local journal could not be brought into the store; its letters stay in it", e);
            return 0;
        }
    }

    /** The journal comes first: what is in the archive came when the journal was full. */
    private int recoverArchive() {
        if (lastResort == null) return 0;
        boolean isDue = lastResort.isDue();
        if (!isDue && !hangs) return 0;
        Optional<DeadLetter> unused = store.find(NO_LETTER);
        isBack();
        return isDue ? recover(lastResort) : 0;
    }

    private int recover(LastResort from) {
        try {
            int count = from.recover(this::storeOnce);
            recovered(count, "archive");
            if (from.holdsAny()) return count;
            lastCaptures.worked();
            forgetKeys();
            return count;
        } catch (StoreUnavailable e) {
            from.lookAgainSoon();
            throw e;
        } catch (StoreException e) {
            LOG.error("letters of the archive could not be brought into the store; they stay there", e);
            return 0;
        }
    }

    private void recovered(int count, String from) {
        if (count == 0) return;
        LOG.info("{} letters of the {} are in the store now", count, from);
        events.publish(() -> new RedriveEvent.Recovered(count));
    }

    private void isBack() {
        captures.worked();
        awaySince = null;
        hangs = false;
    }

    private void forgetKeys() {
        if (!spilled && (lastResort == null || !lastResort.holdsAny())) journalKeys.clear();
    }

    private void storeOnce(List<NewLetter> letters) {
        store.capture(letters.stream()
                .filter(letter -> store.find(letter.id()).isEmpty())
                .map(Capturer::onlyOnce)
                .toList());
    }

    /** Whether letters wait in the local journal for the store. */
    public boolean hasLettersInJournal() {
        return journal != null && !journal.isEmpty();
    }

    /** How many letters wait in the archive for the store, as far as it is known here. */
    public long waitingInArchive() {
        return lastResort == null ? 0 : lastResort.waiting();
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
        try {
            recover();
            if (timed != null) timed.close();
            if (lastResort != null) lastResort.close();
            if (journal != null) journal.close();
        } catch (IOException | RuntimeException e) {
            LOG.warn("the local journal or the way to the archive could not be closed", e);
        }
    }
}

package dev.redrive.internal.capture;

import dev.redrive.archive.ArchiveException;
import dev.redrive.internal.journal.ArchiveJournal;
import dev.redrive.internal.text.OutageLog;
import dev.redrive.store.captures.NewLetter;
import dev.redrive.store.captures.Sequence;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where captures go that neither the store nor the local journal takes: to the archive, from where they come back by themselves. */
final class LastResort implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LastResort.class);
    /** How often it looks for letters that it did not put there itself. */
    private static final Duration LOOK_EVERY = Duration.ofSeconds(30);
    /** The same when none goes there any more. */
    private static final Duration LOOK_SELDOM = Duration.ofMinutes(10);

    private static final int MOST_SEQUENCES = 10_000;
    /** What a letter has beside its payload. */
    private static final int ROOM_BESIDE = 16 * 1024 * 1024;

    private final boolean takesCaptures;
    private final BoundedArchive archive;
    private final ArchiveJournal objects;
    private final InstantSource clock;
    private final OutageLog recoveries = new OutageLog(LOG, "bring letters of the archive into the store");
    /** Of the letters that were put there; more than the most of them count as all. */
    private final Set<Sequence> sequences = new HashSet<>();

    private boolean holdsAny;
    private int writes;
    private int writing;
    private Instant nextLook = Instant.MIN;

    LastResort(Fallbacks.LastResortArchive settings, int maxPayloadBytes, InstantSource clock) {
        this.takesCaptures = settings.takesCaptures();
        this.archive = new BoundedArchive(settings.archive(), settings.patience());
        this.clock = clock;
        int longest = (int) Math.min(Integer.MAX_VALUE, (long) maxPayloadBytes + ROOM_BESIDE);
        this.objects = new ArchiveJournal(archive, settings.node(), clock, longest);
    }

    /** Whether captures go there now; letters from a time when they did come back in any case. */
    boolean takesCaptures() {
        return takesCaptures;
    }

    /**
     * All of them are in the archive when it returns.
     *
     * @throws ArchiveException when they are not; where the archive did not answer they may get there yet
     */
    void keep(List<NewLetter> letters) {
        begin(letters);
        try {
            objects.append(letters);
        } finally {
            end();
        }
    }

    private synchronized void begin(List<NewLetter> letters) {
        writes++;
        writing++;
        holdsAny = true;
        if (sequences.size() < MOST_SEQUENCES)
            letters.stream().map(NewLetter::sequence).filter(Objects::nonNull).forEach(sequences::add);
    }

    private synchronized void end() {
        writing--;
        nextLook = Instant.MIN;
    }

    /** Whether letters that were put there may still be there. */
    synchronized boolean holdsAny() {
        return holdsAny;
    }

    /** Whether one of these has to wait behind one that is there. */
    synchronized boolean holdsBack(List<NewLetter> letters) {
        if (!holdsAny) return false;
        return letters.stream()
                .map(NewLetter::sequence)
                .anyMatch(sequence ->
                        sequence != null && (sequences.contains(sequence) || sequences.size() >= MOST_SEQUENCES));
    }

    synchronized boolean isDue() {
        return !clock.instant().isBefore(nextLook);
    }

    /** Brings what is there into the store; returns how many letters. */
    int recover(Consumer<List<NewLetter>> store) {
        int writesBefore = looking();
        try {
            int count = objects.drain(store);
            recoveries.worked();
            looked(writesBefore);
            return count;
        } catch (ArchiveException e) {
            recoveries.failed(e);
            return 0;
        }
    }

    private synchronized int looking() {
        nextLook = clock.instant().plus(takesCaptures ? LOOK_EVERY : LOOK_SELDOM);
        return writes;
    }

    private synchronized void looked(int writesBefore) {
        if (writes != writesBefore || writing > 0) return;
        holdsAny = false;
        sequences.clear();
    }

    /** After the store could not take them. */
    synchronized void lookAgainSoon() {
        nextLook = Instant.MIN;
    }

    long waiting() {
        return objects.waiting();
    }

    @Override
    public void close() {
        archive.close();
    }
}

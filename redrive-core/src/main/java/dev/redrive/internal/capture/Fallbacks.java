package dev.redrive.internal.capture;

import dev.redrive.archive.Archive;
import dev.redrive.internal.capture.Capturer.SpillFile;
import java.time.Duration;
import java.util.Optional;

/**
 * Where captures go while the store is away: to the local journal first, and to the archive when that cannot take them.
 *
 * @param archive also one that takes no captures: letters may wait there from a time when it did
 * @param patience how long a capture waits for a store that does not answer
 */
public record Fallbacks(Optional<SpillFile> journal, Optional<LastResortArchive> archive, Duration patience) {
    /**
     * The archive for what the journal cannot take.
     *
     * @param takesCaptures whether captures go there now
     * @param node whose letters they are
     * @param patience how long a capture waits for an archive that does not answer
     */
    public record LastResortArchive(Archive archive, boolean takesCaptures, String node, Duration patience) {
        public static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(10);
    }

    public Fallbacks {
        if (patience.toMillis() < 1)
            throw new IllegalArgumentException("a capture waits at least 1 ms for the store, not " + patience);
    }

    /** A local journal only, or nothing. */
    public static Fallbacks to(Optional<SpillFile> journal) {
        return new Fallbacks(journal, Optional.empty(), SpillFile.DEFAULT_PATIENCE);
    }

    boolean areNone() {
        return journal.isEmpty()
                && archive.filter(LastResortArchive::takesCaptures).isEmpty();
    }
}

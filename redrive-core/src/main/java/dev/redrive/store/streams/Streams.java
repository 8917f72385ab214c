package dev.redrive.store.streams;

import dev.redrive.letter.LetterId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The part of a store that takes in dead letter streams and remembers how far they were read. */
public interface Streams {
    /**
     * Stores the letters of an intake and the new positions of its streams together, or nothing. Throws
     * {@code PositionConflict} when a range does not begin where its stream was read up to.
     */
    IntakeResult ingest(Intake intake);

    /** The next offset to read of each partition of a stream that was ever read. */
    Map<Integer, Long> positions(String stream);

    /** Letters in {@code REPLAYED} with their receipts, in the order of their ids. */
    List<SentLetter> sent(@Nullable LetterId after, int limit);
}

package dev.redrive.store.streams;

/**
 * A range of offsets of one partition of a stream that a reader has read.
 *
 * @param stream what names the stream for ever, also when another one gets its name later
 * @param from the first offset that was not read before
 * @param next the offset to go on with
 */
public record ReadRange(String stream, int partition, long from, long next) {
    public ReadRange {
        if (from < 0 || next < from)
            throw new IllegalArgumentException("a range goes forward, not from " + from + " to " + next);
    }
}

package dev.redrive.store;

import dev.redrive.store.streams.ReadRange;

/**
 * Thrown when the stored position of a partition is not where a range begins, because another reader has moved it.
 * Nothing of the intake is stored.
 */
public final class PositionConflict extends StoreException {
    private static final long serialVersionUID = 1;

    public PositionConflict(ReadRange range, long found) {
        super(range.stream() + "-" + range.partition() + " was read by another reader up to " + found + ", not up to "
                + range.from());
    }
}

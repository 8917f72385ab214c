package dev.redrive.store;

import dev.redrive.store.streams.ReadRange;

/** Another reader has read on in the same partition, so nothing of this intake was kept. */
public final class PositionConflict extends StoreException {
    private static final long serialVersionUID = 1;

    public PositionConflict(ReadRange range, long found) {
        super(range.stream() + "-" + range.partition() + " was read by another reader up to " + found + ", not up to "
                + range.from());
    }
}

package dev.redrive.store.attributes;

import java.time.Duration;

/**
 * The part of a store that keeps the attributes of letters. Attributes are taken from what is stored, in the transaction that
 * stores it, so that what is hidden, erased or edited away is not found.
 */
public interface AttributeIndex {
    /** How long all processes have to learn of other paths before letters are looked at that are there already. */
    Duration SETTLE = Duration.ofSeconds(3);

    /**
     * From now on, these are the attributes of letters, in every process that shares the store. The last one wins; a process
     * that never asks goes by what another one chose.
     */
    void keep(SearchPaths paths);

    /** What is kept, as far as this process knows it. */
    SearchPaths paths();

    AttributeProgress progress();

    /**
     * Learns what another process chose, and looks at up to so many letters that were there before, the newest first. False when
     * there is nothing to do now. To be called every second.
     */
    boolean extract(int letters);
}

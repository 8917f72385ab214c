package dev.redrive.jdbc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The letters that a transaction puts into the queue. */
record Queued(List<State> ready, List<State> waiting) {
    Queued() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    void addReady(Collection<State> letters) {
        ready.addAll(letters);
    }

    void addWaiting(Collection<State> letters) {
        waiting.addAll(letters);
    }
}

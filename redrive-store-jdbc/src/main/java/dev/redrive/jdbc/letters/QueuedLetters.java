package dev.redrive.jdbc.letters;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The letters that a transaction puts into the queue. */
public record QueuedLetters(List<StateRow> ready, List<StateRow> waiting) {
    public QueuedLetters() {
        this(new ArrayList<>(), new ArrayList<>());
    }

    public void addReady(Collection<StateRow> letters) {
        ready.addAll(letters);
    }

    public void addWaiting(Collection<StateRow> letters) {
        waiting.addAll(letters);
    }
}

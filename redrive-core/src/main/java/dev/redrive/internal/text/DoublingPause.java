package dev.redrive.internal.text;

import java.time.Duration;

/** A pause that doubles each time up to a limit, and starts again after a success. Not safe for several threads at once. */
public final class DoublingPause {
    private final Duration first;
    private final Duration longest;
    private Duration next;

    public DoublingPause(Duration first, Duration longest) {
        this.first = first;
        this.longest = longest;
        this.next = first;
    }

    /** The pause to make now; the one after it is twice as long. */
    public Duration next() {
        Duration pause = next;
        Duration doubled = pause.multipliedBy(2);
        next = doubled.compareTo(longest) < 0 ? doubled : longest;
        return pause;
    }

    public void reset() {
        next = first;
    }
}

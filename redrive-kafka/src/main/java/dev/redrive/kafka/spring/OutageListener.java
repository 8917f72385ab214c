package dev.redrive.kafka.spring;

import java.time.Duration;

/** Hears of outages, on the thread on which they are noticed; whoever has more to do hands it to a thread of its own. */
public interface OutageListener {
    /** The listener's container is paused from now on. */
    void began(String listener, String errorType);

    /** A record was tried and failed; the container stays paused. */
    void probed(String listener, Duration untilNext);

    /** A probe succeeded and the container goes on, or it was stopped. */
    void ended(String listener, Duration lasted);
}
